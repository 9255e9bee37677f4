import type { Mark } from './commands.ts';
import type { DeviceHealth, HealthListener, Unsubscribe } from './device.ts';
import type { WriteDeadline } from './write-deadline.ts';

/** The readings of a gate. An input that is not wired is absent, which differs from false. */
export interface GateState {
  /** The output's readback: true while the operator's input is closed. What was last written to it, if it has no readback. */
  relay: boolean;
  gateOpen?: boolean;
  /** A car is on the loop before the gate. */
  presence?: boolean;
  /** A car is on the loop behind the gate, so the gate must not open. */
  merge?: boolean;
  /** The wash is washing a car, so a held request waits. */
  washInUse?: boolean;
}

export type OpenEvidence =
  /** The gate-open input was on before any write; nothing was written. */
  | 'already-open'
  /** The gate-open input came on after the pulse. */
  | 'gate-input'
  /** No gate-open input is wired. The relay's readback after the acknowledged pulse was closed; more cannot be known. */
  | 'relay';

export type UnconfirmedReason =
  /** The relay closed, but the gate-open input stayed off for `confirmMs`. */
  | 'gate-did-not-open'
  /** The pulse was acknowledged, but neither the relay nor the gate was seen to move. */
  | 'relay-did-not-close'
  /** The response to the write was not its echo: the relay may have closed. */
  | 'write-answered-wrongly'
  /** The write was sent without a response: the relay may have closed. */
  | 'write-unanswered'
  /** The request is held until the wash is no longer in use; the gate opens then. */
  | 'request-held'
  /** The write was sent to a relay without any readback, of a gate without an input: no opening of this gate is ever confirmed. */
  | 'no-readback';

/**
 * The driver's part of the product's vocabulary. `duplicate`, `expired` and `rejected` are decided before the driver is called;
 * `interlocked` means that nothing was written.
 */
export type PulseResult =
  | { result: 'opened'; evidence: OpenEvidence }
  | { result: 'unconfirmed'; reason: UnconfirmedReason }
  | { result: 'interlocked'; reason: 'merge-occupied' };

/** What ended a held request (docs/decisions/0095-held-requests.md). */
export type HeldEndReason = 'wash-free' | 'merge-occupied' | 'longest-time' | 'connection-was-lost' | 'stopped';

/** The end of a held request: its relay was switched off. */
export interface HeldEnd {
  reason: HeldEndReason;
  heldMs: number;
  /** Whether the gate was seen open meanwhile; null without a gate-open input. */
  gateOpened: boolean | null;
}

/**
 * One gate of one lane. A driver can open and read it; there is no way to close it or to bypass its loops (docs/site-devices.md#gates). The
 * gates feature enforces cooldown, hourly cap, duplicates, leases and one call at a time per gate.
 */
export interface GateDriver {
  /** Forces the relay off and begins to watch the gate. Returns at once; an unreachable device is retried without limit. */
  start(): void;
  /** Forces the relay off if the device is reachable, then closes the connection. */
  stop(): Promise<void>;
  /**
   * Closes the relay once, for the configured time or until the wash has taken the request. At most one pulse per call, never repeated by the driver, and none after the deadline.
   * @param mark notes what the board reported before, the order, and what proves the opening
   * @param reading begun just before by `readToOpen`; without it the gate is read now
   * @param onHeldEnd called once when a held request ends, which may be before this call returns
   * @throws DeviceUnavailable | CommandExpired if nothing was written
   */
  pulse(deadline: WriteDeadline, mark?: Mark, reading?: Promise<GateState>, onHeldEnd?: (end: HeldEnd) => void): Promise<PulseResult>;
  /**
   * Reads the device now.
   * @throws DeviceUnavailable if it does not respond
   */
  read(): Promise<GateState>;
  /**
   * Reads what decides whether the gate may open: its inputs now, and its relay now or, if it was seen off, up to half a second ago.
   * @throws DeviceUnavailable if it does not respond
   */
  readToOpen(): Promise<GateState>;
  /** Calls the listener with every change, and with the first state after each connection. */
  onState(listener: (state: GateState) => void): Unsubscribe;
  health(): DeviceHealth;
  onHealth(listener: HealthListener): Unsubscribe;
}
