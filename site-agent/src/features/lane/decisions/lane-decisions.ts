import type { Logger } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import { agentDevice, type CommandResult } from '@washdesk/site-protocol/commands';
import type { LivePayload } from '@washdesk/site-protocol/events';
import type { RosterEntry } from '@washdesk/site-protocol/roster';
import { gateOpenExpiryMs } from '@washdesk/site-protocol/timing';
import type { CommandDispatcher } from '../../../actions/command-dispatcher.ts';
import { steadyNow } from '../../../actions/steady-clock.ts';
import type { Journal } from '../../../journal/journal.ts';
import type { Alongside, LaneUsage } from '../../../journal/lane-usages.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { EnteredAdmission, EnteredCode, LaneAdmission } from '../../../ports/lane-admission.ts';
import type { SiteEvents } from '../../../ports/site-events.ts';
import { WriteDeadline } from '../../../ports/write-deadline.ts';
import { decide, type Decision, type RosterAgePolicy } from './decide.ts';
import type { UsageWriter } from './usage-writer.ts';

/** A car at a lane: its code as the roster has it. */
export interface LaneRead {
  lane: number;
  /** The device that read it. */
  source: string;
  code: string;
  /** When it was read, on the clock of `performance.now()`. */
  at: number;
}

export interface LaneDecisionsOptions {
  policy: RosterAgePolicy;
  /** The gate of each lane that opens by itself. */
  gates: ReadonlyMap<number, string>;
  journal: Journal;
  clock: Clock;
  dispatcher: Pick<CommandDispatcher, 'dispatch'>;
  usageWriter: Pick<UsageWriter, 'start'>;
  events: Pick<SiteEvents, 'publish'>;
  log: Logger;
}

interface Opening {
  command: string;
  gate: LivePayload<'decision'>['gate'];
  /** The usage that was stored with it; null if none was. */
  usage: string | null;
}

interface OpeningOf {
  gate: string;
  entry: RosterEntry;
  /** Whether the wash is stored with the opening; false for a car whose wash is stored already. */
  records: boolean;
  now: Date;
}

const noOpening = { command: null, gate: null, usage: null };

/** Results of an opening that let no car in. */
const stayedShut = new Set<LivePayload<'decision'>['gate']>(['rejected', 'expired', 'interlocked', 'unavailable']);

/**
 * Decides about each car by the site's roster, and opens the gates of lanes that open by themselves (docs/rules/lane.md#decisions-at-the-lane).
 * The usage is stored in the transaction that stores the opening's id, so neither exists without the other.
 */
export class LaneDecisions implements LaneAdmission {
  readonly #options: LaneDecisionsOptions;
  /** Usages whose gate let no car in: the same car is admitted again at the same lane. They are kept as long as the journal keeps them. */
  readonly #shut = new WeakSet<LaneUsage>();
  readonly #running = new Set<Promise<unknown>>();

  constructor(options: LaneDecisionsOptions) {
    this.#options = options;
  }

  /** Decides about a car. Returns whether it was let in; never rejects. */
  read(read: LaneRead): Promise<boolean> {
    const running = this.#decide(read)
      .catch((error: unknown) => {
        this.#options.log.error({ err: error, lane: read.lane }, 'Lane decision failed');
        return false;
      })
      .finally(() => this.#running.delete(running));
    this.#running.add(running);
    return running;
  }

  admit({ id, lane, code }: EnteredCode): EnteredAdmission {
    const { journal, clock, usageWriter, events, log } = this.#options;
    const [began, now] = [performance.now(), clock.now()];
    const entry = journal.roster.find(code);
    const planName = entry?.planName ?? null;
    if (journal.laneUsages.find(id)?.record.code === code) return { admitted: true, reason: 'admitted', planName, recorded: true };
    const { admitted, reason } = this.#decision(entry, now);
    if (!admitted || !entry) return { admitted, reason, planName, recorded: false };
    journal.addUsage(usageOf({ id, lane, code }, entry, agentDevice, now));
    usageWriter.start();
    const decidedMs = performance.now() - began;
    const payload = { lane, code, customer: entry.customer, admitted, reason, decidedMs, ...noOpening, usage: id, answeredMs: null };
    events.publish({ kind: 'decision', source: agentDevice, payload });
    log.info({ lane, reason, usage: id }, 'Wash recorded for an entered code');
    return { admitted, reason, planName, recorded: true };
  }

  /** Waits for openings in progress. */
  async stop(): Promise<void> {
    await Promise.all(this.#running);
  }

  async #decide(read: LaneRead): Promise<boolean> {
    const { gates, journal, clock, log } = this.#options;
    const now = clock.now();
    const entry = journal.roster.find(read.code);
    const { admitted, reason, recent } = this.#decision(entry, now);
    const decidedMs = performance.now() - read.at;

    const gate = gates.get(read.lane);
    const again = reason === 'already-redeemed' && recent?.lane === read.lane && this.#shut.has(recent);
    const opens = gate !== undefined && entry !== null && (admitted || again);
    const opening = opens ? await this.#open(read, { gate, entry, records: admitted, now }) : null;
    if (opening?.usage) this.#options.usageWriter.start();
    if (opening) this.#noteShut(opening, again ? recent : opening.usage === null ? null : journal.laneUsages.find(opening.usage));

    const { lane, source, code } = read;
    const answeredMs = opening && performance.now() - read.at;
    const payload = { lane, code, customer: entry?.customer ?? null, admitted, reason, decidedMs, ...(opening ?? noOpening), answeredMs };
    this.#options.events.publish({ kind: 'decision', source, payload });
    log.info({ lane, admitted, reason, gate: opening?.gate, usage: opening?.usage }, 'Lane decision');
    return opening !== null && !stayedShut.has(opening.gate);
  }

  #decision(entry: RosterEntry | null, now: Date): Decision & { recent: LaneUsage | null } {
    const { policy, journal } = this.#options;
    const { redeemWindowMs } = journal.roster;
    const recent = entry && journal.laneUsages.latestOf(entry.customer, now, redeemWindowMs);
    // a damaged list does not show who is no member
    const confirmed = entry === null && journal.roster.isDamaged ? null : journal.roster.confirmed;
    const redeemed = recent && new Date(now.getTime() - recent.agoMs);
    return { ...decide({ entry, confirmed, redeemed, redeemWindowMs, now }, policy), recent: recent && recent.usage };
  }

  /** Opens the gate, unless the read is too long ago: then nothing is stored and nothing moves. */
  async #open(read: LaneRead, { gate: device, entry, records, now }: OpeningOf): Promise<Opening> {
    const { dispatcher, journal } = this.#options;
    const { lane, at } = read;
    const command = uuidv7();
    const alongside = records ? usageOf({ ...read, id: uuidv7() }, entry, device, now, { command, gate: device }) : null;
    const outcome = await dispatcher.dispatch({
      id: command,
      source: 'lane',
      device,
      verb: 'open',
      payload: { employee: null, reason: null, byLane: { lane, customer: entry.customer } },
      deadline: new WriteDeadline(at + gateOpenExpiryMs - performance.now() + steadyNow(), steadyNow),
      leasedAt: null,
      stale: null,
      sentBefore: null,
      alongside,
    });
    const gate = outcome.ok ? (outcome.result as CommandResult<'gate.open'>).result : 'unavailable';
    const usage = alongside?.usage.record.usageId ?? null;
    return { command, gate, usage: usage !== null && journal.laneUsages.find(usage) ? usage : null };
  }

  #noteShut({ gate }: Opening, usage: LaneUsage | null): void {
    if (usage === null) return;
    if (stayedShut.has(gate)) this.#shut.add(usage);
    else this.#shut.delete(usage);
  }
}

function usageOf(
  { id, lane, code }: EnteredCode,
  entry: RosterEntry,
  source: string,
  now: Date,
  opening?: { command: string; gate: string },
): Alongside {
  const { customer, planName, productClass, priceIncrease } = entry;
  const at = now.toISOString();
  return {
    usage: {
      customer,
      lane,
      record: { usageId: id, code, planName: planName ?? '', productClass, terminal: null, employee: null, at },
    },
    event: {
      kind: 'usage',
      source,
      payload: { id, lane, code, customer, planName, productClass, priceIncrease, at, ...(opening && { opening }) },
    },
  };
}
