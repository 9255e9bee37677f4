import type { OfferedPlan } from '@washdesk/rules/plans/offered-plan';
import { Failure } from '../../../../common/failure.ts';
import type { ProviderInvoice, ProviderSubscription } from '../../../../common/provider-objects.ts';
import type { PriceChange, PreviewOf, InlinePrice } from '../../../../ports/payments.ts';

export const planChanges = ['upgrade', 'downgrade', 'changeprice'] as const;
export type PlanChange = (typeof planChanges)[number];

/**
 * Returns how a change is charged: an upgrade at once, a downgrade with the next invoice, another price from the next period. If the latest
 * invoice is unpaid, nothing is credited.
 */
export function prorationOf(
  change: PlanChange,
  latest: Pick<ProviderInvoice, 'status' | 'amount_remaining'> | null,
): PriceChange['prorate'] {
  if (change === 'upgrade') return 'always_invoice';
  const unpaid = latest !== null && latest.status !== 'paid' && latest.amount_remaining > 0;
  return change === 'changeprice' || unpaid ? 'none' : 'create_prorations';
}

interface Terms {
  subscription: ProviderSubscription;
  /** The plan with the amount to pay: a downgrade's cap may be below the listed price. */
  plan: OfferedPlan;
  listed: OfferedPlan;
  latest: ProviderInvoice | null;
  /** Epoch seconds: the commit's `proration_date`. */
  from: number;
}

/** Returns the price paid instead of a listed price above the cap. */
export const inlinePriceOf = ({ product, amount }: OfferedPlan, listed: OfferedPlan): InlinePrice | undefined =>
  amount === listed.amount ? undefined : { product, amount };

/** Returns the preview request whose result the commit must match. */
export function changePreviewOf(change: PlanChange, { subscription, plan, listed, latest, from }: Terms) {
  const item = subscription.items.data[0]?.id;
  if (!item) throw new Failure(409, 'no_plan', 'This subscription has no plan to change');
  const priceChange = { item, price: plan.price, prorate: prorationOf(change, latest), prorationDate: from };
  const inlinePrice = inlinePriceOf(plan, listed);
  return { kind: 'change', subscription: subscription.id, change: priceChange, ...(inlinePrice && { inlinePrice }) } satisfies PreviewOf;
}
