import { operationOf, subscriptionKeys } from '@washdesk/rules/company/metadata-keys';
import { isGoodStatus } from '@washdesk/rules/plans/statuses';
import { z } from 'zod';
import { auditBy, writeAudit } from '../../../audit/audit.ts';
import type { Tx } from '../../../db/pool.ts';
import type { ProviderInvoice, ProviderSubscription } from '../../../common/provider-objects.ts';
import { markPlanBegun, writeBegunPlan, type EnqueueWelcome } from '../../../documents/begun-plan.ts';
import { writePlanChangeDocuments } from '../../../documents/plan-documents.ts';
import type { OperationSource } from '../../../documents/operation-receipts.ts';
import type { OperationRun } from '../../../operations/operation-run.ts';
import { PaymentsRefused } from '../../../ports/payments.ts';

/** What the payment of an invoice means for its plan; decided before it is paid. */
export const paidPlanFacts = z.object({
  subscription: z.string(),
  customer: z.string(),
  /** What this payment completes where the plan waits for it: a sign-up or a reinstatement that was declined. */
  begins: z.enum(['signup', 'reinstate']).nullable(),
  /** Whether the paying card becomes the plan's default card; where the plan begins it becomes the customer's in any case. */
  takesCard: z.boolean(),
});
type PaidPlanFacts = z.infer<typeof paidPlanFacts>;

/** A plan that was made outside Washdesk has no sign-up to complete; an online sign-up is completed by its own payment page. */
export function beginningOf({ metadata }: ProviderSubscription): PaidPlanFacts['begins'] {
  const isOurs = operationOf(metadata) !== null && metadata[subscriptionKeys.incomplete] !== 'true';
  if (!isOurs) return null;
  return metadata[subscriptionKeys.oldId] ? 'reinstate' : 'signup';
}

export const paidPlan = (subscription: ProviderSubscription, paymentMethod: string): PaidPlanFacts => ({
  subscription: subscription.id,
  customer: subscription.customer,
  begins: subscription.status === 'incomplete' ? beginningOf(subscription) : null,
  takesCard: subscription.ended_at === null && subscription.default_payment_method !== paymentMethod,
});

/**
 * Makes the card that paid the plan's default, so that the next month is charged to it.
 * @returns why Stripe refused it: the invoice is paid all the same
 */
export async function makeCardDefault(
  run: OperationRun<unknown>,
  plan: PaidPlanFacts,
  defaultPaymentMethod: string,
): Promise<string | null> {
  const { subscription, customer, begins, takesCard } = plan;
  try {
    if (takesCard) {
      await run.write('subscription', 'card', (step) => run.payments.changeSubscription(step, subscription, { defaultPaymentMethod }));
    }
    if (begins)
      await run.write('customer', 'default-card', (step) => run.payments.updateCustomer(step, customer, { defaultPaymentMethod }));
    return null;
  } catch (error) {
    if (error instanceof PaymentsRefused) return error.message;
    throw error;
  }
}

export interface BegunPlan {
  begins: NonNullable<PaidPlanFacts['begins']>;
  subscription: ProviderSubscription;
  invoice: ProviderInvoice;
}

/** The plan that begins with this payment; null where none does, or where it does not run yet. */
export function begunPlan(
  plan: PaidPlanFacts | null,
  subscription: ProviderSubscription | null,
  invoice: ProviderInvoice,
): BegunPlan | null {
  if (!plan?.begins || !subscription || !isGoodStatus(subscription.status)) return null;
  return { begins: plan.begins, subscription, invoice };
}

/** Writes audit, note, receipt and whatever else follows a sign-up or a reinstatement. */
export async function writeBegun(tx: Tx, run: OperationSource, begun: BegunPlan, enqueueWelcome: EnqueueWelcome, at: Date): Promise<void> {
  const { begins, subscription, invoice } = begun;
  const { id, customer, status } = subscription;
  const action = begins === 'signup' ? 'subscription.started' : 'subscription.reinstated';
  const after = { customer, status, invoice: invoice.id, paid: invoice.amount_paid, resumed: true };
  await writeAudit(tx, { ...auditBy(run.by), action, subject: `subscription:${id}`, after, at });
  if (begins === 'signup') await writeBegunPlan(tx, run, { subscription, invoice }, enqueueWelcome, at);
  else {
    await markPlanBegun(tx, id, at);
    await writePlanChangeDocuments(tx, run, { change: 'reinstate', subscription, billed: [invoice] }, at);
  }
}
