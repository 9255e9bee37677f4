import { z } from 'zod';
import { isMember, isRunning, signUpRefusal } from '@washdesk/rules/plans/statuses';
import { Failure } from '../../../../common/failure.ts';
import type {
  ProviderCard,
  ProviderCharge,
  ProviderInvoice,
  ProviderPaymentIntent,
  ProviderSubscription,
} from '../../../../common/provider-objects.ts';
import { detachDeclined } from '../../../../operations/declined-cards.ts';
import type { OperationRun } from '../../../../operations/operation-run.ts';
import { declineDetails } from '../../../../operations/provider-failures.ts';
import { readFirstInvoice, readPayment } from '../../../../operations/read-payment.ts';
import { voidInvoice } from '../../../../operations/void-invoice.ts';
import { startTerms, CardDeclined } from '../../../../ports/payments.ts';

/** Everything needed to begin a plan, decided before any call, so that it can be repeated. */
export const planStart = z.object({
  customer: z.string(),
  paymentMethod: z.string(),
  start: startTerms,
  metadata: z.record(z.string(), z.string()),
  /** An earlier start of the same plan whose card declined: its open invoice is paid instead of starting a second subscription. */
  resume: z.object({ subscription: z.string(), invoice: z.string() }).nullable(),
  /** Unpaid earlier starts on other terms: ended first. */
  abandon: z.array(z.string()),
  /** Cards that earlier starts captured and that declined: detached after this one is paid. */
  detach: z.array(z.string()),
  /** Metadata of the customer that clears a price kept for another plan; null for none. */
  outdated: z.record(z.string(), z.string()).nullable(),
});
export type PlanStart = z.infer<typeof planStart>;

export interface StartedPlan {
  subscription: ProviderSubscription;
  invoice: ProviderInvoice | null;
  /** Null if it succeeded. */
  declined: PaymentFailure | null;
  /** Detached because they had declined. */
  detached: ProviderCard[];
}

type Payment = Omit<StartedPlan, 'detached'>;

/** Why the first payment failed, as the screens show it (docs/rules/billing.md#sign-up). */
export type PaymentFailure = Record<
  'code' | 'declineCode' | 'reason' | 'riskLevel' | 'sellerMessage' | 'networkStatus' | 'paymentIntent' | 'charge',
  string | null
>;

const approved = 'approved_by_network';

/** Begins a plan and reads the result, so that the mirror is complete at once. Repeatable. */
export async function startPlan(run: OperationRun<unknown>, plan: PlanStart): Promise<StartedPlan> {
  for (const id of plan.abandon) await abandon(run, id);
  const started = await (plan.resume ? resume(run, plan, plan.resume) : begin(run, plan));
  if (started.declined) return { ...started, detached: [] };
  const { customer, outdated } = plan;
  if (outdated) await run.write('customer', 'kept-price', (step) => run.payments.updateCustomer(step, customer, { metadata: outdated }));
  return { ...started, detached: await detachDeclined(run, customer, plan.detach) };
}

/** Refuses to begin a plan beside another that runs, collected or not. @throws Failure 409 `already_subscribed` */
export function refuseBeside(others: readonly Pick<ProviderSubscription, 'id' | 'status'>[]): void {
  const other = others.find(({ status }) => isMember(status)) ?? others.find(({ status }) => isRunning(status));
  const refusal = other && signUpRefusal(other.status);
  if (refusal) throw new Failure(409, 'already_subscribed', refusal, { details: { subscription: other.id, status: other.status } });
}

/**
 * Ends an earlier start that was never paid.
 * @throws Failure 409 `already_subscribed` if it was paid since: a running plan must not be ended
 */
async function abandon(run: OperationRun<unknown>, id: string): Promise<void> {
  const earlier = await run.read('subscription', id);
  if (earlier) refuseBeside([earlier]);
  const ended = await run.write('subscription', `abandon-${id}`, (step) =>
    run.payments.cancelSubscription(step, id, 'Replaced by another plan or other terms before payment'),
  );
  // a plan that never began must not be paid
  if (ended.latest_invoice) await voidInvoice(run, ended.latest_invoice);
}

async function begin(run: OperationRun<unknown>, { customer, paymentMethod, start, metadata }: PlanStart): Promise<Payment> {
  const subscription = await run.write(
    'subscription',
    'start',
    (step) => run.payments.startSubscription(step, { customer, paymentMethod, start, metadata }),
    () => run.payments.findByOperation('subscription', { customer }, run.id),
  );
  return withPayment(run, subscription);
}

async function resume(
  run: OperationRun<unknown>,
  { customer, paymentMethod }: PlanStart,
  earlier: { subscription: string; invoice: string },
): Promise<Payment> {
  const { subscription: id, invoice } = earlier;
  await run.write('customer', 'default-card', (step) =>
    run.payments.updateCustomer(step, customer, { defaultPaymentMethod: paymentMethod }),
  );
  await run.write('subscription', 'card', (step) => run.payments.changeSubscription(step, id, { defaultPaymentMethod: paymentMethod }));
  const declined = await payOpenInvoice(run, 'pay', invoice, paymentMethod);
  const subscription = await run.read('subscription', id);
  if (!subscription) throw new Error(`Subscription ${id} not found`);
  const started = await withPayment(run, subscription);
  return { ...started, declined: declined ?? started.declined };
}

/** @returns why the card declined; null if the invoice is paid */
export async function payOpenInvoice(
  run: OperationRun<unknown>,
  step: string,
  id: string,
  paymentMethod: string,
): Promise<PaymentFailure | null> {
  const paid = async (): Promise<ProviderInvoice | null> => {
    const invoice = await run.payments.fetch('invoice', id, 'interactive');
    return invoice?.status === 'paid' ? invoice : null;
  };
  try {
    await run.write('invoice', step, (named) => run.payments.payInvoice(named, id, paymentMethod), paid);
    return null;
  } catch (error) {
    if (!(error instanceof CardDeclined)) throw error;
    return declineDetails(error.decline);
  }
}

async function withPayment(run: OperationRun<unknown>, subscription: ProviderSubscription): Promise<Payment> {
  const invoice = await readFirstInvoice(run, subscription);
  const { intent, charge } = await readPayment(run, invoice);
  const succeeded = isMember(subscription.status) || charge?.outcome?.network_status === approved;
  return { subscription, invoice, declined: succeeded ? null : failureOfCharge(intent, charge) };
}

function failureOfCharge(intent: ProviderPaymentIntent | null, charge: ProviderCharge | null): PaymentFailure {
  const error = intent?.last_payment_error;
  return {
    code: error?.code ?? charge?.failure_code ?? null,
    declineCode: error?.decline_code ?? null,
    reason: charge?.outcome?.reason ?? null,
    riskLevel: charge?.outcome?.risk_level ?? null,
    sellerMessage: charge?.outcome?.seller_message ?? null,
    networkStatus: charge?.outcome?.network_status ?? null,
    paymentIntent: intent?.id ?? null,
    charge: charge?.id ?? null,
  };
}
