import { makePaymentIntent, type PaymentIntent } from '../objects/payment-intent.ts';
import type { World } from '../world.ts';

type Wanted = Omit<Parameters<typeof makePaymentIntent>[0], 'id' | 'clientSecret' | 'created'>;

/** Puts a new PaymentIntent down and says so. */
export function createPaymentIntent(world: World, wanted: Wanted): PaymentIntent {
  const id = world.newId('pi');
  const intent = makePaymentIntent({ ...wanted, id, clientSecret: `${id}_${world.newId('secret')}`, created: world.now() });
  world.store.put(intent);
  world.emit('payment_intent.created', id);
  return intent;
}

/** Puts down what an intent has become, under the event that tells it. */
export function changePaymentIntent(world: World, intent: PaymentIntent, change: Partial<PaymentIntent>, event?: string): PaymentIntent {
  const changed = { ...intent, ...change };
  world.store.put(changed);
  if (event) world.emit(event, intent.id);
  return changed;
}
