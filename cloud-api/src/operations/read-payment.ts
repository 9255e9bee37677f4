import type { ProviderCharge, ProviderInvoice, ProviderPaymentIntent } from '../db/provider-objects.ts';
import type { Act } from './act.ts';

interface Payment {
  intent: ProviderPaymentIntent | null;
  charge: ProviderCharge | null;
}

/** The payment of an invoice, into the mirror as well; the newest where there were several attempts with several intents. */
export async function readPayment(act: Act<unknown>, invoice: ProviderInvoice | null): Promise<Payment> {
  const newest = intentsOf(invoice).at(-1);
  return newest ? read(act, newest) : { intent: null, charge: null };
}

/** Every payment of an invoice, into the mirror. */
export async function readPayments(act: Act<unknown>, invoice: ProviderInvoice): Promise<void> {
  for (const id of intentsOf(invoice)) await read(act, id);
}

const intentsOf = (invoice: ProviderInvoice | null): string[] =>
  invoice?.payments?.data.flatMap(({ payment }) => payment.payment_intent ?? []) ?? [];

async function read(act: Act<unknown>, id: string): Promise<Payment> {
  const intent = await act.read('payment_intent', id);
  const charge = intent?.latest_charge ? await act.read('charge', intent.latest_charge) : null;
  return { intent, charge };
}
