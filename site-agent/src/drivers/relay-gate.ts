import { setTimeout as sleep } from 'node:timers/promises';
import type { Mark } from '../ports/commands.ts';
import { DeviceUnavailable, type ProbeLine, type Unsubscribe } from '../ports/device.ts';
import type { GateDriver, GateState, HeldEnd, PulseResult, UnconfirmedReason } from '../ports/gate-driver.ts';
import { CommandExpired, type WriteDeadline } from '../ports/write-deadline.ts';
import { pause } from '../transports/reconnect.ts';
import { ConnectedDevice } from './connected-device.ts';
import type { RelayBoard } from './relay-board.ts';
import { Relay, type EnergiseOutcome, type RelayOptions } from './relay.ts';

export interface RelayGateOptions<Board extends RelayBoard> extends RelayOptions {
  /** Whether the gate-open input is wired. */
  hasGateOpenInput: boolean;
  /** Whether the board reports its relay; default true. Without it, `read` returns what was last written. */
  hasReadback?: boolean;
  /** Maximum wait for the gate-open input. */
  confirmMs: number;
  /** Polling interval of the gate, idle and while waiting for an opening. */
  watchMs: number;
  confirmingMs: number;
  /** @param signal ends the attempt only: a connected board stays open, because OFF is written at the end */
  connect(signal: AbortSignal): Promise<Board>;
  /** Lists what the board has, over the gate's connection if there is one. */
  probe?: (board: Board | undefined) => Promise<ProbeLine[]>;
}

interface Opening {
  deadline: WriteDeadline;
  mark: Mark | undefined;
  /** What the board reports before the write. */
  reading: Promise<GateState>;
  onHeldEnd: ((end: HeldEnd) => void) | undefined;
}

/** Maximum time from the call to the write, so that the agent can watch the gate and still respond within its 3 s. */
const freshMs = 1_000;

/** A relay that was seen off so recently, twice the time between two readings, is not read again before an order. */
const seenOffWithinMs = 500;

/** Waits between attempts. A car may be waiting, so a board that is back is found within two seconds. */
const backoff = { minMs: 200, maxMs: 2_000 };

/** Maximum wait for a new connection while a relay is on that only the agent opens: OFF is due 250 ms after a loss. */
const releaseWithinMs = 50;

/** Shown to a cashier; addresses and the board's own text are for IT, in the device's health and in the log. */
const outOfOrder = 'its relay board isn’t working right now';

/** A gate whose operator’s input is wired to a relay, on any board (docs/site-devices.md#gates). */
export class RelayGate<Board extends RelayBoard> extends ConnectedDevice<GateState> implements GateDriver {
  readonly probe: (() => Promise<ProbeLine[]>) | undefined;
  readonly #options: RelayGateOptions<Board>;
  readonly #relay: Relay;
  #board: Board | undefined;
  #shown: GateState | undefined;
  #released = false;
  #pulsing = false;
  #orders = 0;
  /** When the relay was last read as off, since the last order. */
  #offAt = -Infinity;
  /**
   * What the last order failed to do although the board accepted it. Reported until an order succeeds, since the board reports no fault.
   */
  #disobeyed: string | null = null;

  constructor(options: RelayGateOptions<Board>) {
    super(backoff);
    this.#options = options;
    this.#relay = new Relay(options);
    const { probe } = options;
    this.probe = probe && (() => probe(this.#board));
  }

  onState(listener: (state: GateState) => void): Unsubscribe {
    return this.subscribe(listener);
  }

  async read(): Promise<GateState> {
    return orUnavailable(this.#look(this.#connected()));
  }

  /** Without a gate-open input the relay is the proof of an opening, so it is read right before the order. */
  async readToOpen(): Promise<GateState> {
    const isKnownOff = this.#options.hasGateOpenInput && performance.now() - this.#offAt <= seenOffWithinMs;
    return orUnavailable(this.#look(this.#connected(), isKnownOff ? false : undefined));
  }

  async pulse(
    deadline: WriteDeadline,
    mark?: Mark,
    reading?: Promise<GateState>,
    onHeldEnd?: (end: HeldEnd) => void,
  ): Promise<PulseResult> {
    if (this.#pulsing) throw new DeviceUnavailable('another pulse is running');
    this.#pulsing = true;
    try {
      const board = this.#connected();
      return await this.#open(board, { deadline: deadline.within(freshMs), mark, reading: reading ?? this.readToOpen(), onHeldEnd });
    } finally {
      this.#pulsing = false;
    }
  }

  /**
   * Opens the gate. The read before the write detects a dead board, a wrong unit and an occupied lane while it is certain that nothing was
   * done.
   */
  async #open(board: RelayBoard, { deadline, mark, reading, onHeldEnd }: Opening): Promise<PulseResult> {
    const before = await reading;
    mark?.('readback', `Before: ${sentenceOf(before)}`);
    if (before.merge) return { result: 'interlocked', reason: 'merge-occupied' };
    if (before.gateOpen) return { result: 'opened', evidence: 'already-open' };
    if (before.relay) throw new DeviceUnavailable(stillOn[this.#options.mode]);

    const energised = await orUnavailable(this.#order(board, before, deadline, onHeldEnd));
    mark?.('relay', ordered[energised]);
    const pulse = await this.#confirm(energised);
    mark?.('readback', this.#shown ? `After: ${sentenceOf(this.#shown)}` : 'The board was not read afterwards');
    const fault = pulse.result === 'unconfirmed' && pulse.reason === 'write-answered-wrongly' && this.#relay.fault;
    if (fault) this.#disobeyed = notExecuted(fault);
    else this.#disobeyed = pulse.result === 'unconfirmed' ? disobeyed[pulse.reason] : null;
    return pulse;
  }

  /** Sends an order. A board that rejects it stays reachable, so the rejection is reported too. */
  async #order(board: RelayBoard, before: GateState, deadline: WriteDeadline, onHeldEnd: Opening['onHeldEnd']): Promise<EnergiseOutcome> {
    this.#orders += 1;
    this.#offAt = -Infinity;
    try {
      return await this.#relay.energise(board, before, deadline, onHeldEnd);
    } catch (error) {
      if (this.#relay.fault !== undefined) this.#disobeyed = notExecuted(this.#relay.fault);
      throw error;
    }
  }

  /** Confirms an opening by the gate's input or, if none is wired, by the relay's readback. */
  async #confirm(energised: EnergiseOutcome): Promise<PulseResult> {
    const { hasGateOpenInput: isWired, hasReadback = true } = this.#options;
    if (!isWired && energised !== 'acknowledged') return { result: 'unconfirmed', reason: unconfirmed[energised] };
    if (!isWired && !hasReadback) return { result: 'unconfirmed', reason: 'no-readback' };
    const seen = await this.#watchOpening(isWired);
    if (seen.gateOpen) return { result: 'opened', evidence: 'gate-input' };
    if (energised !== 'acknowledged') return { result: 'unconfirmed', reason: unconfirmed[energised] };
    if (seen.relay && seen.washInUse) return { result: 'unconfirmed', reason: 'request-held' };
    if (seen.relay && !isWired) return { result: 'opened', evidence: 'relay' };
    return { result: 'unconfirmed', reason: seen.relay ? 'gate-did-not-open' : 'relay-did-not-close' };
  }

  /** Reads until the gate is open, or the relay closed if no input is wired. A board lost meanwhile may come back in time. */
  async #watchOpening(isWired: boolean): Promise<{ relay: boolean; gateOpen: boolean; washInUse: boolean }> {
    const { confirmMs, confirmingMs } = this.#options;
    const deadline = performance.now() + (isWired ? confirmMs : Math.min(this.#relay.closedMs, confirmMs));
    const seen = { relay: false, gateOpen: false, washInUse: false };
    do {
      const now = await this.#readIfConnected();
      seen.relay ||= now?.relay === true;
      seen.gateOpen = now?.gateOpen === true;
      seen.washInUse = now?.washInUse === true;
      if (isWired ? seen.gateOpen : seen.relay) break;
      await sleep(confirmingMs);
    } while (performance.now() < deadline);
    return seen;
  }

  async #readIfConnected(): Promise<GateState | undefined> {
    try {
      return this.#board && (await this.#look(this.#board));
    } catch {
      // the pulse was sent: a failed read proves nothing, and the watch reports the loss
      return undefined;
    }
  }

  protected override waitMs(ms: number): number {
    return this.#relay.waitsForRelease ? Math.min(ms, releaseWithinMs) : ms;
  }

  /** Serves one connection: OFF first if due, then reads in a loop. */
  protected override async serve(signal: AbortSignal): Promise<void> {
    const board = await this.#options.connect(signal);
    try {
      await this.#makeSafe(board);
      this.#board = board;
      const ended = AbortSignal.any([signal, board.ended]);
      while (!signal.aborted) {
        const isStuck = await this.#relay.watch(board, await this.#look(board));
        this.healthReport.responds(isStuck ? 'the relay stays on' : (this.#disobeyed ?? this.#relay.heldTooLong));
        await pause(this.#options.watchMs, ended);
      }
      await this.#relay.release(board, 'stopped');
    } finally {
      this.#board = undefined;
      this.#shown = undefined;
      this.#offAt = -Infinity;
      await board.close();
    }
  }

  /**
   * Writes OFF on the first connection without reading, because a crash may have left the relay on. Later connections write only if a
   * request was held, or the relay is on and the board does not release it: a restored connection alone is not a reason to write to an
   * output.
   */
  async #makeSafe(board: RelayBoard): Promise<void> {
    const { waitsForRelease, releasesItself } = this.#relay;
    const isDue = !this.#released || waitsForRelease || (!releasesItself && (await board.read()).relay);
    if (isDue) await this.#relay.release(board, 'connection-was-lost');
    this.#released = true;
  }

  async #look(board: RelayBoard, relay?: boolean): Promise<GateState> {
    const [began, orders] = [performance.now(), this.#orders];
    const state = await board.read(relay);
    if (relay === undefined && orders === this.#orders) this.#offAt = state.relay ? -Infinity : began;
    this.#relay.saw(state);
    if (!sameState(this.#shown, state)) {
      this.#shown = state;
      this.tell(state);
    }
    return state;
  }

  #connected(): RelayBoard {
    if (!this.#board)
      throw new DeviceUnavailable(outOfOrder, { cause: new Error(this.healthReport.current.problem ?? 'not connected yet') });
    return this.#board;
  }
}

const stillOn = { pulse: 'the relay is still on from before', hold: 'the last request is still held' };

const ordered: Record<EnergiseOutcome, string> = {
  acknowledged: 'The board acknowledged the order',
  unanswered: 'The order was sent; the board didn’t respond',
  'answered-wrongly': 'The order was sent; the board sent an unexpected response',
};

/** Returns the readings that are wired: "relay on, gate closed, loop behind the gate free". */
function sentenceOf({ relay, gateOpen, presence, merge, washInUse }: GateState): string {
  const readings = [
    `relay ${relay ? 'on' : 'off'}`,
    gateOpen === undefined ? null : `gate ${gateOpen ? 'open' : 'closed'}`,
    presence === undefined ? null : `loop before the gate ${presence ? 'occupied' : 'free'}`,
    merge === undefined ? null : `loop behind the gate ${merge ? 'occupied' : 'free'}`,
    washInUse === undefined ? null : `wash ${washInUse ? 'in use' : 'free'}`,
  ];
  return readings.filter((reading) => reading !== null).join(', ');
}

/** Health after an order without a confirmed effect; null if none can be confirmed. */
const disobeyed: Record<UnconfirmedReason, string | null> = {
  'relay-did-not-close': 'the relay didn’t close on the last command',
  'gate-did-not-open': 'the gate wasn’t seen open on the last command',
  'write-answered-wrongly': 'the relay board sent a wrong response to the last command',
  'write-unanswered': 'the relay board didn’t respond to the last command',
  'no-readback': null,
  'request-held': null,
};

const notExecuted = (fault: string): string => `the relay board didn’t execute the last command: ${fault}`;

const unconfirmed = { unanswered: 'write-unanswered', 'answered-wrongly': 'write-answered-wrongly' } as const;

/** Wraps work that fails only while it is certain that nothing was switched. */
async function orUnavailable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof CommandExpired) throw error;
    throw new DeviceUnavailable(outOfOrder, { cause: error });
  }
}

function sameState(a: GateState | undefined, b: GateState): boolean {
  const inputs = ['relay', 'gateOpen', 'presence', 'merge', 'washInUse'] as const;
  return inputs.every((input) => a?.[input] === b[input]);
}
