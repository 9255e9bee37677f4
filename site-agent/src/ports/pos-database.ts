import type { DeviceHealth, HealthListener, Unsubscribe } from './device.ts';
import type { PosLookups } from './pos-lookups.ts';
import type { PosRestores } from './pos-restores.ts';
import type { PosSales } from './pos-sales.ts';
import type { PosWrites } from './pos-writes.ts';

/** Nothing was done, and a retry is allowed at any time: the database is unavailable, busy or does not allow writing. */
export class PosUnavailable extends Error {
  override readonly name = 'PosUnavailable';
}

/** The response did not arrive in time: a read may be retried; a write may have happened and is repeated only with its own id. */
export class PosTimedOut extends Error {
  override readonly name = 'PosTimedOut';
}

/** The database rejected the call, and would reject the same call again. */
export class PosRefused extends Error {
  override readonly name = 'PosRefused';
}

/**
 * The point of sale of one site. Every call ends soon after its `signal` aborts.
 * @throws PosUnavailable | PosTimedOut | PosRefused, and otherwise only what `takeSales` names
 */
export interface PosDatabase extends PosLookups, PosRestores, PosSales, PosWrites {
  /** Begins to connect to the database. Returns at once; an unavailable one is retried without limit. */
  start(): void;
  stop(): Promise<void>;
  health(): DeviceHealth;
  onHealth(listener: HealthListener): Unsubscribe;
}
