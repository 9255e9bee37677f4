import type { ProviderCharge, ProviderInvoice, ProviderPaymentIntent, ProviderSubscription } from '../common/provider-objects.ts';
import type { OperationRun } from './operation-run.ts';

interface Payment {
  intent: ProviderPaymentIntent | null;
  charge: ProviderCharge | null;
}

/** Reads the payment of an invoice into the mirror; the newest if several attempts created several intents. */
export async function readPayment(run: OperationRun<unknown>, invoice: ProviderInvoice | null): Promise<Payment> {
  const newest = intentsOf(invoice).at(-1);
  return newest ? read(run, newest) : { intent: null, charge: null };
}

/** Reads every payment of an invoice into the mirror. */
export async function readPayments(run: OperationRun<unknown>, invoice: ProviderInvoice): Promise<void> {
  for (const id of intentsOf(invoice)) await read(run, id);
}

/** Reads the first invoice of a subscription into the mirror: if an operation is executed late, the latest one is a renewal. */
export async function readFirstInvoice(run: OperationRun<unknown>, subscription: ProviderSubscription): Promise<ProviderInvoice | null> {
  const latest = subscription.latest_invoice ? await run.read('invoice', subscription.latest_invoice) : null;
  if (!latest || latest.billing_reason !== 'subscription_cycle') return latest;
  const all = await run.payments.listOf('invoice', subscription.customer, 'interactive');
  const first = all.find(
    ({ billing_reason, parent }) =>
      billing_reason === 'subscription_create' && parent?.subscription_details?.subscription === subscription.id,
  );
  return first ? run.read('invoice', first.id) : null;
}

const intentsOf = (invoice: ProviderInvoice | null): string[] =>
  invoice?.payments?.data.flatMap(({ payment }) => payment.payment_intent ?? []) ?? [];

async function read(run: OperationRun<unknown>, id: string): Promise<Payment> {
  const intent = await run.read('payment_intent', id);
  const charge = intent?.latest_charge ? await run.read('charge', intent.latest_charge) : null;
  return { intent, charge };
}
