import { setTimeout as sleep } from 'node:timers/promises';
import type { GateState, HeldEnd, HeldEndReason } from '../ports/gate-driver.ts';
import { CommandExpired, type WriteDeadline } from '../ports/write-deadline.ts';
import { BoardError, type RelayBoard } from './relay-board.ts';

/** How late a slow board may be before its relay counts as stuck on. */
const lateMs = 500;

export interface RelayOptions {
  /** The board times the pulse itself: the relay opens even if the agent is killed. */
  timedPulse: boolean;
  mode: 'pulse' | 'hold';
  pulseMs: number;
  maxHoldMs: number;
}

export type EnergiseOutcome = 'acknowledged' | 'unanswered' | 'answered-wrongly';

/** The one output of a gate: closed once per pulse or request, and watched so that it never stays closed. */
export class Relay {
  readonly #config: RelayOptions;
  #seenOnAt: number | undefined;
  /** The board rejected a timed pulse, so the relay is switched on and off from then on. */
  #isTimedPulseRefused = false;
  #mayBeClosed = false;
  #closedAt = 0;
  /** The wash was in use since the request. */
  #wasInUse = false;
  /** Whether the gate was open since the request; null without its input. */
  #wasOpen: boolean | null = null;
  #onHeldEnd: ((end: HeldEnd) => void) | undefined;
  #heldTooLong: string | null = null;
  #fault: string | undefined;
  /** The OFF that is being written: a board that never responds gets it twice, 50 ms apart. */
  #switchingOff: Promise<void> | undefined;

  constructor(config: RelayOptions) {
    this.#config = config;
  }

  /** The longest time that the relay is closed. */
  get closedMs(): number {
    const { mode, pulseMs, maxHoldMs } = this.#config;
    return mode === 'hold' ? maxHoldMs : pulseMs;
  }

  get #isHeld(): boolean {
    return this.#config.mode === 'hold' && this.#mayBeClosed;
  }

  /** Whether the board opens the relay even if this process or the connection is lost. */
  get releasesItself(): boolean {
    return this.#config.timedPulse && !this.#isTimedPulseRefused;
  }

  /** Whether the relay is on and this process must open it again. */
  get waitsForRelease(): boolean {
    return this.#mayBeClosed;
  }

  /** Why the last pulse ended late, as a sentence for IT; null if it ended in time. */
  get heldTooLong(): string | null {
    return this.#heldTooLong;
  }

  /** Why the board did not execute the last order, in its own words; undefined if it returned no reason. */
  get fault(): string | undefined {
    return this.#fault;
  }

  /**
   * Closes the relay for one pulse or request. A write without a response may have been executed, or may still be: that is `unanswered`, and
   * the connection is closed so that the write does not arrive later. The same applies to a write with a wrong response.
   * @param before the reading before the write
   * @param onHeldEnd called when a held request ends
   * @throws BoardError | CommandExpired only if nothing was switched
   */
  async energise(
    board: RelayBoard,
    before: GateState,
    deadline: WriteDeadline,
    onHeldEnd?: (end: HeldEnd) => void,
  ): Promise<EnergiseOutcome> {
    // the second OFF would end this pulse; a failed OFF is reported where it was ordered
    await this.#switchingOff?.catch(() => undefined);
    this.#wasInUse = before.washInUse === true;
    this.#wasOpen = before.gateOpen === undefined ? null : false;
    this.#onHeldEnd = this.#config.mode === 'hold' ? onHeldEnd : undefined;
    const energised = await this.#close(board, deadline);
    if (energised !== 'acknowledged') void board.close();
    else if (this.#mayBeClosed) void this.#releaseLater(board);
    return energised;
  }

  /** Opens the relay now, in any state: writing OFF is always safe. */
  async release(board: RelayBoard, reason: HeldEndReason): Promise<void> {
    const switchingOff = board.switchOff();
    this.#switchingOff = switchingOff;
    await switchingOff;
    const heldMs = this.#mayBeClosed ? performance.now() - this.#closedAt : 0;
    if (this.#mayBeClosed) this.#onHeldEnd?.({ reason, heldMs, gateOpened: this.#wasOpen });
    this.#onHeldEnd = undefined;
    this.#mayBeClosed = false;
    if (heldMs > this.closedMs + lateMs) this.#heldTooLong = `the relay stayed closed for ${(heldMs / 1_000).toFixed(1)} s`;
  }

  /** Notes every reading. */
  saw({ washInUse, gateOpen }: GateState): void {
    this.#wasInUse ||= washInUse === true;
    if (gateOpen === true) this.#wasOpen = true;
  }

  /**
   * Handles the readings between commands. Writes OFF at each one while the relay is closed long after its pulse, and when a request ends:
   * the wash was in use and no longer is, or a car is on the loop behind the gate.
   * @returns true if the relay stays on
   */
  async watch(board: RelayBoard, { relay: on, washInUse, merge }: GateState): Promise<boolean> {
    if (this.#isHeld && merge === true) await this.release(board, 'merge-occupied');
    else if (this.#isHeld && this.#wasInUse && washInUse === false) await this.release(board, 'wash-free');
    const now = performance.now();
    this.#seenOnAt = on ? (this.#seenOnAt ?? now) : undefined;
    if (this.#seenOnAt === undefined || now - this.#seenOnAt < this.closedMs + lateMs) return false;
    await this.release(board, 'longest-time');
    return true;
  }

  async #close(board: RelayBoard, deadline: WriteDeadline): Promise<EnergiseOutcome> {
    this.#fault = undefined;
    this.#heldTooLong = null;
    // a readback from before says nothing about this pulse
    this.#seenOnAt = undefined;
    try {
      await this.#switchOn(board, deadline);
      return 'acknowledged';
    } catch (error) {
      if (error instanceof BoardError) this.#fault = error.fault;
      if (!(error instanceof BoardError) || error.nothingDone) throw error;
      return error.isWrongAnswer ? 'answered-wrongly' : 'unanswered';
    }
  }

  /**
   * Closes the relay. Only if the board does not support a timed pulse, the relay is switched on, and off after the pulse. A request may end
   * early, so this process always opens its relay.
   */
  async #switchOn(board: RelayBoard, deadline: WriteDeadline): Promise<void> {
    if (this.releasesItself) {
      try {
        if (this.#config.mode === 'pulse') return await board.pulse(this.closedMs, deadline);
        return await this.#untilReleased(() => board.pulse(this.closedMs, deadline));
      } catch (error) {
        if (!(error instanceof BoardError && error.isUnknownRequest)) throw error;
        this.#isTimedPulseRefused = true;
      }
    }
    await this.#untilReleased(() => board.switchOn(deadline));
  }

  /** Closes the relay, which counts as closed until it is released. */
  async #untilReleased(close: () => Promise<void>): Promise<void> {
    this.#mayBeClosed = true;
    this.#closedAt = performance.now();
    try {
      await close();
    } catch (error) {
      if (error instanceof CommandExpired || (error instanceof BoardError && error.nothingDone)) this.#mayBeClosed = false;
      throw error;
    }
  }

  /** Opens the relay at the end of its time. If OFF fails, the connection is closed, and the next one begins with OFF. */
  async #releaseLater(board: RelayBoard): Promise<void> {
    const closedAt = this.#closedAt;
    await sleep(this.closedMs, undefined, { ref: false });
    // already released, or closed again since
    if (!this.#mayBeClosed || this.#closedAt !== closedAt) return;
    try {
      await this.release(board, 'longest-time');
    } catch {
      void board.close();
    }
  }
}
