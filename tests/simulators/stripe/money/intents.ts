import { makePaymentIntent, type PaymentIntent } from '../objects/payment-intent.ts';
import type { Sandbox } from '../state/sandbox.ts';

type NewPaymentIntent = Omit<Parameters<typeof makePaymentIntent>[0], 'id' | 'clientSecret' | 'created'>;

/** Stores a new PaymentIntent and emits its event. */
export function createPaymentIntent(sandbox: Sandbox, wanted: NewPaymentIntent): PaymentIntent {
  const id = sandbox.newId('pi');
  const intent = makePaymentIntent({ ...wanted, id, clientSecret: `${id}_${sandbox.newId('secret')}`, created: sandbox.now() });
  sandbox.store.put(intent);
  sandbox.emit('payment_intent.created', id);
  return intent;
}

/** Stores a changed intent and emits the matching event. */
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
