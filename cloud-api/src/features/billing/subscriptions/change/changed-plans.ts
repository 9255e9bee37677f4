import { z } from 'zod';
import type { Subscription } from '@washdesk/contracts/billing/plans/subscription';
import { refusalOf } from '@washdesk/rules/plans/plan-changes';
import type { SubscriptionAction } from '@washdesk/rules/plans/statuses';
import { auditBy } from '../../../../audit/audit.ts';
import type { Principal } from '../../../../common/caller.ts';
import { Failure } from '../../../../common/failure.ts';
import type { ProviderInvoice, ProviderSchedule, ProviderSubscription } from '../../../../common/provider-objects.ts';
import type { PriceAndProduct } from '../../../../mirror/reads/catalogue.store.ts';
import { priceIdOf } from '../../../../mirror/reads/price-id.ts';
import type { OperationRun } from '../../../../operations/operation-run.ts';
import { exclusiveOfCustomer } from '../../../../operations/operation.ts';
import type { PlanFacts, SubscriptionPlans } from '../plan-facts.ts';
import { problemOf, viewSubscriptions } from '../read/subscription-view.ts';

/** Serializes the plan changes of one customer. */
export const changeRequest = (route: string, customer: string, { key, by, request }: { key: string; by: Principal; request: unknown }) => ({
  route,
  key,
  request,
  principal: by,
  customer,
  exclusive: exclusiveOfCustomer(customer),
});

/** The subscription before a change: the audit's "before". */
export const planBeforeSchema = z.object({
  price: z.string().nullable(),
  status: z.string(),
});
export type PlanBefore = z.infer<typeof planBeforeSchema>;

export const planBefore = (subscription: ProviderSubscription): PlanBefore => ({
  price: priceIdOf(subscription),
  status: subscription.status,
});

/** @throws Failure 409 `not_changeable` */
export function refuseUnchangeable(run: SubscriptionAction, { subscription, plans }: SubscriptionPlans): void {
  const refusal = refusalOf(run, { ...subscription, problem: problemOf(subscription, plans.schedules) });
  if (refusal) throw new Failure(409, 'not_changeable', refusal, { details: { status: subscription.status } });
}

interface Changed {
  subscription: ProviderSubscription;
  /** Schedules that the change made or released. */
  schedules?: ProviderSchedule[];
  invoice?: ProviderInvoice | null;
  /** A price that may be missing in the mirror. */
  priced?: PriceAndProduct;
}

/** Returns the customer's subscriptions after a change that the mirror does not show yet. */
export async function viewChanged(
  facts: PlanFacts,
  { subscription, schedules = [], invoice = null, priced }: Changed,
): Promise<Subscription[]> {
  const plans = await facts.customer(subscription.customer);
  return viewSubscriptions({
    ...plans,
    subscriptions: plans.subscriptions.map((one) => (one.id === subscription.id ? subscription : one)),
    schedules: [...schedules, ...plans.schedules],
    invoices: invoice ? new Map([...plans.invoices, [invoice.id, invoice]]) : plans.invoices,
    prices: priced ? new Map([...plans.prices, [priced.price.id, priced]]) : plans.prices,
  });
}

/** The part of an audit row with who changed which subscription, and where. */
export const auditOf = (run: OperationRun<{ subscription: string }>, action: string) => ({
  ...auditBy(run.by),
  action,
  subject: `subscription:${run.facts.subscription}`,
});

/** Reads the subscription after a change that returns another object. */
export async function readChanged(run: OperationRun<object>, id: string): Promise<ProviderSubscription> {
  const subscription = await run.read('subscription', id);
  if (!subscription) throw new Error(`Subscription ${id} not found`);
  return subscription;
}
