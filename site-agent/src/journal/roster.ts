import type { DatabaseSync } from 'node:sqlite';
import type { Logger } from 'pino';
import { redeemWindowMs as defaultRedeemWindowMs } from '@washdesk/rules/company/redeem-window';
import type { RosterEntry, RosterPage } from '@washdesk/site-protocol/roster';
import { checksumOfDigests, digestOf } from '@washdesk/site-protocol/roster-checksum';
import type { Clock } from '../ports/clock.ts';
import { Meta } from './meta.ts';
import { execIfWritable } from './open-database.ts';
import { RosterCopy } from './roster-copy.ts';
import { openRosterFile } from './roster-file.ts';
import { transaction } from './transaction.ts';

const currentKey = 'current';
const confirmedKey = 'confirmed';
const redeemWindowKey = 'redeem window';

/** A page differs from its checksum: it was damaged on its way. */
export class RosterPageDamaged extends Error {
  override readonly name = 'RosterPageDamaged';
}

/**
 * The site's members by code, so that a lane can decide without the cloud (docs/rules/lane.md#roster). Lanes read one of two copies while a
 * snapshot fills the other, over restarts too.
 */
export class Roster {
  readonly #database: DatabaseSync;
  readonly #meta: Meta;
  readonly #clock: Clock;
  #current: RosterCopy;
  #other: RosterCopy;
  #redeemWindowMs: number;

  constructor(folder: string, clock: Clock, log: Logger) {
    this.#database = openRosterFile(folder, log);
    this.#meta = new Meta(this.#database);
    this.#clock = clock;
    // a damaged value is like none
    this.#redeemWindowMs = Number(this.#meta.get(redeemWindowKey)) || defaultRedeemWindowMs;
    const [first, second] = ['first', 'second'].map((name) => new RosterCopy(this.#database, this.#meta, name)) as [RosterCopy, RosterCopy];
    [this.#current, this.#other] = this.#meta.get(currentKey) === second.name ? [second, first] : [first, second];
  }

  /** The roster's number; 0 before the first snapshot. */
  get seq(): number {
    return this.#current.seq;
  }

  /** The number to fetch from: that of a snapshot that was cut half-way, otherwise the roster's. */
  get fetchFrom(): number {
    return this.#other.seq || this.#current.seq;
  }

  /** When the cloud last confirmed that the roster was complete, by its own clock; null if it never did. */
  get confirmed(): Date | null {
    const at = new Date(this.#meta.get(confirmedKey) ?? Number.NaN);
    // a damaged time is like none: the roster is then too old
    return Number.isNaN(at.getTime()) ? null : at;
  }

  /** The company's setting, as of the last fetch. */
  get redeemWindowMs(): number {
    return this.#redeemWindowMs;
  }

  find(code: string): RosterEntry | null {
    return this.#current.find(code);
  }

  /**
   * Stores the pages of one pull as they arrive, in short transactions, so that gates and commands are served meanwhile. Changes take
   * effect page by page. A snapshot takes effect with its last page, because a lane must not see half of one.
   * @param pages from `fetchFrom`, or from 0
   * @param signal ends the cleanup after a snapshot
   * @returns whether the roster now equals the cloud's; if the cloud sends no checksums, it does
   * @throws RosterPageDamaged; the pages before are stored
   */
  async apply(pages: AsyncIterable<RosterPage> | Iterable<RosterPage>, signal: AbortSignal): Promise<boolean> {
    let copy = this.#other.seq > 0 ? this.#other : this.#current;
    let proven = false;
    for await (const page of pages) {
      const rows = page.entries.map((entry) => ({ entry, digest: digestOf(entry) }));
      if (page.checksum !== undefined && page.checksum !== checksumOfDigests(rows.map(({ digest }) => digest)))
        throw new RosterPageDamaged(`The page up to ${page.seq} differs from its checksum`);
      if (page.full) {
        copy = this.#other;
        await copy.empty(signal);
      }
      await copy.store(rows, page.seq);
      this.#noteRedeemWindow(page.redeemWindowMs ?? defaultRedeemWindowMs);
      if (page.more) continue;
      proven = page.whole === undefined || page.whole === copy.checksum;
      this.#finish(copy, proven);
    }
    if (copy === this.#current) await this.#other.empty(signal);
    return proven;
  }

  /** Empties the write-ahead log, which contains what was removed since the last time. */
  forgetRemoved(): void {
    execIfWritable(this.#database, 'PRAGMA wal_checkpoint(TRUNCATE)');
  }

  close(): void {
    this.#database.close();
  }

  #noteRedeemWindow(ms: number): void {
    if (ms === this.#redeemWindowMs) return;
    this.#meta.set(redeemWindowKey, String(ms));
    this.#redeemWindowMs = ms;
  }

  #finish(copy: RosterCopy, proven: boolean): void {
    const now = this.#clock.now().toISOString();
    const before = this.#current;
    transaction(this.#database, () => {
      if (proven) this.#meta.set(confirmedKey, now);
      if (copy === before) return;
      this.#meta.set(currentKey, copy.name);
      before.forget();
    });
    if (copy !== before) [this.#current, this.#other] = [copy, before];
  }
}
