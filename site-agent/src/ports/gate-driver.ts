import type { DeviceHealth, HealthListener, Unsubscribe } from './device.ts';

/** What a gate shows. An input that is not wired is absent, which is not the same as false. */
export interface GateState {
  /** The output's readback: true while the operator's input is closed. */
  relay: boolean;
  gateOpen?: boolean;
  /** A car stands on the loop before the gate. */
  presence?: boolean;
  /** A car stands on the loop behind the gate, so that the gate must not open. */
  merge?: boolean;
}

export type OpenEvidence =
  /** The gate-open input was on before anything was written; nothing was written. */
  | 'already-open'
  /** The gate-open input came on after the pulse. */
  | 'gate-input'
  /** No gate-open input is wired: the board acknowledged the pulse and that is all anyone can know. */
  | 'relay';

export type UnconfirmedReason =
  /** The pulse was acknowledged, the gate-open input stayed off for `confirmMs`. */
  | 'gate-did-not-open'
  /** The write was sent and no answer came: the relay may have closed. */
  | 'write-unanswered';

/**
 * The driver's part of the product's vocabulary. `duplicate`, `expired` and `rejected` are decided before the driver is
 * asked; `interlocked` means that nothing was written.
 */
export type PulseResult =
  | { result: 'opened'; evidence: OpenEvidence }
  | { result: 'unconfirmed'; reason: UnconfirmedReason }
  | { result: 'interlocked'; reason: 'merge-occupied' };

/**
 * One gate of one lane. It can be opened and looked at; there is no way to close it and none to go round its loops
 * (docs/site-devices.md#gates). Cooldown, the hourly cap, duplicates and leases are the gates feature's; one call at a time a gate too.
 */
export interface GateDriver {
  /** Forces the relay off and begins to watch the gate. Returns at once; a dead device is tried for ever. */
  start(): void;
  /** Forces the relay off where the device can be reached, then lets go of it. */
  stop(): Promise<void>;
  /**
   * Closes the relay once for the configured time. At most one pulse a call, never repeated by the driver.
   * @throws DeviceUnavailable when nothing was written
   */
  pulse(): Promise<PulseResult>;
  /**
   * Asks the device now.
   * @throws DeviceUnavailable when it does not answer
   */
  read(): Promise<GateState>;
  /** Called with every change, and with the first state after each connection. */
  onState(listener: (state: GateState) => void): Unsubscribe;
  health(): DeviceHealth;
  onHealth(listener: HealthListener): Unsubscribe;
}
