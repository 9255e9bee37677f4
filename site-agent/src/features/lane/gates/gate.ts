import type { CommandPayload, CommandResult, GateResult } from '@washdesk/site-protocol/commands';
import { inThisCommand } from '../../../actions/command-scope.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { ActionResult, CommandContext } from '../../../ports/commands.ts';
import type { GateDriver, GateState, HeldEnd, PulseResult, UnconfirmedReason } from '../../../ports/gate-driver.ts';
import type { SiteEvents } from '../../../ports/site-events.ts';
import { OpeningLimits, type Limits } from './opening-limits.ts';

export interface GateOptions extends Limits {
  id: string;
  driver: GateDriver;
  /** Whether the gate opens if the command's id cannot be written to disk. */
  opensWithoutJournal: boolean;
}

type Open = CommandPayload<'gate.open'>;

/** After a longer wait for the disk the gate is read again before it opens. */
const freshReadingMs = 100;

/** One gate: one opening at a time, not too soon after the last and not too often. */
export class Gate {
  readonly opensWithoutJournal: boolean;
  readonly #id: string;
  readonly #driver: GateDriver;
  readonly #limits: OpeningLimits;
  readonly #clock: Clock;
  readonly #events: Pick<SiteEvents, 'publish'>;
  #opening = false;

  constructor({ id, driver, opensWithoutJournal, cooldownMs, maxPerHour }: GateOptions, clock: Clock, events: Pick<SiteEvents, 'publish'>) {
    this.#id = id;
    this.opensWithoutJournal = opensWithoutJournal;
    this.#driver = driver;
    this.#limits = new OpeningLimits({ cooldownMs, maxPerHour });
    this.#clock = clock;
    this.#events = events;
  }

  /** Returns the result if the gate may not be opened now. A second opening does not queue behind the first: it would be late. */
  refused(payload: Open, context: CommandContext): CommandResult<'gate.open'> | null {
    const objection = this.#opening ? 'The gate is already opening' : this.#limits.objection(performance.now());
    return objection === null ? null : this.outcome('rejected', objection, payload, context).result;
  }

  /**
   * Begins to read the gate, and returns the opening of a gate that is not refused.
   * @returns throws DeviceUnavailable | CommandExpired if nothing was written
   */
  prepare(payload: Open, context: CommandContext): () => Promise<ActionResult<'gate.open'>> {
    const began = performance.now();
    const reading = this.#driver.readToOpen();
    // the opening reports its failure
    reading.catch(() => undefined);
    return () => this.#open(payload, context, performance.now() - began <= freshReadingMs ? reading : undefined);
  }

  async #open(payload: Open, context: CommandContext, reading?: Promise<GateState>): Promise<ActionResult<'gate.open'>> {
    this.#opening = true;
    try {
      context.mark?.('journal', 'The id of the command is stored');
      const onHeldEnd = inThisCommand((end: HeldEnd): void =>
        this.#events.publish({ kind: 'held-end', source: this.#id, payload: { command: context.id, ...end } }),
      );
      const pulse = await this.#driver.pulse(context.deadline, context.mark, reading, onHeldEnd);
      if (movedRelay(pulse)) this.#limits.pulsed(performance.now());
      const { result, ...more } = this.outcome(pulse.result, explanation(pulse), payload, context);
      return { ...more, result: { ...result, ...unalarming(pulse) } };
    } finally {
      this.#opening = false;
    }
  }

  /** Returns a result with its durable event. */
  outcome(
    result: GateResult,
    reason: string | null,
    { employee, reason: why, localRole, byLane }: Open,
    { id }: CommandContext,
  ): ActionResult<'gate.open'> {
    const at = this.#clock.now().toISOString();
    const localPage = localRole && localRole !== 'unknown' && { localPage: { role: localRole, reason: why } };
    const payload = { command: id, gate: this.#id, result, reason, employee, ...localPage, ...(byLane && { byLane }) };
    return {
      result: { result, reason, repeated: false, at },
      event: { kind: 'gate-result', source: this.#id, payload },
    };
  }

  /** @throws DeviceUnavailable if the device does not respond */
  async status(): Promise<CommandResult<'gate.status'>> {
    const { relay, gateOpen = null, presence = null, merge = null } = await this.#driver.read();
    return { relay, gateOpen, presence, merge };
  }
}

function movedRelay(pulse: PulseResult): boolean {
  if (pulse.result === 'opened') return pulse.evidence !== 'already-open';
  return pulse.result === 'unconfirmed';
}

/** Returns why an unconfirmed opening is no reason for an alarm. */
function unalarming(pulse: PulseResult): { noReadback?: true; held?: true } {
  if (pulse.result !== 'unconfirmed') return {};
  return { ...(pulse.reason === 'no-readback' && { noReadback: true }), ...(pulse.reason === 'request-held' && { held: true }) };
}

const unconfirmed: Record<UnconfirmedReason, string> = {
  'gate-did-not-open': 'The relay closed, but the gate wasn’t seen opening',
  'relay-did-not-close': 'The relay board accepted the command, but its relay wasn’t seen closing',
  'write-unanswered': 'The relay board accepted the command but didn’t respond',
  'write-answered-wrongly': 'The relay board sent an unexpected response',
  'request-held': 'The wash is in use; the gate opens when it’s free',
  'no-readback': 'The relay was switched on; it can’t report more',
};

function explanation(pulse: PulseResult): string | null {
  switch (pulse.result) {
    case 'opened':
      return pulse.evidence === 'already-open' ? 'The gate was already open' : null;
    case 'unconfirmed':
      return unconfirmed[pulse.reason];
    case 'interlocked':
      return 'A vehicle is on the loop behind the gate';
  }
}
