import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { rosterEntry, type RosterEntry } from '@washdesk/site-protocol/roster';
import { checksumText, checksumValue, digestOf } from '@washdesk/site-protocol/roster-checksum';
import { addSumColumn } from './checksum.ts';
import { Corrupted } from './corrupted.ts';
import type { Meta } from './meta.ts';
import { transaction } from './transaction.ts';

/** `sum` is the entry's digest; null in a row of an earlier release. */
const stored = z.object({ entry: z.string(), sum: z.string().nullable() });

/** Rows written per transaction, so that a press at a gate waits a few milliseconds at most. */
const rowsAtOnce = 250;
const emptyChecksum = checksumText(0n);

/** An entry with its digest. */
export interface RosterRow {
  entry: RosterEntry;
  digest: bigint;
}

/** One of the two copies of the roster, with the number that it has reached and its checksum. */
export class RosterCopy {
  readonly name: string;
  readonly #database: DatabaseSync;
  readonly #meta: Meta;
  readonly #find: StatementSync;
  readonly #put: StatementSync;
  readonly #remove: StatementSync;
  readonly #removeSome: StatementSync;
  #seq: number;
  #checksum: string;

  constructor(database: DatabaseSync, meta: Meta, name: string) {
    this.name = name;
    this.#database = database;
    this.#meta = meta;
    database.exec(`CREATE TABLE IF NOT EXISTS ${name} (code TEXT PRIMARY KEY, entry TEXT NOT NULL, sum TEXT) STRICT, WITHOUT ROWID`);
    addSumColumn(database, name);
    this.#find = database.prepare(`SELECT entry, sum FROM ${name} WHERE code = ?`);
    this.#put = database.prepare(
      `INSERT INTO ${name} (code, entry, sum) VALUES (?, ?, ?)
       ON CONFLICT (code) DO UPDATE SET entry = excluded.entry, sum = excluded.sum`,
    );
    this.#remove = database.prepare(`DELETE FROM ${name} WHERE code = ?`);
    this.#removeSome = database.prepare(`DELETE FROM ${name} WHERE code IN (SELECT code FROM ${name} LIMIT ${rowsAtOnce})`);
    this.#seq = Number(meta.get(this.#seqKey) ?? 0);
    this.#checksum = meta.get(this.#checksumKey) ?? emptyChecksum;
  }

  /** The number that it has reached; 0 while it contains nothing to continue from. */
  get seq(): number {
    return this.#seq;
  }

  get checksum(): string {
    return this.#checksum;
  }

  /** @throws Corrupted if the entry differs from what was written, or SQLite's error */
  find(code: string): RosterEntry | null {
    const found = this.#find.get(code);
    return found ? intactEntry(code, found) : null;
  }

  /** Stores the rows of one page in short transactions; the last one also sets the number. */
  async store(rows: readonly RosterRow[], seq: number): Promise<void> {
    const lastFrom = Math.max(0, Math.ceil(rows.length / rowsAtOnce) - 1) * rowsAtOnce;
    for (let from = 0; from < lastFrom; from += rowsAtOnce) {
      this.#write(rows.slice(from, from + rowsAtOnce), this.#seq);
      await setImmediate();
    }
    this.#write(rows.slice(lastFrom), seq);
  }

  /** Removes everything, in short transactions. Ends early when the agent stops; the next snapshot removes the rest. */
  async empty(signal: AbortSignal): Promise<void> {
    transaction(this.#database, () => this.forget());
    while (!signal.aborted && this.#removeSome.run().changes > 0) await setImmediate();
    this.#checksum = emptyChecksum;
    this.#meta.set(this.#checksumKey, this.#checksum);
  }

  /** Ends its use: nothing continues from it. Its rows stay until `empty`. */
  forget(): void {
    this.#seq = 0;
    this.#meta.set(this.#seqKey, '0');
  }

  #write(rows: readonly RosterRow[], seq: number): void {
    let checksum = checksumValue(this.#checksum);
    transaction(this.#database, () => {
      for (const { entry, digest } of rows) {
        const before = this.find(entry.code);
        if (before) checksum ^= digestOf(before);
        if (entry.removed) this.#remove.run(entry.code);
        else {
          this.#put.run(entry.code, JSON.stringify(entry), checksumText(digest));
          checksum ^= digest;
        }
      }
      this.#meta.set(this.#checksumKey, checksumText(checksum));
      this.#meta.set(this.#seqKey, String(seq));
    });
    [this.#checksum, this.#seq] = [checksumText(checksum), seq];
  }

  get #seqKey(): string {
    return `seq ${this.name}`;
  }

  get #checksumKey(): string {
    return `checksum ${this.name}`;
  }
}

function intactEntry(code: string, found: unknown): RosterEntry {
  try {
    const { entry, sum } = stored.parse(found);
    const read = rosterEntry.parse(JSON.parse(entry));
    if (read.code === code && (sum === null || sum === checksumText(digestOf(read)))) return read;
  } catch (error) {
    throw new Corrupted('a member is unreadable', { cause: error });
  }
  throw new Corrupted('a member does not match the checksum');
}
