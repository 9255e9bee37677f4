import type { CardFault } from '../cards/card-fault.ts';
import type { Charge } from '../objects/charge.ts';
import type { PaymentIntent } from '../objects/payment-intent.ts';
import { noSuchReference } from '../wire/errors.ts';
import type { Sandbox } from '../state/sandbox.ts';
import { confirmPayment } from './confirm.ts';
import { createPaymentIntent } from './intents.ts';
import { usableMethod } from './usable-method.ts';

export interface Collection {
  paymentIntent: PaymentIntent;
  /** Null where there was no payment method to charge. */
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
  /** For the charges of a subscription to come. */
  keepsCard?: boolean;
  /** False where a person could authenticate now. */
  offSession?: boolean;
  /** One that waits for another payment method; without it a new one is made. */
  paymentIntent?: string;
}

/** Charges a customer as an invoice does to be paid, off session unless told otherwise. @throws StripeFault where the payment method cannot be used at all */
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
