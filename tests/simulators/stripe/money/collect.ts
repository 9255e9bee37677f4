import type { CardFault } from '../cards/card-fault.ts';
import type { Charge } from '../objects/charge.ts';
import type { PaymentIntent } from '../objects/payment-intent.ts';
import { noSuchReference } from '../wire/errors.ts';
import type { World } from '../world.ts';
import { confirmPayment } from './confirm.ts';
import { createPaymentIntent } from './intents.ts';
import { usableMethod } from './usable-method.ts';

export interface Collection {
  paymentIntent: PaymentIntent;
  /** Null where there was no payment method to charge. */
  charge: Charge | null;
  declined: CardFault | null;
}

interface Wanted {
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
export function collect(world: World, wanted: Wanted): Collection {
  const { customer, paymentMethod } = wanted;
  const method = paymentMethod === null ? null : usableMethod(world, { id: paymentMethod, customer });
  const paymentIntent = intentFor(world, wanted);
  if (method === null) return { paymentIntent, charge: null, declined: null };
  return confirmPayment(world, paymentIntent, method, { offSession: wanted.offSession ?? true });
}

function intentFor(world: World, { customer, amount, description, metadata, keepsCard = true, paymentIntent }: Wanted): PaymentIntent {
  if (paymentIntent === undefined) {
    return createPaymentIntent(world, {
      customer,
      amount,
      description,
      metadata: metadata ?? {},
      allowedTypes: ['card', 'link'],
      captureMethod: 'automatic',
      setupFutureUsage: keepsCard ? 'off_session' : null,
    });
  }
  const existing = world.store.get('payment_intent', paymentIntent);
  if (!existing) throw noSuchReference('payment_intent', paymentIntent, 'payment_intent');
  return existing;
}
