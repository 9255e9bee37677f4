import type { DatabaseSync } from 'node:sqlite';
import type { Logger } from 'pino';
import { redeemWindowMs as defaultRedeemWindowMs } from '@washdesk/rules/company/redeem-window';
import type { RosterEntry, RosterPage } from '@washdesk/site-protocol/roster';
import { checksumOfDigests, digestOf } from '@washdesk/site-protocol/roster-checksum';
import type { Clock } from '../ports/clock.ts';
import { Corrupted } from './corrupted.ts';
import { Meta } from './meta.ts';
import { execIfWritable, isDatabaseCorrupt } from './open-database.ts';
import { RosterCopy } from './roster-copy.ts';
import { createRosterFile, openRosterFile, rosterDamage } from './roster-file.ts';
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
  readonly #folder: string;
  readonly #clock: Clock;
  readonly #log: Logger;
  #database: DatabaseSync;
  #meta: Meta;
  #current: RosterCopy;
  #other: RosterCopy;
  #redeemWindowMs: number;
  #isDamaged = false;

  constructor(folder: string, clock: Clock, log: Logger) {
    this.#folder = folder;
    this.#clock = clock;
    this.#log = log;
    const opened = contentOf(openRosterFile(folder, log));
    ({ database: this.#database, meta: this.#meta, current: this.#current, other: this.#other } = opened);
    // a damaged value is like none
    this.#redeemWindowMs = Number(this.#meta.get(redeemWindowKey)) || defaultRedeemWindowMs;
    const damage = rosterDamage(this.#database);
    if (damage !== null) this.#noteDamage(new Corrupted(damage));
  }

  /** Whether the disk damaged a part: its members are missing until the cloud has sent all again. The others are found. */
  get isDamaged(): boolean {
    return this.#isDamaged;
  }

  /** The roster's number; 0 before the first snapshot. */
  get seq(): number {
    return this.#current.seq;
  }

  /** The number to fetch from: that of a snapshot that was cut half-way, otherwise the roster's; 0 if it is damaged. */
  get fetchFrom(): number {
    return this.#isDamaged ? 0 : this.#other.seq || this.#current.seq;
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

  /** Returns null for a code that is missing, or whose entry is damaged. */
  find(code: string): RosterEntry | null {
    try {
      return this.#current.find(code);
    } catch (error) {
      if (!isDamage(error)) throw error;
      this.#noteDamage(error);
      return null;
    }
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
    try {
      return await this.#apply(pages, signal);
    } catch (error) {
      if (isDamage(error)) this.#noteDamage(error);
      throw error;
    }
  }

  async #apply(pages: AsyncIterable<RosterPage> | Iterable<RosterPage>, signal: AbortSignal): Promise<boolean> {
    let copy = this.#other.seq > 0 ? this.#other : this.#current;
    let proven = false;
    for await (const page of pages) {
      const rows = page.entries.map((entry) => ({ entry, digest: digestOf(entry) }));
      if (page.checksum !== undefined && page.checksum !== checksumOfDigests(rows.map(({ digest }) => digest)))
        throw new RosterPageDamaged(`The page up to ${page.seq} differs from its checksum`);
      if (page.full) {
        if (this.#isDamaged) this.#recreate();
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

  #noteDamage(error: Error): void {
    if (!this.#isDamaged) this.#log.error({ err: error }, 'Member list on disk damaged; it is fetched again');
    this.#isDamaged = true;
  }

  /** Replaces the damaged file once the cloud sends all members. */
  #recreate(): void {
    this.#database.close();
    const opened = contentOf(createRosterFile(this.#folder, this.#log));
    ({ database: this.#database, meta: this.#meta, current: this.#current, other: this.#other } = opened);
    this.#isDamaged = false;
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

interface Content {
  database: DatabaseSync;
  meta: Meta;
  current: RosterCopy;
  other: RosterCopy;
}

function contentOf(database: DatabaseSync): Content {
  const meta = new Meta(database);
  const [first, second] = ['first', 'second'].map((name) => new RosterCopy(database, meta, name)) as [RosterCopy, RosterCopy];
  const [current, other] = meta.get(currentKey) === second.name ? [second, first] : [first, second];
  return { database, meta, current, other };
}

/** A full disk damages nothing. */
const isDamage = (error: unknown): error is Error => error instanceof Corrupted || isDatabaseCorrupt(error);
