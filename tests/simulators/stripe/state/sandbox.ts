import type { Store } from './store.ts';

/** What an operation works on. */
export interface Sandbox {
  store: Store;
  /** A fresh id such as `pst_test_…`. */
  newId(prefix: string): string;
  /** Epoch seconds by the movable clock; what every `created` and every rule of time goes by. */
  now(): number;
  /** Forward only, to epoch seconds; everything that falls due on the way is done. */
  moveClock(to: number): void;
  /**
   * Says that an object has just become so (call it after `store.put`): Stripe's event of that type, with the object as it goes
   * over the wire now and, for an update, the fields that were different before.
   */
  emit(type: string, objectId: string, previous?: Record<string, unknown>): void;
}
