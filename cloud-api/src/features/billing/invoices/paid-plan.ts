import { z } from 'zod';
import { operationOf, subscriptionKeys } from '@washdesk/rules/company/metadata-keys';
import { awaitsFirstPayment, isMember } from '@washdesk/rules/plans/statuses';
import { auditBy, writeAudit } from '../../../audit/audit.ts';
import type { ProviderInvoice, ProviderSubscription } from '../../../common/provider-objects.ts';
import type { Tx } from '../../../db/pool.ts';
import { markPlanBegun, writeBegunPlan, type EnqueueWelcome } from '../../../documents/begun-plan.ts';
import type { OperationSource } from '../../../documents/operation-receipts.ts';
import { writePlanChangeDocuments } from '../../../documents/plan-documents.ts';
import type { OperationRun } from '../../../operations/operation-run.ts';
import { PaymentsRefused } from '../../../ports/payments.ts';

/** The effect of an invoice's payment on its plan, decided before the payment. */
export const paidPlanFacts = z.object({
  subscription: z.string(),
  customer: z.string(),
  /** What this payment completes: a declined sign-up or reinstatement. */
  begins: z.enum(['signup', 'reinstate']).nullable(),
  /** Whether the paying card becomes the plan's default. If the plan begins, it always becomes the customer's default. */
  takesCard: z.boolean(),
});
type PaidPlanFacts = z.infer<typeof paidPlanFacts>;

/** A plan created outside Washdesk has no sign-up to complete. An online sign-up is completed by its own payment page. */
export function beginningOf({ metadata }: ProviderSubscription): PaidPlanFacts['begins'] {
  const isOurs = operationOf(metadata) !== null && metadata[subscriptionKeys.incomplete] !== 'true';
  if (!isOurs) return null;
  return metadata[subscriptionKeys.oldId] ? 'reinstate' : 'signup';
}

export const paidPlan = (subscription: ProviderSubscription, paymentMethod: string): PaidPlanFacts => ({
  subscription: subscription.id,
  customer: subscription.customer,
  begins: awaitsFirstPayment(subscription.status) ? beginningOf(subscription) : null,
  takesCard: subscription.ended_at === null && subscription.default_payment_method !== paymentMethod,
});

/**
 * Makes the paying card the plan's default, so that it is charged next month.
 * @returns why Stripe rejected it; the invoice is paid anyway
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

/** Returns the plan that begins with this payment; null if there is none or it is not running yet. */
export function begunPlan(
  plan: PaidPlanFacts | null,
  subscription: ProviderSubscription | null,
  invoice: ProviderInvoice,
): BegunPlan | null {
  if (!plan?.begins || !subscription || !isMember(subscription.status)) return null;
  return { begins: plan.begins, subscription, invoice };
}

/** Writes audit, note, receipt and everything else that follows a sign-up or reinstatement. */
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
