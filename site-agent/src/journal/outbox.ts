import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Logger } from 'pino';
import { z } from 'zod';
import { agentDevice } from '@washdesk/site-protocol/commands';
import type { DurableEvent } from '@washdesk/site-protocol/envelope';
import type { DurableEventKind, DurablePayload } from '@washdesk/site-protocol/events';
import type { Clock } from '../ports/clock.ts';
import type { EventDraft } from '../ports/commands.ts';
import { addSumColumn } from './checksum.ts';
import { Corrupted } from './corrupted.ts';
import { droppedFirst, dropShare, waitShare, whenFull } from './event-limits.ts';
import { eventSum, intactRow } from './event-row.ts';
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
  clock: Clock;
  log: Logger;
}

/** What one event takes on disk besides its payload, roughly. */
const rowBytes = 80;

const bytesOf = `coalesce(sum(length(CAST(payload AS BLOB)) + ${rowBytes}), 0) AS bytes`;
const sum = z.object({ bytes: z.int() });
const waitingRow = z.object({ events: z.int(), oldest: z.string().nullable() });
const dropRow = z.object({ seq: z.int(), kind: z.string(), source: z.string(), at: z.string(), bytes: z.int() });
const numbers = z.object({ seq: z.int(), first: z.int() });

type Dropped = NonNullable<DurablePayload<'events-dropped'>>;
type Damaged = NonNullable<DurablePayload<'events-damaged'>>;

/** Events dropped at once, so that a press at a gate waits a few milliseconds at most. */
const droppedAtOnce = 500;

/**
 * Durable events that the cloud has not acknowledged yet, numbered 1, 2, 3 … without a gap. AUTOINCREMENT never reuses a number, even after
 * the outbox was emptied; a rolled-back write releases its number.
 */
export class Outbox {
  /** The numbers of events that were damaged before this start. */
  readonly damaged: readonly number[];
  /** Damaged since the start, and logged. */
  readonly #reported = new Set<number>();
  #journal: string;
  #bytes: number;
  readonly #growth = new GrowthRate(performance.now());
  readonly #maxBytes: number;
  readonly #clock: Clock;
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

  /** @throws Corrupted if an event is missing */
  constructor(database: DatabaseSync, { journal, site, maxBytes, clock, log }: OutboxOptions) {
    this.#journal = journal;
    this.#site = site;
    this.#maxBytes = maxBytes;
    this.#clock = clock;
    this.#log = log;
    database.exec(`CREATE TABLE IF NOT EXISTS outbox (
      seq INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL, source TEXT NOT NULL, at TEXT NOT NULL, payload TEXT NOT NULL, sum TEXT) STRICT`);
    addSumColumn(database, 'outbox');
    this.#insert = database.prepare('INSERT INTO outbox (kind, source, at, payload, sum) VALUES (?, ?, ?, ?, ?)');
    this.#select = database.prepare(
      `SELECT seq, (SELECT min(seq) FROM outbox) AS first, kind, source, at, payload, sum FROM outbox WHERE seq > ? ORDER BY seq LIMIT ?`,
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
      `SELECT seq, kind, source, at, length(CAST(payload AS BLOB)) AS bytes FROM outbox WHERE kind = ? ORDER BY seq LIMIT ${droppedAtOnce}`,
    );
    this.#replace = database.prepare('UPDATE outbox SET kind = ?, source = ?, at = ?, payload = ?, sum = ? WHERE seq = ?');
    this.#bytes = this.#measured();
    this.damaged = this.#examine();
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
    const { kind, source } = event;
    const row = { kind, source, at: at.toISOString(), payload };
    this.#insert.run(kind, source, row.at, payload, eventSum(row));
    const bytes = Buffer.byteLength(payload) + rowBytes;
    this.#bytes += bytes;
    this.#growth.add(bytes, performance.now());
  }

  /** Returns the oldest events numbered above `seq`, in order. */
  after(seq: number, limit: number): DurableEvent[] {
    return this.#select.all(seq, limit).map((found) => {
      const { payload, sum: _sum, ...event } = intactRow(found) ?? this.#inPlaceOf(found);
      return { v: 1, site: this.#site, journal: this.journal, ...event, payload: JSON.parse(payload) as unknown };
    });
  }

  /** Replaces the damaged events. Each leaves its number; the first of neighbors counts them. */
  replaceDamaged(): void {
    for (const [first, ...others] of neighbors(this.damaged)) {
      const damaged = this.#describe(first, first + others.length);
      this.#log.error(damaged, 'Events damaged on the disk; their content is unknown');
      this.#put(first, 'events-damaged', damaged);
      for (const seq of others) this.#put(seq, 'events-damaged', null);
    }
    this.measure();
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
    for (const { seq, source, at, bytes } of oldest) {
      const payload = this.#put(seq, 'events-dropped', seq === first.seq ? dropped : null, { source, at });
      this.#bytes += Buffer.byteLength(payload) - bytes;
    }
    return dropped;
  }

  /** Puts another event in the place of a stored one. @returns its payload */
  #put(seq: number, kind: DurableEventKind, content: Dropped | Damaged | null, { source, at } = this.#ofAgent()): string {
    const payload = JSON.stringify(content);
    this.#replace.run(kind, source, at, payload, eventSum({ kind, source, at, payload }), seq);
    return payload;
  }

  /** Returns the numbers of damaged events. @throws Corrupted if one is missing */
  #examine(): number[] {
    const damaged: number[] = [];
    let next: number | null = null;
    for (const found of this.#select.iterate(0, Number.MAX_SAFE_INTEGER)) {
      const { seq, first } = numbers.parse(found);
      if (seq !== (next ?? first)) throw new Corrupted(`the event before number ${seq} is missing`);
      next = seq + 1;
      if (!intactRow(found)) damaged.push(seq);
    }
    return damaged;
  }

  /** Returns what is sent in place of an event that was damaged since the start. */
  #inPlaceOf(found: unknown) {
    const { seq, first } = numbers.parse(found);
    const damaged = this.#describe(seq, seq);
    if (!this.#reported.has(seq)) this.#log.error({ seq, ...damaged }, 'Event damaged on the disk; its content is unknown');
    this.#reported.add(seq);
    return { seq, first, kind: 'events-damaged', ...this.#ofAgent(), payload: JSON.stringify(damaged), sum: null };
  }

  /** Returns what is known of damaged events: how many, and when they were recorded by the events around them. */
  #describe(from: number, to: number): Damaged {
    const timeOf = (seq: number): string | null => intactRow(this.#select.get(seq - 1, 1))?.at ?? null;
    return { count: to - from + 1, since: timeOf(from - 1), until: timeOf(to + 1) };
  }

  #ofAgent(): { source: string; at: string } {
    return { source: agentDevice, at: this.#clock.now().toISOString() };
  }

  #measured(): number {
    return sum.parse(this.#sum.get()).bytes;
  }
}

/** Groups ascending numbers that follow each other. */
function neighbors(ascending: readonly number[]): [number, ...number[]][] {
  const groups: [number, ...number[]][] = [];
  for (const number of ascending) {
    const last = groups.at(-1);
    if (last?.at(-1) === number - 1) last.push(number);
    else groups.push([number]);
  }
  return groups;
}
