import { z } from 'zod';
import { subscriptionKeys } from '@washdesk/rules/company/metadata-keys';
import type { ProviderInvoice, ProviderPrice, ProviderSubscription } from '../../../../common/provider-objects.ts';
import { priceIdOf } from '../../../../mirror/reads/price-id.ts';
import type { OperationRun } from '../../../../operations/operation-run.ts';
import { declined } from '../../../../operations/provider-failures.ts';
import { readPayment } from '../../../../operations/read-payment.ts';
import { priceChangeSchema, CardDeclined, PaymentsRefused } from '../../../../ports/payments.ts';
import { planChanges } from './change-terms.ts';
import { planBeforeSchema } from './changed-plans.ts';
import { heldScheduleFacts, withoutSchedule } from './held-schedule.ts';

export const planChangeFacts = z.object({
  change: z.enum(planChanges),
  customer: z.string(),
  subscription: z.string(),
  /** The newest invoice before the change, which does not bill it. */
  latestInvoice: z.string().nullable(),
  before: planBeforeSchema,
  held: heldScheduleFacts.nullable(),
  item: z.string(),
  /** Null if `newPrice` must be created. */
  price: z.string().nullable(),
  /** The chosen price; under a downgrade's cap another one is paid. */
  listed: z.string(),
  newPrice: z
    .object({ product: z.string(), amount: z.number(), nickname: z.string(), metadata: z.record(z.string(), z.string()) })
    .nullable(),
  prorate: priceChangeSchema.shape.prorate,
  /** Epoch seconds, from the preview. */
  prorationDate: z.number(),
  /** The card that pays and becomes the default; null if the current default pays. */
  paymentMethod: z.string().nullable(),
  customerMetadata: z.record(z.string(), z.string()).nullable(),
  capped: z.boolean(),
  /** Months of guarantee of the new plan's class; null if the class stays. */
  duration: z.number().nullable(),
});
export type PlanChangeFacts = z.infer<typeof planChangeFacts>;

export interface CommittedChange {
  subscription: ProviderSubscription;
  /** The invoice for what was billed at once. */
  invoice: ProviderInvoice | null;
  /** The price created for the change. */
  created: ProviderPrice | null;
  missing: RefusedUpdate | null;
}

/** A customer update that Stripe rejected after the change was made. */
export interface RefusedUpdate {
  what: string;
  why: string;
}

/** Executes the change at the provider and reads its result. Repeatable. @throws Failure 402 `card_declined`; nothing is changed then */
export async function commitChange(run: OperationRun<PlanChangeFacts>): Promise<CommittedChange> {
  const { newPrice, prorate, latestInvoice } = run.facts;
  const created = newPrice && (await makePrice(run, newPrice));
  const price = created?.id ?? run.facts.price;
  if (price === null) throw new Error('Plan change has no target price');
  const subscription = await withoutSchedule(run, () => changeTo(run, price));
  const missing = await updateCustomer(run);
  const billed = prorate === 'always_invoice' && subscription.latest_invoice !== latestInvoice ? subscription.latest_invoice : null;
  const invoice = billed ? await run.read('invoice', billed) : null;
  await readPayment(run, invoice);
  return { subscription, invoice, created, missing };
}

function makePrice(run: OperationRun<PlanChangeFacts>, wanted: NonNullable<PlanChangeFacts['newPrice']>): Promise<ProviderPrice> {
  const made = () => run.payments.findByOperation('price', { product: wanted.product }, run.id);
  return run.write('price', 'price', (step) => run.payments.createPrice(step, wanted), made);
}

/** The plan is already changed and paid: a rejection here must not fail the whole operation. */
async function updateCustomer(run: OperationRun<PlanChangeFacts>): Promise<RefusedUpdate | null> {
  const { customer, paymentMethod, customerMetadata } = run.facts;
  if (paymentMethod === null && customerMetadata === null) return null;
  const fields = {
    ...(paymentMethod !== null && { defaultPaymentMethod: paymentMethod }),
    ...(customerMetadata && { metadata: customerMetadata }),
  };
  try {
    await run.write('customer', 'customer', (step) => run.payments.updateCustomer(step, customer, fields));
    return null;
  } catch (error) {
    if (!(error instanceof PaymentsRefused)) throw error;
    const what = [paymentMethod !== null && 'the default card', customerMetadata && 'the kept price'];
    return { what: what.filter(Boolean).join(' and '), why: error.message };
  }
}

async function changeTo(run: OperationRun<PlanChangeFacts>, price: string): Promise<ProviderSubscription> {
  const { subscription: id, item, prorate, prorationDate, paymentMethod, duration } = run.facts;
  const priceChange = { item, price, prorate, prorationDate };
  const change = {
    priceChange,
    ...(paymentMethod !== null && { defaultPaymentMethod: paymentMethod }),
    ...(duration !== null && { metadata: { [subscriptionKeys.planDuration]: String(duration) } }),
  };
  const changed = async (): Promise<ProviderSubscription | null> => {
    const now = await run.payments.fetch('subscription', id, 'interactive');
    return now && priceIdOf(now) === price ? now : null;
  };
  try {
    return await run.write('subscription', 'change', (step) => run.payments.changeSubscription(step, id, change), changed);
  } catch (error) {
    if (error instanceof CardDeclined) throw await notPaid(run, error);
    throw error;
  }
}

/** Reads the failed attempt into the mirror. Stripe keeps no invoice of a change it did not make, unless the error names one. */
async function notPaid(run: OperationRun<PlanChangeFacts>, error: CardDeclined) {
  const { paymentIntent, charge } = error.decline;
  if (paymentIntent) await run.read('payment_intent', paymentIntent);
  if (charge) await run.read('charge', charge);
  const listed = paymentIntent ? await run.payments.listOf('invoice', run.facts.customer, 'interactive') : [];
  const invoice = listed.find(({ payments }) => payments?.data.some(({ payment }) => payment.payment_intent === paymentIntent));
  return declined(error, { details: { invoice: invoice?.id ?? null } });
}
