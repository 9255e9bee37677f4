import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { rosterEntry, type RosterEntry, type RosterPage } from '@washdesk/site-protocol/roster';
import { z } from 'zod';
import type { Meta } from './meta.ts';
import { transaction } from './transaction.ts';

const stored = z.object({ entry: z.string() });

const seqKey = 'roster-seq';

/** The site's members by code, so that a lane can decide without the cloud (docs/rules/lane.md#roster). */
export class Roster {
  readonly #database: DatabaseSync;
  readonly #meta: Meta;
  readonly #find: StatementSync;
  readonly #put: StatementSync;
  readonly #remove: StatementSync;
  #seq: number;

  constructor(database: DatabaseSync, meta: Meta) {
    this.#database = database;
    this.#meta = meta;
    database.exec('CREATE TABLE IF NOT EXISTS roster (code TEXT PRIMARY KEY, entry TEXT NOT NULL) STRICT, WITHOUT ROWID');
    this.#find = database.prepare('SELECT entry FROM roster WHERE code = ?');
    this.#put = database.prepare('INSERT INTO roster (code, entry) VALUES (?, ?) ON CONFLICT (code) DO UPDATE SET entry = excluded.entry');
    this.#remove = database.prepare('DELETE FROM roster WHERE code = ?');
    this.#seq = Number(meta.get(seqKey) ?? 0);
  }

  /** The roster's number; 0 before the first snapshot. */
  get seq(): number {
    return this.#seq;
  }

  find(code: string): RosterEntry | null {
    const found = this.#find.get(code);
    return found ? rosterEntry.parse(JSON.parse(stored.parse(found).entry)) : null;
  }

  /** Takes in the pages of one pull, all or nothing: a lane never sees half a snapshot. */
  apply(pages: readonly RosterPage[]): void {
    const [first] = pages;
    const last = pages.at(-1);
    if (!first || !last) return;
    transaction(this.#database, () => {
      if (first.full) this.#database.exec('DELETE FROM roster');
      for (const entry of pages.flatMap((page) => page.entries)) this.#store(entry);
      this.#meta.set(seqKey, String(last.seq));
    });
    this.#seq = last.seq;
  }

  #store(entry: RosterEntry): void {
    if (entry.removed) this.#remove.run(entry.code);
    else this.#put.run(entry.code, JSON.stringify(entry));
  }
}
