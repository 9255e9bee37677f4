import type { ProviderCharge, ProviderInvoice, ProviderPaymentIntent } from '../db/provider-objects.ts';
import type { Act } from './act.ts';

interface InvoicePayment {
  intent: ProviderPaymentIntent | null;
  charge: ProviderCharge | null;
}

/** The payment of an invoice, into the mirror as well; the newest where there were several attempts with several intents. */
export async function readPayment(act: Act<unknown>, invoice: ProviderInvoice | null): Promise<InvoicePayment> {
  const id = invoice?.payments?.data.findLast(({ payment }) => payment.payment_intent)?.payment.payment_intent;
  const intent = id ? await act.read('payment_intent', id) : null;
  const charge = intent?.latest_charge ? await act.read('charge', intent.latest_charge) : null;
  return { intent, charge };
}
