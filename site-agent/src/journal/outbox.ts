import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { DurableEvent } from '@washdesk/site-protocol/envelope';
import { z } from 'zod';
import type { EventDraft } from '../ports/commands.ts';

const row = z.object({ seq: z.int(), first: z.int(), kind: z.string(), source: z.string(), at: z.string(), payload: z.string() });

/**
 * Durable events that the cloud has not acknowledged yet, numbered 1, 2, 3 … without a gap. AUTOINCREMENT never gives a number
 * twice, not even after the outbox was emptied, and a write that was rolled back takes its number back.
 */
export class Outbox {
  /** The name of this numbering: after a journal is lost its numbers begin at 1 again, under another name. */
  readonly journal: string;
  readonly #site: number;
  readonly #insert: StatementSync;
  readonly #select: StatementSync;
  readonly #remove: StatementSync;

  constructor(database: DatabaseSync, journal: string, site: number) {
    this.journal = journal;
    this.#site = site;
    database.exec(`CREATE TABLE IF NOT EXISTS outbox (
      seq INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL, source TEXT NOT NULL, at TEXT NOT NULL, payload TEXT NOT NULL) STRICT`);
    this.#insert = database.prepare('INSERT INTO outbox (kind, source, at, payload) VALUES (?, ?, ?, ?)');
    this.#select = database.prepare(
      `SELECT seq, (SELECT min(seq) FROM outbox) AS first, kind, source, at, payload FROM outbox WHERE seq > ? ORDER BY seq LIMIT ?`,
    );
    this.#remove = database.prepare('DELETE FROM outbox WHERE seq <= ?');
  }

  /** @returns the event's number */
  append(event: EventDraft, at: Date): number {
    const { lastInsertRowid } = this.#insert.run(event.kind, event.source, at.toISOString(), JSON.stringify(event.payload));
    return Number(lastInsertRowid);
  }

  /** The oldest events numbered above `seq`, in their order. */
  after(seq: number, limit: number): DurableEvent[] {
    return this.#select.all(seq, limit).map((found) => {
      const { payload, ...event } = row.parse(found);
      return { v: 1, site: this.#site, journal: this.journal, ...event, payload: JSON.parse(payload) as unknown };
    });
  }

  /** Deletes the events up to this number, because the cloud has committed them. */
  acknowledge(upTo: number): void {
    this.#remove.run(upTo);
  }
}
