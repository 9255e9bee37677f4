import type { Logger } from 'pino';
import { counted } from '@washdesk/rules/text/counts';
import { rosterNotice } from '@washdesk/site-protocol/envelope';
import { rosterPage, type RosterPage } from '@washdesk/site-protocol/roster';
import type { Roster } from '../journal/roster.ts';
import type { Clock } from '../ports/clock.ts';
import { RepeatedRun } from '../repeated-run.ts';
import { backoffDelay } from '../transports/backoff.ts';
import { LastingFailure } from '../transports/lasting-failure.ts';
import { CloudRefused, type CloudClient } from './cloud-client.ts';

export interface RosterSyncOptions {
  cloud: CloudClient;
  roster: Roster;
  clock: Clock;
  /** Called when the roster's number or the time of its confirmation should be shown again. */
  onMoved: () => void;
  /** What lanes do with an old roster. */
  policy: { maxRosterAgeHours: number; afterThat: 'refuse' | 'admit-known' };
  /** Called after each attempt with the problems as sentences for IT; null if there is none. */
  onProblems: (problems: RosterProblems) => void;
  log: Logger;
}

export interface RosterProblems {
  /** Why the cloud cannot be called. */
  cloud: string | null;
  roster: string | null;
  'roster-too-old': string | null;
}

/** Polling interval for the roster, because a notice can be lost with the connection. */
const everyMs = 40_000;
const retry = { minMs: 1_000, maxMs: 60_000 };
/** Entries of a page: few, so that the agent stays small and a gate waits a few milliseconds at most. */
const pageSize = 500;
/** The time of the last confirmation is shown this often, and is a problem after an hour. */
const shownEveryMs = 600_000;
const hourMs = 3_600_000;
/** A cloud that is starting again is no problem: only so many failures in a row. */
const failuresOfOutage = 3;

/**
 * Keeps the site's copy of the members current. The agent fetches the roster by HTTPS; MQTT only announces its version
 * (docs/rules/lane.md#roster).
 */
export class RosterSync {
  readonly #options: RosterSyncOptions;
  readonly #pulls = new RepeatedRun((signal) => this.#pullOnce(signal));
  readonly #failure: LastingFailure;
  #failures = 0;
  /** The roster differs from the cloud's: the next pull is a snapshot. */
  #differs = false;
  /** The last pull began with a damaged roster. */
  #wasDamaged = false;
  #shownAt = -Infinity;
  /** Why the last attempt failed; null if it did not. */
  #error: unknown = null;

  constructor(options: RosterSyncOptions) {
    this.#options = options;
    this.#failure = new LastingFailure(options.log);
  }

  start(): void {
    this.pull();
  }

  stop(): Promise<void> {
    return this.#pulls.stop();
  }

  /** Handles the cloud's `roster` notice, which contains the roster's newest number. */
  notice(payload: Buffer): void {
    const seq = parseNotice(payload);
    if (seq !== null && seq !== this.#options.roster.seq) this.pull();
  }

  /** Fetches the roster now, or again after the running fetch, which may have started before the change. */
  pull(): void {
    this.#pulls.request();
  }

  async #pullOnce(signal: AbortSignal): Promise<number | null> {
    const { roster, log } = this.#options;
    try {
      const before = roster.seq;
      this.#wasDamaged = roster.isDamaged;
      const since = this.#differs ? 0 : roster.fetchFrom;
      this.#differs = !(await roster.apply(this.#pages(since, signal), signal));
      this.#failures = this.#differs ? this.#failures + 1 : 0;
      this.#error = null;
      this.#failure.ended('The roster can be fetched again');
      if (this.#differs) log.error({ seq: roster.seq }, 'Roster differs from the cloud’s; a snapshot follows');
      else if (roster.seq !== before) log.info({ from: before, to: roster.seq }, 'Roster updated');
      this.#show(roster.seq !== before);
    } catch (error) {
      if (signal.aborted) return null;
      this.#failures += 1;
      this.#error = error;
      this.#failure.failed(error, 'Roster not updated; lanes use the current one');
    }
    this.#options.onProblems({ cloud: this.#cloudProblem(), roster: this.#problem(), 'roster-too-old': this.#tooOld() });
    return this.#failures > 0 ? backoffDelay(this.#failures - 1, retry, Math.random()) : everyMs;
  }

  #show(moved: boolean): void {
    const now = performance.now();
    if (!moved && now - this.#shownAt < shownEveryMs) return;
    this.#shownAt = now;
    this.#options.onMoved();
  }

  #problem(): string | null {
    if (this.#differs) return 'The list of members differs from the cloud’s and is being fetched again';
    if (this.#wasDamaged || this.#options.roster.isDamaged)
      return 'The list of members was damaged on the disk, and the cloud sends it again; check the disk';
    const confirmed = this.#confirmedBefore(1);
    return confirmed && `The list of members was last confirmed at ${confirmed.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  }

  #cloudProblem(): string | null {
    const isOutage = this.#error instanceof CloudRefused || this.#failures >= failuresOfOutage;
    return isOutage && this.#error instanceof Error ? this.#error.message : null;
  }

  /** Returns what lanes do because the roster is older than configured; null if it is not. */
  #tooOld(): string | null {
    const { maxRosterAgeHours: hours, afterThat } = this.#options.policy;
    if (this.#confirmedBefore(hours) === null) return null;
    const effect = afterThat === 'refuse' ? 'lanes admit no member' : 'lanes admit members who were in good standing';
    return `The list of members is older than ${counted(hours, 'hour')}: ${effect} until the site reaches the cloud`;
  }

  /** Returns when the roster was last confirmed; null if that is at most so many hours ago, or never was. */
  #confirmedBefore(hours: number): Date | null {
    const { roster, clock } = this.#options;
    const { confirmed } = roster;
    return confirmed !== null && clock.now().getTime() - confirmed.getTime() > hours * hourMs ? confirmed : null;
  }

  /** Yields one page at a time and fetches the next one meanwhile. A snapshot of a large company has a thousand. */
  async *#pages(since: number, signal: AbortSignal): AsyncGenerator<RosterPage> {
    for (let [from, next] = [since, this.#page(since, signal)]; ;) {
      const page = await next;
      if (page.more && page.seq <= from && !page.full) throw new RangeError(`Roster sync made no progress at ${from}`);
      if (!page.more) return yield page;
      [from, next] = [page.seq, this.#page(page.seq, signal)];
      // awaited in the next round, unless the page before cannot be stored
      next.catch(() => undefined);
      yield page;
    }
  }

  #page(since: number, signal: AbortSignal): Promise<RosterPage> {
    const { cloud } = this.#options;
    return cloud.get(`/api/agent/roster?since=${since}&most=${pageSize}`, rosterPage, signal);
  }
}

function parseNotice(payload: Buffer): number | null {
  try {
    return rosterNotice.safeParse(JSON.parse(payload.toString())).data?.seq ?? null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
