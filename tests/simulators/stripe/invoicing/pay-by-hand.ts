import type { Invoice } from '../objects/invoice.ts';
import type { Sandbox } from '../state/sandbox.ts';
import { noPaymentMethod } from '../subscribe/create.ts';
import { paymentMethodOf } from '../subscribe/order.ts';
import { StripeFault } from '../wire/errors.ts';
import type { Input } from '../wire/input.ts';
import { attemptPayment, payOutOfBand, paymentMethodFor } from './attempt.ts';

/** Handles `pay` of an invoice: drafts, open and uncollectible ones. @throws CardFault 402 if the card is declined */
export function payByHand(sandbox: Sandbox, invoice: Invoice, input: Input): Invoice {
  input.boolean('off_session');
  if (invoice.status === 'paid') throw new StripeFault(400, 'Invoice is already paid');
  if (invoice.status === 'void') throw new StripeFault(400, 'This invoice is void and can no longer be paid.');
  if (input.boolean('paid_out_of_band')) return payOutOfBand(sandbox, invoice);
  const wanted = paymentMethodOf(sandbox, input, 'payment_method', invoice.customer ?? '');
  const paymentMethod = wanted ?? paymentMethodFor(sandbox, invoice);
  if (paymentMethod === null && invoice.amount_due > 0) throw noPaymentMethod();
  const attempted = attemptPayment(sandbox, invoice, { automatic: false, paymentMethod: paymentMethod ?? undefined });
  if (attempted.declined) throw attempted.declined;
  return sandbox.store.get('invoice', invoice.id) ?? attempted.invoice;
}
