import type { Policy } from '../billing/payment.ts';
import type { Store } from './store.ts';

/** The context of an operation. */
export interface Sandbox {
  store: Store;
  /** Returns a new id such as `pst_test_…`. */
  newId(prefix: string): string;
  /** Epoch seconds of the movable clock, used for every `created` and every time rule. */
  now(): number;
  /** What becomes of a subscription after the last retry; the account's setting, by default `cancel`. */
  afterLastRetry?(): Policy['afterLastRetry'];
  /** Moves forward only, to epoch seconds, and runs everything that becomes due by then. */
  moveClock(to: number): void;
  /**
   * Emits Stripe's event for a change, after `store.put`: with the object in wire format and, for an update, the previous values of the
   * changed fields.
   */
  emit(type: string, objectId: string, previous?: Record<string, unknown>): void;
}
