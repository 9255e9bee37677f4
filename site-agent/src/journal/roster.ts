import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { rosterEntry, type RosterEntry, type RosterPage } from '@washdesk/site-protocol/roster';
import type { Meta } from './meta.ts';
import { transaction } from './transaction.ts';

const stored = z.object({ entry: z.string() });

const seqKey = 'roster-seq';
const tableKey = 'roster-table';
const tables = ['roster', 'roster_other'] as const;
/** Rows removed per transaction, so that a press at a gate waits a few milliseconds at most. */
const removedAtOnce = 1_000;

/** One of the two tables: lanes read one while a new snapshot fills the other. */
class RosterTable {
  readonly name: string;
  readonly #find: StatementSync;
  readonly #put: StatementSync;
  readonly #remove: StatementSync;
  readonly #removeSome: StatementSync;

  constructor(database: DatabaseSync, name: string) {
    this.name = name;
    database.exec(`CREATE TABLE IF NOT EXISTS ${name} (code TEXT PRIMARY KEY, entry TEXT NOT NULL) STRICT, WITHOUT ROWID`);
    this.#find = database.prepare(`SELECT entry FROM ${name} WHERE code = ?`);
    this.#put = database.prepare(`INSERT INTO ${name} (code, entry) VALUES (?, ?) ON CONFLICT (code) DO UPDATE SET entry = excluded.entry`);
    this.#remove = database.prepare(`DELETE FROM ${name} WHERE code = ?`);
    this.#removeSome = database.prepare(`DELETE FROM ${name} WHERE code IN (SELECT code FROM ${name} LIMIT ${removedAtOnce})`);
  }

  find(code: string): RosterEntry | null {
    const found = this.#find.get(code);
    return found ? rosterEntry.parse(JSON.parse(stored.parse(found).entry)) : null;
  }

  store(entry: RosterEntry): void {
    if (entry.removed) this.#remove.run(entry.code);
    else this.#put.run(entry.code, JSON.stringify(entry));
  }

  /** Empties the table. Ends early when the agent stops; the rest is removed before the next snapshot. */
  async empty(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && this.#removeSome.run().changes > 0) await setImmediate();
  }
}

/** The site's members by code, so that a lane can decide without the cloud (docs/rules/lane.md#roster). */
export class Roster {
  readonly #database: DatabaseSync;
  readonly #meta: Meta;
  #current: RosterTable;
  #other: RosterTable;
  #seq: number;

  constructor(database: DatabaseSync, meta: Meta) {
    this.#database = database;
    this.#meta = meta;
    const [first, second] = tables.map((name) => new RosterTable(database, name)) as [RosterTable, RosterTable];
    [this.#current, this.#other] = meta.get(tableKey) === second.name ? [second, first] : [first, second];
    this.#seq = Number(meta.get(seqKey) ?? 0);
  }

  /** The roster's number; 0 before the first snapshot. */
  get seq(): number {
    return this.#seq;
  }

  find(code: string): RosterEntry | null {
    return this.#current.find(code);
  }

  /**
   * Stores the pages of one pull as they arrive, each in a short transaction, so that gates and commands are served meanwhile. Changes take
   * effect page by page; a snapshot takes effect with its last page, because a lane must not see half of one.
   * @param signal ends the cleanup after a snapshot
   */
  async apply(pages: AsyncIterable<RosterPage> | Iterable<RosterPage>, signal: AbortSignal): Promise<void> {
    let snapshot: RosterTable | null = null;
    for await (const page of pages) {
      if (page.full) {
        snapshot = this.#other;
        await snapshot.empty(signal);
      }
      const table = snapshot ?? this.#current;
      const counts = snapshot === null || !page.more;
      transaction(this.#database, () => {
        for (const entry of page.entries) table.store(entry);
        if (!counts) return;
        this.#meta.set(tableKey, table.name);
        this.#meta.set(seqKey, String(page.seq));
      });
      if (!counts) continue;
      this.#seq = page.seq;
      if (snapshot) [this.#current, this.#other] = [snapshot, this.#current];
    }
    if (snapshot === this.#current) await this.#other.empty(signal);
  }
}
