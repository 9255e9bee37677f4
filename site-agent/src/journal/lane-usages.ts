import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { z } from 'zod';
import { usageRecord, type UsageRecord } from '@washdesk/site-protocol/sitewatch';
import type { EventDraft } from '../ports/commands.ts';
import type { Change } from './action-log.ts';
import { addSumColumn, checksumOf } from './checksum.ts';

/** A wash that a lane of this site admitted by itself. */
export interface LaneUsage {
  customer: string;
  lane: number;
  record: UsageRecord;
}

/** A lane's usage with its event, stored in the transaction of the opening. */
export interface Alongside {
  usage: LaneUsage;
  event: EventDraft;
}

const row = z.object({
  id: z.string(),
  customer: z.string(),
  lane: z.int(),
  record: z.string(),
  written: z.int(),
  /** Null in a row of an earlier release. */
  sum: z.string().nullable(),
});
type Content = Pick<z.infer<typeof row>, 'id' | 'customer' | 'lane' | 'record'>;
const numbered = z.object({ rowid: z.int() });

/** Without `written`: an earlier release that runs again after an update changes it and knows no checksum. */
const sumOf = ({ id, customer, lane, record }: Content): string => checksumOf(JSON.stringify([id, customer, lane, record]));

/** Usages are kept for longer than any redeem window. */
const keptMs = 3_600_000;

/**
 * The washes that lanes admitted: on disk before the gate opens, kept until Sitewatch has them and the same member may wash again. All are
 * also in memory, for the look-up at the next car.
 */
export class LaneUsages {
  /** The rows of washes that were damaged before this start. */
  readonly damaged: readonly number[];
  readonly #byId = new Map<string, LaneUsage>();
  readonly #unwritten = new Set<string>();
  /** When each was stored or loaded in this run, by the monotonic clock. */
  readonly #keptAt = new Map<string, number>();
  readonly #insert: StatementSync;
  readonly #written: StatementSync;
  readonly #remove: StatementSync;
  readonly #removeRow: StatementSync;

  constructor(database: DatabaseSync) {
    database.exec(`CREATE TABLE IF NOT EXISTS lane_usage (
      id TEXT PRIMARY KEY, customer TEXT NOT NULL, lane INTEGER NOT NULL, record TEXT NOT NULL, written INTEGER NOT NULL, sum TEXT) STRICT`);
    addSumColumn(database, 'lane_usage');
    this.#insert = database.prepare('INSERT INTO lane_usage (id, customer, lane, record, written, sum) VALUES (?, ?, ?, ?, 0, ?)');
    this.#written = database.prepare('UPDATE lane_usage SET written = 1 WHERE id = ?');
    this.#remove = database.prepare('DELETE FROM lane_usage WHERE id = ?');
    this.#removeRow = database.prepare('DELETE FROM lane_usage WHERE rowid = ?');
    const all = 'SELECT rowid, id, customer, lane, record, written, sum FROM lane_usage ORDER BY rowid';
    const damaged: number[] = [];
    for (const stored of database.prepare(all).all()) {
      const intact = storedUsage(stored);
      if (intact) this.#keep(intact.usage, intact.isWritten);
      else damaged.push(numbered.parse(stored).rowid);
    }
    this.damaged = damaged;
  }

  find(id: string): LaneUsage | null {
    return this.#byId.get(id) ?? null;
  }

  /** Returns the customer's latest usage within this time, and how long it is ago; null without one. */
  latestOf(customer: string, now: Date, withinMs: number): { usage: LaneUsage; agoMs: number } | null {
    const usage = [...this.#byId.values()].findLast((one) => one.customer === customer);
    if (!usage) return null;
    // after a clock was set back, its time is in the future
    const elapsedMs = performance.now() - (this.#keptAt.get(usage.record.usageId) ?? Infinity);
    const agoMs = Math.max(now.getTime() - Date.parse(usage.record.at), elapsedMs);
    return agoMs < withinMs ? { usage, agoMs } : null;
  }

  /** Returns the oldest usage that Sitewatch does not have yet; null if it has all. */
  nextUnwritten(): UsageRecord | null {
    const [id] = this.#unwritten;
    return (id !== undefined && this.#byId.get(id)?.record) || null;
  }

  add(usage: LaneUsage): Change {
    const { customer, lane } = usage;
    const [id, record] = [usage.record.usageId, JSON.stringify(usage.record)];
    return {
      write: () => void this.#insert.run(id, customer, lane, record, sumOf({ id, customer, lane, record })),
      keep: () => this.#keep(usage, false),
    };
  }

  /** Records that Sitewatch has it, or has refused it for good. */
  markWritten(id: string): Change {
    return { write: () => void this.#written.run(id), keep: () => void this.#unwritten.delete(id) };
  }

  /** Removes the usages that are no longer needed. */
  prune(now: Date): Change[] {
    const before = new Date(now.getTime() - keptMs).toISOString();
    const old = [...this.#byId.values()].filter(({ record }) => record.at < before && !this.#unwritten.has(record.usageId));
    return old.map(({ record: { usageId } }) => ({
      write: () => void this.#remove.run(usageId),
      keep: () => {
        this.#byId.delete(usageId);
        this.#keptAt.delete(usageId);
      },
    }));
  }

  /** Removes the washes that were damaged before this start: their content is unknown. */
  removeDamaged(): void {
    for (const rowid of this.damaged) this.#removeRow.run(rowid);
  }

  #keep(usage: LaneUsage, written: boolean): void {
    this.#byId.set(usage.record.usageId, usage);
    this.#keptAt.set(usage.record.usageId, performance.now());
    if (!written) this.#unwritten.add(usage.record.usageId);
  }
}

/** Returns null for a damaged row. */
function storedUsage(stored: unknown): { usage: LaneUsage; isWritten: boolean } | null {
  const { data } = row.safeParse(stored);
  if (!data || (data.sum !== null && data.sum !== sumOf(data))) return null;
  const record = usageRecord.safeParse(parsed(data.record)).data;
  return record ? { usage: { customer: data.customer, lane: data.lane, record }, isWritten: data.written === 1 } : null;
}

/** Returns undefined for a text that is not JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
