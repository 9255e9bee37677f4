import type { DeviceKind } from '@washdesk/site-protocol/envelope';

/** What every device port shares: its identity, its health, and the error for an action that could not be done. */

/** A device as the cloud lists it. `lane` is null for a device that does not serve a single lane. */
export interface DeviceIdentity {
  id: string;
  kind: DeviceKind;
  name: string;
  lane: number | null;
}

/**
 * - `connecting`: not reached since `start()`
 * - `ready`: responds, no fault
 * - `faulty`: responds, but reports a fault of its own (no paper, a relay that stays on)
 * - `offline`: does not respond; the driver retries without limit
 */
export type DeviceStatus = 'connecting' | 'ready' | 'faulty' | 'offline';

export interface DeviceHealth {
  status: DeviceStatus;
  /** The root cause as a sentence for IT ('out of paper', 'no answer from unit 3'), missing while `ready`. */
  problem?: string;
}

export type HealthListener = (health: DeviceHealth) => void;

/** What a device reported when an installer asked it, as two short texts. */
export interface ProbeLine {
  what: string;
  found: string;
}

/** Removes a listener. Calling it twice is safe. */
export type Unsubscribe = () => void;

/** The methods of every driver, for any port. */
export interface Driver {
  /** Begins to connect to the device. Returns at once; an unavailable device is retried without limit. */
  start(): void;
  stop(): Promise<void>;
  health(): DeviceHealth;
  onHealth(listener: HealthListener): Unsubscribe;
  /** Asks the device what it has. Reads only: nothing moves, and an opening waits for one request at most. */
  probe?: (() => Promise<ProbeLine[]>) | undefined;
}

/**
 * The device could not be used and **provably nothing was done**: no relay was written, no byte was printed. The caller may release the
 * command's id and retry. An action with an unknown outcome never throws this error.
 */
export class DeviceUnavailable extends Error {
  override readonly name = 'DeviceUnavailable';
}
