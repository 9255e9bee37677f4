import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { z } from 'zod';
import type { DurableEvent } from '@washdesk/site-protocol/envelope';
import type { EventDraft } from '../ports/commands.ts';
import { Corrupted } from './corrupted.ts';

const row = z.object({ seq: z.int(), first: z.int(), kind: z.string(), source: z.string(), at: z.string(), payload: z.string() });

/**
 * Durable events that the cloud has not acknowledged yet, numbered 1, 2, 3 … without a gap. AUTOINCREMENT never reuses a number, even after
 * the outbox was emptied; a rolled-back write releases its number.
 */
export class Outbox {
  #journal: string;
  readonly #site: number;
  readonly #insert: StatementSync;
  readonly #select: StatementSync;
  readonly #remove: StatementSync;

  /** @throws Corrupted if an event cannot be read */
  constructor(database: DatabaseSync, journal: string, site: number) {
    this.#journal = journal;
    this.#site = site;
    database.exec(`CREATE TABLE IF NOT EXISTS outbox (
      seq INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL, source TEXT NOT NULL, at TEXT NOT NULL, payload TEXT NOT NULL) STRICT`);
    this.#insert = database.prepare('INSERT INTO outbox (kind, source, at, payload) VALUES (?, ?, ?, ?)');
    this.#select = database.prepare(
      `SELECT seq, (SELECT min(seq) FROM outbox) AS first, kind, source, at, payload FROM outbox WHERE seq > ? ORDER BY seq LIMIT ?`,
    );
    this.#remove = database.prepare('DELETE FROM outbox WHERE seq <= ?');
    for (const found of this.#select.all(0, Number.MAX_SAFE_INTEGER)) if (!isReadable(found)) throw new Corrupted('an event is unreadable');
  }

  /** The name of this numbering: a journal that lost something continues under another name. */
  get journal(): string {
    return this.#journal;
  }

  /** Renames the numbering: the cloud treats the remaining events as another journal's. */
  rename(journal: string): void {
    this.#journal = journal;
  }

  /** @returns the event's number */
  append(event: EventDraft, at: Date): number {
    const { lastInsertRowid } = this.#insert.run(event.kind, event.source, at.toISOString(), JSON.stringify(event.payload));
    return Number(lastInsertRowid);
  }

  /** Returns the oldest events numbered above `seq`, in order. */
  after(seq: number, limit: number): DurableEvent[] {
    return this.#select.all(seq, limit).map((found) => {
      const { payload, ...event } = row.parse(found);
      return { v: 1, site: this.#site, journal: this.journal, ...event, payload: JSON.parse(payload) as unknown };
    });
  }

  /** Deletes the events up to this number: the cloud has committed them. */
  acknowledge(upTo: number): void {
    this.#remove.run(upTo);
  }
}

function isReadable(found: unknown): boolean {
  const { success, data } = row.safeParse(found);
  try {
    return success && JSON.parse(data.payload) !== undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}
