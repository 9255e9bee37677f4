import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { z } from 'zod';
import { usageRecord, type UsageRecord } from '@washdesk/site-protocol/sitewatch';
import type { EventDraft } from '../ports/commands.ts';
import type { Change } from './action-log.ts';
import { Corrupted } from './corrupted.ts';

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

const row = z.object({ customer: z.string(), lane: z.int(), record: z.string(), written: z.int() });

/** Usages are kept for longer than any redeem window. */
const keptMs = 3_600_000;

/**
 * The washes that lanes admitted: on disk before the gate opens, kept until Sitewatch has them and the same member may wash again. All are
 * also in memory, for the look-up at the next car.
 */
export class LaneUsages {
  readonly #byId = new Map<string, LaneUsage>();
  readonly #unwritten = new Set<string>();
  readonly #insert: StatementSync;
  readonly #written: StatementSync;
  readonly #remove: StatementSync;

  /** @throws Corrupted if a usage cannot be read */
  constructor(database: DatabaseSync) {
    database.exec(`CREATE TABLE IF NOT EXISTS lane_usage (
      id TEXT PRIMARY KEY, customer TEXT NOT NULL, lane INTEGER NOT NULL, record TEXT NOT NULL, written INTEGER NOT NULL) STRICT`);
    this.#insert = database.prepare('INSERT INTO lane_usage (id, customer, lane, record, written) VALUES (?, ?, ?, ?, 0)');
    this.#written = database.prepare('UPDATE lane_usage SET written = 1 WHERE id = ?');
    this.#remove = database.prepare('DELETE FROM lane_usage WHERE id = ?');
    for (const stored of database.prepare('SELECT customer, lane, record, written FROM lane_usage ORDER BY rowid').all()) {
      const { usage, isWritten } = storedUsage(stored);
      this.#keep(usage, isWritten);
    }
  }

  find(id: string): LaneUsage | null {
    return this.#byId.get(id) ?? null;
  }

  /** Returns the customer's latest usage after this instant; null without one. */
  latestOf(customer: string, after: Date): LaneUsage | null {
    const since = after.toISOString();
    return [...this.#byId.values()].findLast((usage) => usage.customer === customer && usage.record.at > since) ?? null;
  }

  /** Returns the oldest usage that Sitewatch does not have yet; null if it has all. */
  nextUnwritten(): UsageRecord | null {
    const [id] = this.#unwritten;
    return (id !== undefined && this.#byId.get(id)?.record) || null;
  }

  add(usage: LaneUsage): Change {
    const { customer, lane, record } = usage;
    return {
      write: () => void this.#insert.run(record.usageId, customer, lane, JSON.stringify(record)),
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
      keep: () => void this.#byId.delete(usageId),
    }));
  }

  #keep(usage: LaneUsage, written: boolean): void {
    this.#byId.set(usage.record.usageId, usage);
    if (!written) this.#unwritten.add(usage.record.usageId);
  }
}

function storedUsage(stored: unknown): { usage: LaneUsage; isWritten: boolean } {
  try {
    const { customer, lane, record, written } = row.parse(stored);
    return { usage: { customer, lane, record: usageRecord.parse(JSON.parse(record)) }, isWritten: written === 1 };
  } catch (error) {
    throw new Corrupted('a wash of a lane is unreadable', { cause: error });
  }
}
