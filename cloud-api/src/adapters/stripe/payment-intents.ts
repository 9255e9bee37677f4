import type { Stripe } from 'stripe';
import type { NewPaymentIntent, PaymentsWriter } from '../../ports/payments.ts';
import { canonical, expandOfObject } from './requests/canonical.ts';
import type { Connections } from './requests/connect.ts';
import { withOutcome } from './requests/outcomes.ts';
import { idempotencyKeyOf, operationMetadata } from './requests/step-key.ts';

/**
 * `payment_method_types` is refused by this version of the API; what a browser or reader may offer is listed instead. A reader's payment
 * takes a typed card too: where the reader fails it is paid by the form, and there is no second payment that could be paid as well.
 */
function collected(how: NewPaymentIntent['how']): Partial<Stripe.PaymentIntentCreateParams> {
  if (how.kind === 'reader') return { allowed_payment_method_types: ['card_present', 'card'], capture_method: 'manual' };
  // captured by the API, which looks at the card first: a browser could name a stored one
  if (how.kind === 'form') return { allowed_payment_method_types: ['card'], capture_method: 'manual' };
  // with Link among them, for a card that its owner stored there
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
