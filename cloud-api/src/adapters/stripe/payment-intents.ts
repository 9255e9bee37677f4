import type { Stripe } from 'stripe';
import type { NewPaymentIntent, PaymentsWriter } from '../../ports/payments.ts';
import { canonical, expandOfObject } from './requests/canonical.ts';
import type { Connections } from './requests/connect.ts';
import { withOutcome } from './requests/outcomes.ts';
import { idempotencyKeyOf, operationMetadata } from './requests/step-key.ts';

/**
 * This API version rejects `payment_method_types`; the types that a browser or reader may offer are listed instead. A reader's payment
 * accepts a typed card too: if the reader fails, the same payment is paid by the form, so it cannot be paid twice.
 */
function collected(how: NewPaymentIntent['how']): Partial<Stripe.PaymentIntentCreateParams> {
  if (how.kind === 'reader') return { allowed_payment_method_types: ['card_present', 'card'], capture_method: 'manual' };
  // captured by the API after it checks the card: a browser could name a stored one
  if (how.kind === 'form') return { allowed_payment_method_types: ['card'], capture_method: 'manual' };
  // includes Link, for a card that its owner stored there
  return { allowed_payment_method_types: ['card', 'link'], payment_method: how.paymentMethod, confirm: true, off_session: true };
}

type PaymentIntents = Pick<PaymentsWriter, 'createPaymentIntent' | 'capturePaymentIntent' | 'cancelPaymentIntent'>;

export function paymentIntents({ interactive: stripe }: Connections): PaymentIntents {
  const resource = stripe.paymentIntents;
  const form = expandOfObject('payment_intent');
  return {
    createPaymentIntent(step, { amount, customer, description, metadata, receiptEmail, how }) {
      const params = {
        amount,
        currency: 'usd',
        customer: customer ?? undefined,
        description: description ?? undefined,
        receipt_email: receiptEmail ?? undefined,
        metadata: operationMetadata(step, metadata),
        ...collected(how),
        ...form,
      };
      return withOutcome(stripe, canonical('payment_intent', resource.create(params, idempotencyKeyOf(step))));
    },

    capturePaymentIntent: (step, id) =>
      withOutcome(stripe, canonical('payment_intent', resource.capture(id, form, idempotencyKeyOf(step)))),

    cancelPaymentIntent: (step, id) => canonical('payment_intent', resource.cancel(id, form, idempotencyKeyOf(step))),
  };
}
