import { makePaymentIntent, type PaymentIntent } from '../objects/payment-intent.ts';
import type { Sandbox } from '../state/sandbox.ts';

type NewPaymentIntent = Omit<Parameters<typeof makePaymentIntent>[0], 'id' | 'clientSecret' | 'created'>;

/** Puts a new PaymentIntent down and says so. */
export function createPaymentIntent(sandbox: Sandbox, wanted: NewPaymentIntent): PaymentIntent {
  const id = sandbox.newId('pi');
  const intent = makePaymentIntent({ ...wanted, id, clientSecret: `${id}_${sandbox.newId('secret')}`, created: sandbox.now() });
  sandbox.store.put(intent);
  sandbox.emit('payment_intent.created', id);
  return intent;
}

/** Puts down what an intent has become, under the event that tells it. */
export function changePaymentIntent(
  sandbox: Sandbox,
  intent: PaymentIntent,
  change: Partial<PaymentIntent>,
  event?: string,
): PaymentIntent {
  const changed = { ...intent, ...change };
  sandbox.store.put(changed);
  if (event) sandbox.emit(event, intent.id);
  return changed;
}
