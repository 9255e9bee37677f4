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
  /** No gate-open input is wired: the relay, read back after the pulse was acknowledged, was closed. That is all that can be known. */
  | 'relay';

export type UnconfirmedReason =
  /** The relay closed, the gate-open input stayed off for `confirmMs`. */
  | 'gate-did-not-open'
  /** The pulse was acknowledged, and neither the relay nor the gate was seen to move. */
  | 'relay-did-not-close'
  /** The write was answered with something else than its echo: the relay may have closed. */
  | 'write-answered-wrongly'
  /** The write was sent and no answer came: the relay may have closed. */
  | 'write-unanswered';

/**
 * The driver's part of the product's vocabulary. `duplicate`, `expired` and `rejected` are decided before the driver is called;
 * `interlocked` means that nothing was written.
 */
export type PulseResult =
  | { result: 'opened'; evidence: OpenEvidence }
  | { result: 'unconfirmed'; reason: UnconfirmedReason }
  | { result: 'interlocked'; reason: 'merge-occupied' };

/**
 * One gate of one lane. It can be opened and read; there is no way to close it and none to bypass its loops (docs/site-devices.md#gates).
 * Cooldown, the hourly cap, duplicates and leases are the gates feature's, as is one call at a time for each gate.
 */
export interface GateDriver {
  /** Forces the relay off and begins to watch the gate. Returns at once; an unreachable device is tried without end. */
  start(): void;
  /** Forces the relay off where the device can be reached, then closes the connection. */
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
