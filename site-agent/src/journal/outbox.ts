import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { DurableEvent } from '@washdesk/site-protocol/envelope';
import type { DurableEventKind, DurablePayload } from '@washdesk/site-protocol/events';
import type { EventDraft } from '../ports/commands.ts';
import { Corrupted } from './corrupted.ts';
import { droppedFirst, dropShare, waitShare, whenFull } from './event-limits.ts';
import { GrowthRate } from './growth-rate.ts';

/** The events take all the space that they may, so this one is not stored. */
export class JournalFull extends Error {
  override readonly name = 'JournalFull';
}

/** How much room there is for events while the cloud acknowledges none. */
export interface OutboxSpace {
  usedBytes: number;
  maxBytes: number;
  /** Hours until the limit at the rate of the last day; null if nothing is added. */
  hoursLeft: number | null;
}

export interface OutboxOptions {
  /** The name of the numbering. */
  journal: string;
  site: number;
  /** How much the events may take on disk, roughly. */
  maxBytes: number;
  log: Logger;
}

/** What one event takes on disk besides its payload, roughly. */
const rowBytes = 60;

const bytesOf = `coalesce(sum(length(CAST(payload AS BLOB)) + ${rowBytes}), 0) AS bytes`;
const sum = z.object({ bytes: z.int() });
const waitingRow = z.object({ events: z.int(), oldest: z.string().nullable() });
const dropRow = z.object({ seq: z.int(), at: z.string(), bytes: z.int() });

type Dropped = NonNullable<DurablePayload<'events-dropped'>>;

/** Events dropped at once, so that a press at a gate waits a few milliseconds at most. */
const droppedAtOnce = 500;

const row = z.object({ seq: z.int(), first: z.int(), kind: z.string(), source: z.string(), at: z.string(), payload: z.string() });

/**
 * Durable events that the cloud has not acknowledged yet, numbered 1, 2, 3 … without a gap. AUTOINCREMENT never reuses a number, even after
 * the outbox was emptied; a rolled-back write releases its number.
 */
export class Outbox {
  #journal: string;
  #bytes: number;
  readonly #growth = new GrowthRate(performance.now());
  readonly #maxBytes: number;
  readonly #log: Logger;
  readonly #site: number;
  readonly #insert: StatementSync;
  readonly #select: StatementSync;
  readonly #remove: StatementSync;
  readonly #sum: StatementSync;
  readonly #sumUpTo: StatementSync;
  readonly #waiting: StatementSync;
  readonly #oldest: StatementSync;
  readonly #replace: StatementSync;

  /** @throws Corrupted if an event is missing or cannot be read */
  constructor(database: DatabaseSync, { journal, site, maxBytes, log }: OutboxOptions) {
    this.#journal = journal;
    this.#site = site;
    this.#maxBytes = maxBytes;
    this.#log = log;
    database.exec(`CREATE TABLE IF NOT EXISTS outbox (
      seq INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL, source TEXT NOT NULL, at TEXT NOT NULL, payload TEXT NOT NULL) STRICT`);
    this.#insert = database.prepare('INSERT INTO outbox (kind, source, at, payload) VALUES (?, ?, ?, ?)');
    this.#select = database.prepare(
      `SELECT seq, (SELECT min(seq) FROM outbox) AS first, kind, source, at, payload FROM outbox WHERE seq > ? ORDER BY seq LIMIT ?`,
    );
    this.#remove = database.prepare('DELETE FROM outbox WHERE seq <= ?');
    this.#sum = database.prepare(`SELECT ${bytesOf} FROM outbox`);
    this.#sumUpTo = database.prepare(`SELECT ${bytesOf} FROM outbox WHERE seq <= ?`);
    // numbered without a gap, so the ends of the index give the count: each lease asks for it
    this.#waiting = database.prepare(
      `SELECT coalesce((SELECT max(seq) FROM outbox) - (SELECT min(seq) FROM outbox) + 1, 0) AS events,
        (SELECT at FROM outbox ORDER BY seq LIMIT 1) AS oldest`,
    );
    this.#oldest = database.prepare(
      `SELECT seq, at, length(CAST(payload AS BLOB)) AS bytes FROM outbox WHERE kind = ? ORDER BY seq LIMIT ${droppedAtOnce}`,
    );
    this.#replace = database.prepare(`UPDATE outbox SET kind = 'events-dropped', payload = ? WHERE seq = ?`);
    this.#bytes = this.#measured();
    for (const [place, found] of this.#select.all(0, Number.MAX_SAFE_INTEGER).entries()) {
      const event = readable(found);
      if (!event) throw new Corrupted('an event is unreadable');
      if (event.seq !== event.first + place) throw new Corrupted(`the event before number ${event.seq} is missing`);
    }
  }

  /** The name of this numbering: a journal that lost something continues under another name. */
  get journal(): string {
    return this.#journal;
  }

  /** Renames the numbering: the cloud treats the remaining events as another journal's. */
  rename(journal: string): void {
    this.#journal = journal;
  }

  space(): OutboxSpace {
    const perHour = this.#growth.perHour(performance.now());
    const free = Math.max(0, this.#maxBytes - this.#bytes);
    return { usedBytes: this.#bytes, maxBytes: this.#maxBytes, hoursLeft: perHour > 0 ? free / perHour : null };
  }

  /** Counts the events that are not acknowledged, with the time of the oldest. */
  waiting(): { events: number; oldest: string | null } {
    return waitingRow.parse(this.#waiting.get());
  }

  /** Whether an event of this kind is not acknowledged. */
  isWaiting(kind: DurableEventKind): boolean {
    return this.#oldest.get(kind) !== undefined;
  }

  /** @throws JournalFull if there is no room for one of the events */
  checkRoom(events: readonly EventDraft[]): void {
    const shares = { 'drop-oldest': Infinity, wait: waitShare, keep: 1 };
    for (const { kind } of events) {
      if (this.#bytes >= this.#maxBytes * shares[whenFull[kind]]) throw new JournalFull(`No room for an event of the kind '${kind}'`);
    }
  }

  /** Drops the oldest events of the kinds that may be dropped if all events take too much space. */
  makeRoom(): void {
    if (this.#bytes < this.#maxBytes * dropShare) return;
    for (const kind of droppedFirst) {
      while (this.#bytes >= this.#maxBytes * waitShare) {
        const dropped = this.#dropOldest(kind);
        if (!dropped) break;
        this.#log.error(dropped, 'Events dropped: the cloud has acknowledged none for too long');
      }
    }
  }

  /** Counts the bytes again after a transaction that was rolled back. */
  measure(): void {
    this.#bytes = this.#measured();
  }

  append(event: EventDraft, at: Date): void {
    const payload = JSON.stringify(event.payload);
    this.#insert.run(event.kind, event.source, at.toISOString(), payload);
    const bytes = Buffer.byteLength(payload) + rowBytes;
    this.#bytes += bytes;
    this.#growth.add(bytes, performance.now());
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
    const { bytes } = sum.parse(this.#sumUpTo.get(upTo));
    this.#remove.run(upTo);
    this.#bytes -= bytes;
  }

  /**
   * Drops the oldest events of a kind. Each leaves its number to a short event, so that the numbering has no gap; the first of these counts
   * all.
   * @returns what was dropped; null if there is no event of this kind
   */
  #dropOldest(kind: DurableEventKind): Dropped | null {
    const oldest = this.#oldest.all(kind).map((found) => dropRow.parse(found));
    const [first, last] = [oldest[0], oldest.at(-1)];
    if (!first || !last) return null;
    const dropped: Dropped = { kind, count: oldest.length, since: first.at, until: last.at };
    for (const { seq, bytes } of oldest) {
      const payload = JSON.stringify(seq === first.seq ? dropped : null);
      this.#replace.run(payload, seq);
      this.#bytes += Buffer.byteLength(payload) - bytes;
    }
    return dropped;
  }

  #measured(): number {
    return sum.parse(this.#sum.get()).bytes;
  }
}

function readable(found: unknown): z.infer<typeof row> | null {
  const { data } = row.safeParse(found);
  try {
    return data && JSON.parse(data.payload) !== undefined ? data : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
