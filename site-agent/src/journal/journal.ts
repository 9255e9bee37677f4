import type { DatabaseSync } from 'node:sqlite';
import { seenIdsRetentionMs } from '@washdesk/site-protocol/timing';
import type { Logger } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import type { Clock } from '../ports/clock.ts';
import type { EventDraft } from '../ports/commands.ts';
import { Meta } from './meta.ts';
import { openDatabase } from './open-database.ts';
import { Outbox } from './outbox.ts';
import { Roster } from './roster.ts';
import { ActionLog, type LoggedAction } from './action-log.ts';
import { transaction } from './transaction.ts';

export interface JournalOptions {
  folder: string;
  site: number;
  clock: Clock;
  log: Logger;
}

const pruneEveryMs = 3_600_000;

/**
 * What the agent must not forget when its power is cut: events not yet acknowledged, the keys of physical actions, the members.
 * Every method has reached the disk when it returns.
 */
export class Journal {
  readonly outbox: Outbox;
  readonly roster: Roster;
  readonly #meta: Meta;
  readonly #loggedAction: ActionLog;
  readonly #database: DatabaseSync;
  readonly #clock: Clock;
  readonly #pruning: NodeJS.Timeout;
  #onEvent: () => void = () => undefined;

  /** @throws JournalInUse while another agent has the same folder */
  constructor({ folder, site, clock, log }: JournalOptions) {
    this.#database = openDatabase(folder, log);
    this.#clock = clock;
    this.#meta = new Meta(this.#database);
    this.outbox = new Outbox(this.#database, this.#meta.getOrMake('journal-id', uuidv7), site);
    this.roster = new Roster(this.#database, this.#meta);
    this.#loggedAction = new ActionLog(this.#database);
    this.#prune();
    this.#pruning = setInterval(() => this.#prune(), pruneEveryMs);
  }

  /** Called after each new event, once it is on disk. */
  onEvent(listener: () => void): void {
    this.#onEvent = listener;
  }

  loggedAction(key: string): LoggedAction | null {
    return this.#loggedAction.find(key);
  }

  /** Stores that the action of this key begins now. */
  begin(key: string): void {
    this.#loggedAction.take(key, Date.now());
  }

  /** Stores the result of an ended action together with its event. */
  settle(key: string, result: unknown, event?: EventDraft): void {
    transaction(this.#database, () => {
      this.#loggedAction.settle(key, result);
      if (event) this.outbox.append(event, this.#clock.now());
    });
    if (event) this.#onEvent();
  }

  /** Frees the key of an action that provably did nothing, so that the key may be used again. */
  undo(key: string, event?: EventDraft): void {
    transaction(this.#database, () => {
      this.#loggedAction.release(key);
      if (event) this.outbox.append(event, this.#clock.now());
    });
    if (event) this.#onEvent();
  }

  record(event: EventDraft): void {
    this.outbox.append(event, this.#clock.now());
    this.#onEvent();
  }

  /** The note that `recordAll` stored last under this name; null before. */
  note(name: string): string | null {
    return this.#meta.get(name);
  }

  /** Stores events and a note of how far they reach together: after a power cut both are there or neither. */
  recordAll(events: readonly EventDraft[], note: { name: string; value: string }): void {
    transaction(this.#database, () => {
      for (const event of events) this.outbox.append(event, this.#clock.now());
      this.#meta.set(note.name, note.value);
    });
    if (events.length > 0) this.#onEvent();
  }

  close(): void {
    clearInterval(this.#pruning);
    this.#database.close();
  }

  /** By the system's clock: a company clock moved by a day must not let an old command through. */
  #prune(): void {
    this.#loggedAction.prune(Date.now() - seenIdsRetentionMs);
  }
}
