import type { CardFault } from '../cards/card-fault.ts';
import type { Charge } from '../objects/charge.ts';
import type { PaymentIntent } from '../objects/payment-intent.ts';
import type { Sandbox } from '../state/sandbox.ts';
import { noSuchReference } from '../wire/errors.ts';
import { confirmPayment } from './confirm.ts';
import { createPaymentIntent } from './intents.ts';
import { usableMethod } from './usable-method.ts';

export interface Collection {
  paymentIntent: PaymentIntent;
  /** Null if there was no payment method to charge. */
  charge: Charge | null;
  declined: CardFault | null;
}

interface CollectionRequest {
  customer: string;
  /** Cents. */
  amount: number;
  paymentMethod: string | null;
  description: string | null;
  metadata?: Record<string, string>;
  /** Saves the card for later charges of a subscription. */
  keepsCard?: boolean;
  /** False if the cardholder is present to authenticate. */
  offSession?: boolean;
  /** An intent that waits for another payment method; if omitted, a new one is created. */
  paymentIntent?: string;
}

/** Charges a customer for an invoice, off session by default. @throws StripeFault if the payment method cannot be used */
export function collect(sandbox: Sandbox, wanted: CollectionRequest): Collection {
  const { customer, paymentMethod } = wanted;
  const method = paymentMethod === null ? null : usableMethod(sandbox, { id: paymentMethod, customer });
  const paymentIntent = intentFor(sandbox, wanted);
  if (method === null) return { paymentIntent, charge: null, declined: null };
  return confirmPayment(sandbox, paymentIntent, method, { offSession: wanted.offSession ?? true });
}

function intentFor(
  sandbox: Sandbox,
  { customer, amount, description, metadata, keepsCard = true, paymentIntent }: CollectionRequest,
): PaymentIntent {
  if (paymentIntent === undefined) {
    return createPaymentIntent(sandbox, {
      customer,
      amount,
      description,
      metadata: metadata ?? {},
      allowedTypes: ['card', 'link'],
      captureMethod: 'automatic',
      setupFutureUsage: keepsCard ? 'off_session' : null,
    });
  }
  const existing = sandbox.store.get('payment_intent', paymentIntent);
  if (!existing) throw noSuchReference('payment_intent', paymentIntent, 'payment_intent');
  return existing;
}
