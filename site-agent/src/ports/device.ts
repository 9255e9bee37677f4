import type { DeviceKind } from '@washdesk/site-protocol/envelope';

/** What every device port shares: its identity, its health, and the error that says that nothing could be done. */

/** A device as the cloud lists it. `lane` is null for what serves no single lane. */
export interface DeviceIdentity {
  id: string;
  kind: DeviceKind;
  name: string;
  lane: number | null;
}

/**
 * - `connecting`: not reached since `start()`
 * - `ready`: answers, nothing wrong
 * - `faulty`: answers, but reports a fault of its own (no paper, a relay that stays on)
 * - `offline`: was tried and does not answer; the driver keeps trying without end
 */
export type DeviceStatus = 'connecting' | 'ready' | 'faulty' | 'offline';

export interface DeviceHealth {
  status: DeviceStatus;
  /** The root cause as a sentence for IT ('out of paper', 'no answer from unit 3'), absent while `ready`. */
  problem?: string;
}

export type HealthListener = (health: DeviceHealth) => void;

/** Removes a listener. Calling it twice does no harm. */
export type Unsubscribe = () => void;

/** What every driver has, whatever its port. */
export interface Driver {
  /** Begins to connect to the device. Returns at once; one that is away is tried without end. */
  start(): void;
  stop(): Promise<void>;
  /** The last known health. */
  health(): DeviceHealth;
  onHealth(listener: HealthListener): Unsubscribe;
}

/**
 * The device could not be used and **provably nothing was done**: no relay was written, no byte was printed. The caller may free the
 * command's id and try again. An action whose outcome is unknown is never reported by this error.
 */
export class DeviceUnavailable extends Error {
  override readonly name = 'DeviceUnavailable';
}
