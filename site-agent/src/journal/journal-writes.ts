import type { DatabaseSync } from 'node:sqlite';
import type { Clock } from '../ports/clock.ts';
import type { EventDraft } from '../ports/commands.ts';
import type { Change } from './action-log.ts';
import type { ChangeCount } from './change-count.ts';
import { isDiskFault } from './open-database.ts';
import type { Outbox } from './outbox.ts';
import { transaction } from './transaction.ts';

/** Changes that wait in memory while the disk rejects writes; with more, no action begins. */
const mostWaiting = 10_000;

interface Waiting {
  write: () => void;
  hasEvent: boolean;
}

export interface JournalWritesOptions {
  database: DatabaseSync;
  changes: ChangeCount;
  outbox: Outbox;
  clock: Clock;
}

/** The journal's writes. Changes that the disk rejects wait in memory, in order, until it accepts them. */
export class JournalWrites {
  readonly #options: JournalWritesOptions;
  #waiting: Waiting[] = [];
  #fault: Error | null = null;

  constructor(options: JournalWritesOptions) {
    this.#options = options;
  }

  /** The error of the last rejected write; null if the disk accepts writes. */
  get fault(): Error | null {
    return this.#fault;
  }

  get areComplete(): boolean {
    return this.#waiting.length === 0;
  }

  get areFull(): boolean {
    return this.#waiting.length >= mostWaiting;
  }

  /** @returns false if the disk rejected the write; nothing of it is kept */
  store(changes: readonly Change[], events: readonly EventDraft[] = []): boolean {
    if (!this.areComplete || !this.attempt(() => this.transact(this.#writing(changes, events)))) return false;
    this.#fault = null;
    for (const { keep } of changes) keep();
    return true;
  }

  /** Keeps changes in memory that the disk rejected. */
  storeLater(changes: readonly Change[], events: readonly EventDraft[]): void {
    const write = this.#writing(changes, events);
    for (const { keep } of changes) keep();
    this.#waiting.push({ write, hasEvent: events.length > 0 });
  }

  /** Writes what waits, if the disk accepts it. @returns what was written; null if nothing was */
  storeWaiting(): { hasEvent: boolean } | null {
    if (this.areComplete) return null;
    const waiting = this.#waiting;
    try {
      this.transact(() => waiting.forEach(({ write }) => write()));
    } catch (error) {
      if (!isDiskFault(error)) throw error;
      return null;
    }
    [this.#waiting, this.#fault] = [[], null];
    return { hasEvent: waiting.some(({ hasEvent }) => hasEvent) };
  }

  /** Executes `write`. @returns false if the disk rejected it */
  attempt(write: () => void): boolean {
    try {
      write();
      return true;
    } catch (error) {
      if (!isDiskFault(error)) throw error;
      this.#fault = error;
      return false;
    }
  }

  /** Executes all of `write` or nothing, counted, and drops the oldest events if they take too much space afterwards. */
  transact(write: () => void): void {
    const { database, changes, outbox } = this.#options;
    try {
      changes.count((add) =>
        transaction(database, () => {
          write();
          outbox.makeRoom();
          add();
        }),
      );
    } catch (error) {
      outbox.measure();
      throw error;
    }
  }

  #writing(changes: readonly Change[], events: readonly EventDraft[]): () => void {
    const { outbox, clock } = this.#options;
    const at = clock.now();
    return () => {
      for (const { write } of changes) write();
      for (const event of events) outbox.append(event, at);
    };
  }
}
