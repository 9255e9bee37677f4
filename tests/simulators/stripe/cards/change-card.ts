import type { World } from '../world.ts';
import type { BehaviourName } from './behaviours.ts';

/** A stored card's bank changes its mind: money has run out, the card is reported lost, or it is good again. */
export function changeCard({ store }: World, paymentMethod: string, behaviour: BehaviourName): void {
  const method = store.get('payment_method', paymentMethod);
  if (!method) throw new Error(`no such payment method: ${paymentMethod}`);
  store.put({ ...method, behaviour });
}
