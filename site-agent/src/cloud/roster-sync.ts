import type { Logger } from 'pino';
import { rosterNotice } from '@washdesk/site-protocol/envelope';
import { rosterPage, type RosterPage } from '@washdesk/site-protocol/roster';
import type { Roster } from '../journal/roster.ts';
import { backoffDelay } from '../transports/backoff.ts';
import type { CloudClient } from './cloud-client.ts';

export interface RosterSyncOptions {
  cloud: CloudClient;
  roster: Roster;
  /** Called when the roster's number has changed. */
  onMoved: () => void;
  log: Logger;
}

/** Polling interval for the roster, because a notice can be lost with the connection. */
const everyMs = 60_000;
const retry = { minMs: 1_000, maxMs: 60_000 };

/**
 * Keeps the site's copy of the members current. The agent fetches the roster by HTTPS; MQTT only announces its version
 * (docs/rules/lane.md#roster).
 */
export class RosterSync {
  readonly #options: RosterSyncOptions;
  readonly #stopping = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #pulling: Promise<void> | null = null;
  #askedAgain = false;
  #failures = 0;

  constructor(options: RosterSyncOptions) {
    this.#options = options;
  }

  start(): void {
    this.pull();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    clearTimeout(this.#timer);
    await this.#pulling;
  }

  /** Handles the cloud's `roster` notice, which contains the roster's newest number. */
  notice(payload: Buffer): void {
    const seq = parseNotice(payload);
    if (seq !== null && seq !== this.#options.roster.seq) this.pull();
  }

  /** Fetches the roster now, or again after the running fetch, which may have started before the change. */
  pull(): void {
    if (this.#stopping.signal.aborted) return;
    if (this.#pulling) {
      this.#askedAgain = true;
      return;
    }
    clearTimeout(this.#timer);
    this.#pulling = this.#pullOnce().finally(() => this.#afterPull());
  }

  async #pullOnce(): Promise<void> {
    const { roster, onMoved, log } = this.#options;
    try {
      const before = roster.seq;
      await roster.apply(this.#pages(before), this.#stopping.signal);
      this.#failures = 0;
      if (roster.seq === before) return;
      log.info({ from: before, to: roster.seq }, 'Roster updated');
      onMoved();
    } catch (error) {
      if (this.#stopping.signal.aborted) return;
      this.#failures += 1;
      log.warn({ err: error }, 'Roster not updated; lanes use the current one');
    }
  }

  /** Yields one page at a time and keeps none: a snapshot of a large company has a thousand. */
  async *#pages(since: number): AsyncGenerator<RosterPage> {
    let from = since;
    for (;;) {
      const page = await this.#options.cloud.get(`/api/agent/roster?since=${from}`, rosterPage, this.#stopping.signal);
      if (page.more && page.seq <= from && !page.full) throw new RangeError(`Roster sync made no progress at ${from}`);
      yield page;
      if (!page.more) return;
      from = page.seq;
    }
  }

  #afterPull(): void {
    this.#pulling = null;
    if (this.#stopping.signal.aborted) return;
    if (this.#askedAgain) {
      this.#askedAgain = false;
      this.pull();
      return;
    }
    const wait = this.#failures > 0 ? backoffDelay(this.#failures - 1, retry, Math.random()) : everyMs;
    this.#timer = setTimeout(() => this.pull(), wait);
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
