import type { DeviceHealth, HealthListener, Unsubscribe } from './device.ts';
import type { PosLookups } from './pos-lookups.ts';
import type { PosSales } from './pos-sales.ts';
import type { PosWrites } from './pos-writes.ts';

/** Nothing was done, and it may be tried again at any time: the database is away, busy or does not allow writing. */
export class PosUnavailable extends Error {
  override readonly name = 'PosUnavailable';
}

/** The answer did not come in time: a read may be asked again; a write may have happened and is repeated only with its own id. */
export class PosTimedOut extends Error {
  override readonly name = 'PosTimedOut';
}

/** The database understood and refused. The same call will be refused again. */
export class PosRefused extends Error {
  override readonly name = 'PosRefused';
}

/**
 * The point of sale of one site. Every call ends soon after its `signal` aborts.
 * @throws PosUnavailable | PosTimedOut | PosRefused, and nothing else but what `takeSales` names
 */
export interface PosDatabase extends PosLookups, PosSales, PosWrites {
  /** Begins to connect to the database. Returns at once; one that is away is tried without end. */
  start(): void;
  stop(): Promise<void>;
  health(): DeviceHealth;
  onHealth(listener: HealthListener): Unsubscribe;
}
