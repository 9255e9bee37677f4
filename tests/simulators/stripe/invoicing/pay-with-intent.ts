import type { PaymentIntent } from '../objects/payment-intent.ts';
import type { World } from '../world.ts';
import { attemptPayment } from './attempt.ts';

/** An intent that was confirmed by itself, not by its invoice (a person authenticated, say), pays the invoice it was made for. */
export function payWithIntent(world: World, paymentIntent: PaymentIntent): void {
  if (paymentIntent.status !== 'succeeded') return;
  const payments = world.store.list('invoice_payment');
  const payment = payments.find((each) => each.payment.payment_intent === paymentIntent.id && each.status === 'open');
  const invoice = payment && world.store.get('invoice', payment.invoice);
  if (invoice) attemptPayment(world, invoice, { automatic: false, collection: { paymentIntent, charge: null, declined: null } });
}
