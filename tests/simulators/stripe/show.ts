import { showSubscription } from './objects/subscription.ts';
import type { Store, StoredObject } from './store.ts';

export type WireObject = Record<string, unknown> & { id: string; object: string };

/** A stored object as it goes over the wire: a copy, free to be expanded. */
export function show(store: Store, object: StoredObject): WireObject {
  if (object.object !== 'subscription') return structuredClone<WireObject>({ ...object });
  const price = store.get('price', object.item.priceId);
  if (!price) throw new Error(`subscription ${object.id} names a price that does not exist: ${object.item.priceId}`);
  return structuredClone(showSubscription(object, price));
}
