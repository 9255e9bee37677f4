import { statfsSync } from 'node:fs';
import { backup, type DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import { seenIdsRetentionMs } from '@washdesk/site-protocol/timing';
import type { Clock } from '../ports/clock.ts';
import type { EventDraft } from '../ports/commands.ts';
import { ActionLog, type Change, type LoggedAction } from './action-log.ts';
import { LaneUsages, type LaneUsage } from './lane-usages.ts';
import { Marker } from './marker.ts';
import { Meta } from './meta.ts';
import { carryOver, isDiskFault, openDatabase, shrink, SQLITE_OK, sqliteCode } from './open-database.ts';
import { JournalFull, Outbox } from './outbox.ts';
import { Roster } from './roster.ts';
import { transaction } from './transaction.ts';

export interface JournalOptions {
  folder: string;
  /** How much the events may take that the cloud has not acknowledged; default: unlimited. */
  maxBytes?: number;
  site: number;
  clock: Clock;
  /** Epoch milliseconds of the cloud's clock; null if unknown to the agent. */
  cloudTime: () => number | null;
  log: Logger;
}

const pruneEveryMs = 3_600_000;
const diskEveryMs = 1_000;
const tellAfterMs = 50;
/** Changes that wait in memory while the disk rejects writes; with more, no action begins. */
const mostUnstored = 10_000;
/** Pages of 4 kB copied before other work continues. */
const pagesAtOnce = 100;
const mostTries = 20;
const beginAgainMs = 50;
/** With less space the next write may fail. */
const fullBelowBytes = 1_048_576;

/** The disk stored neither the action nor a mark that something is missing: an action begun now could begin again after a crash. */
export class JournalUnwritable extends Error {
  override readonly name = 'JournalUnwritable';
}

/** The problem in plain language, also shown to the person at the gate. */
export interface DiskProblem {
  sentence: string;
  /** The system's own text. */
  cause: string | null;
}

const unwritable = 'The site computer’s disk can’t be written';

/** A lane's usage with its event, stored in the transaction of the opening. */
export interface Alongside {
  usage: LaneUsage;
  event: EventDraft;
}

interface Unstored {
  write: () => void;
  tellsEvent: boolean;
}

/**
 * State that must survive a power failure: unacknowledged events, the keys of physical actions, the members. Every method has written to
 * disk when it returns.
 */
export class Journal {
  readonly outbox: Outbox;
  readonly roster: Roster;
  readonly laneUsages: LaneUsages;
  /** What of the journal was lost before this start, as a sentence; null if nothing was found missing. */
  readonly lost: string | null;
  readonly #meta: Meta;
  readonly #actions: ActionLog;
  readonly #marker: Marker;
  readonly #database: DatabaseSync;
  readonly #clock: Clock;
  readonly #cloudTime: () => number | null;
  readonly #pruning: NodeJS.Timeout;
  readonly #watching: NodeJS.Timeout;
  readonly #folder: string;
  /** Changes that the disk rejected, in order; written as soon as the disk accepts them. */
  #unstored: Unstored[] = [];
  #telling: NodeJS.Timeout | undefined;
  #fault: string | null = null;
  #lastFault: unknown;
  #onEvent: () => void = () => undefined;

  /** @throws JournalInUse while another agent uses the same folder, JournalUnusable if the folder is not writable */
  constructor({ folder, maxBytes = Infinity, site, clock, cloudTime, log }: JournalOptions) {
    const { found, damaged } = openDatabase(folder, log, (database) => {
      const meta = new Meta(database);
      const isNew = meta.get('journal-id') === null;
      const outbox = new Outbox(database, { journal: meta.getOrMake('journal-id', uuidv7), site, maxBytes, log });
      return {
        database,
        meta,
        isNew,
        actions: new ActionLog(database),
        outbox,
        laneUsages: new LaneUsages(database),
        marker: new Marker(folder),
      };
    });
    this.#database = found.database;
    this.#meta = found.meta;
    this.#actions = found.actions;
    this.#marker = found.marker;
    this.outbox = found.outbox;
    this.laneUsages = found.laneUsages;
    this.#clock = clock;
    this.#cloudTime = cloudTime;
    this.lost = damaged ? 'its journal was damaged and was recreated' : this.#missing(found.isNew);
    this.#folder = folder;
    if (this.lost !== null) log.error({ lost: this.lost }, 'Journal may have lost executed commands');
    this.renew();
    this.roster = new Roster(folder, clock, log);
    this.#setMeta('marked', 'yes');
    this.prune();
    this.#pruning = setInterval(() => {
      this.prune();
      this.forgetRemoved();
    }, pruneEveryMs);
    this.#watching = setInterval(() => {
      this.#storeAgain();
      carryOver(folder, this.#database);
      shrink(this.#database);
    }, diskEveryMs);
  }

  /**
   * The identity of this journal's history. Each start begins another one, because the files may be an older copy: they contain what was
   * executed, but an id that they do not contain may have been executed too (docs/decisions/0028-journal-validity.md).
   */
  get id(): string {
    return this.outbox.journal;
  }

  /** Calls the listener after each new event, once it is on disk. */
  onEvent(listener: () => void): void {
    this.#onEvent = listener;
  }

  loggedAction(key: string): LoggedAction | null {
    return this.#actions.find(key);
  }

  /** Returns why the disk rejects writes; null if it accepts them. */
  diskProblem(): DiskProblem | null {
    if (this.#fault !== null) return { sentence: unwritable, cause: this.#fault };
    const { bavail, bsize } = statfsSync(this.#folder);
    return bavail * bsize < fullBelowBytes ? { sentence: 'The site computer’s disk is full', cause: null } : null;
  }

  /**
   * Stores that the action of this key begins now, with the wash for which it opens. The marker
   * follows with the result. On a full disk the action may still begin if `unstored` allows it: the marker, which
   * needs no space, then records that after a crash this journal does not cover its actions.
   * @throws JournalUnwritable | JournalFull if the action may not begin
   */
  begin(key: string, { unstored = false, alongside = null }: { unstored?: boolean; alongside?: Alongside | null } = {}): void {
    if (alongside) this.outbox.checkRoom([alongside.event]);
    const changes = [this.#actions.take(key, this.#cloudTime() ?? 0), ...(alongside ? [this.laneUsages.add(alongside.usage)] : [])];
    if (this.#stored(changes, alongside?.event, () => this.#tellSoon())) return;
    if (!unstored || this.#unstored.length >= mostUnstored) throw new JournalUnwritable(unwritable, { cause: this.#lastFault });
    try {
      this.#mark(this.#actions.oldest, false);
    } catch (error) {
      throw new JournalUnwritable(unwritable, { cause: error });
    }
    const write = this.#writing(changes, alongside?.event);
    for (const { keep } of changes) keep();
    this.#unstored.push({ write, tellsEvent: alongside !== null });
  }

  /**
   * Stores a wash that a person admitted, with its event.
   * @throws JournalUnwritable | JournalFull if it isn't stored
   */
  addUsage({ usage, event }: Alongside): void {
    this.outbox.checkRoom([event]);
    if (!this.#stored([this.laneUsages.add(usage)], event)) throw new JournalUnwritable(unwritable, { cause: this.#lastFault });
  }

  /** Records that Sitewatch has this usage of a lane. */
  usageWritten(id: string): void {
    this.#store([this.laneUsages.markWritten(id)]);
  }

  /** Stores the result of a finished action together with its event. */
  settle(key: string, result: unknown, event?: EventDraft): void {
    this.#store([this.#actions.settle(key, result)], event);
    this.#mark();
  }

  /** Frees the key of an action that provably did nothing. */
  undo(key: string, event?: EventDraft): void {
    this.#store([this.#actions.release(key)], event);
    this.#mark();
  }

  /** @throws JournalFull if there is no room for an event that may not be dropped later */
  record(event: EventDraft): void {
    this.outbox.checkRoom([event]);
    this.#store([], event);
  }

  /**
   * Copies the journal to this file while it is used, a few pages at a time. The copy may be opened by another agent in place of this one.
   * @throws if the file cannot be written
   */
  async copyTo(file: string): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      try {
        await backup(this.#database, file, { rate: pagesAtOnce });
        return;
      } catch (error) {
        // a copy that begins during a write of this process fails with the code of success
        if (sqliteCode(error) !== SQLITE_OK || tries === mostTries) throw error;
        await sleep(beginAgainMs);
      }
    }
  }

  /** Continues under another id: an action that was sent before and is not in the journal is unknown from then on. */
  renew(): void {
    const id = uuidv7();
    this.#setMeta('journal-id', id);
    this.outbox.rename(id);
    this.#mark();
  }

  /** Returns the note that `recordAll` stored last under this name; null before the first. */
  note(name: string): string | null {
    return this.#meta.get(name);
  }

  /**
   * Stores events and a note of their progress together: after a power failure either both exist or neither.
   * @throws JournalFull if the events have to wait at their source
   */
  recordAll(events: readonly EventDraft[], note: { name: string; value: string }): void {
    this.outbox.checkRoom(events);
    this.#transact(() => {
      for (const event of events) this.outbox.append(event, this.#clock.now());
      this.#meta.set(note.name, note.value);
    });
    if (events.length > 0) this.#onEvent();
  }

  /** Removes entries older than one day by the cloud's clock: the computer's clock may jump. */
  prune(): void {
    const now = this.#cloudTime();
    if (now === null) return;
    this.#store(this.#actions.dateUnknown(now));
    const keptFrom = this.#actions.keptFrom(now - seenIdsRetentionMs);
    // before the rows are deleted: a journal with more than the marker's content is sound, one with less is not
    this.#mark(keptFrom);
    this.#store([this.#actions.forget(keptFrom), ...this.laneUsages.prune(this.#clock.now())]);
  }

  /** Empties the write-ahead log, which contains what was removed since the last time. */
  forgetRemoved(): void {
    carryOver(this.#folder, this.#database, 0);
    this.roster.forgetRemoved();
  }

  close(): void {
    clearInterval(this.#pruning);
    clearInterval(this.#watching);
    clearTimeout(this.#telling);
    this.#storeAgain();
    this.#database.close();
    this.roster.close();
    this.#marker.close();
  }

  /** Stores the changes: on disk on return, or later if the disk is full. */
  #store(changes: readonly Change[], event?: EventDraft): void {
    if (changes.length === 0 && !event) return;
    if (this.#stored(changes, event)) return;
    if (changes.length === 0 && this.#unstored.length >= mostUnstored) throw new JournalFull(unwritable);
    const write = this.#writing(changes, event);
    for (const { keep } of changes) keep();
    this.#unstored.push({ write, tellsEvent: event !== undefined });
  }

  /** @returns false if the disk rejected the write; nothing of it is kept */
  #stored(changes: readonly Change[], event?: EventDraft, tell: () => void = this.#onEvent): boolean {
    if (this.#unstored.length > 0) return false;
    try {
      this.#transact(this.#writing(changes, event));
    } catch (error) {
      if (!isDiskFault(error)) throw error;
      this.#lastFault = error;
      this.#fault = error instanceof Error ? error.message : String(error);
      return false;
    }
    this.#fault = null;
    for (const { keep } of changes) keep();
    if (event) tell();
    return true;
  }

  #writing(changes: readonly Change[], event?: EventDraft): () => void {
    const at = this.#clock.now();
    return () => {
      for (const { write } of changes) write();
      if (event) this.outbox.append(event, at);
    };
  }

  /** Tells of a new event once the action that it was stored with has moved its device: sending it must not delay that. */
  #tellSoon(): void {
    clearTimeout(this.#telling);
    this.#telling = setTimeout(() => this.#onEvent(), tellAfterMs);
  }

  /** Executes all of `write` or nothing, and drops the oldest events if they take too much space afterwards. */
  #transact(write: () => void): void {
    try {
      transaction(this.#database, () => {
        write();
        this.outbox.makeRoom();
      });
    } catch (error) {
      this.outbox.measure();
      throw error;
    }
  }

  #storeAgain(): void {
    if (this.#unstored.length === 0) return;
    try {
      this.#transact(() => this.#unstored.forEach(({ write }) => write()));
    } catch (error) {
      if (!isDiskFault(error)) throw error;
      return;
    }
    const tellsEvent = this.#unstored.some((one) => one.tellsEvent);
    [this.#unstored, this.#fault] = [[], null];
    this.#mark();
    if (tellsEvent) this.#onEvent();
  }

  /** Stores a value. A start on a full disk continues without it: the marker then does not match, and the next start detects that. */
  #setMeta(key: string, value: string): void {
    try {
      this.#meta.set(key, value);
    } catch (error) {
      if (!isDiskFault(error)) throw error;
      this.#fault = error instanceof Error ? error.message : String(error);
    }
  }

  #mark(oldest = this.#actions.oldest, complete = this.#unstored.length === 0): void {
    this.#marker.write({ journal: this.id, last: this.#actions.last, oldest, complete });
  }

  /** Returns what is missing according to the marker; null for a complete or new journal. */
  #missing(isNew: boolean): string | null {
    if (this.#marker.isNew) return this.#meta.get('marked') === null ? null : 'the journal’s marker is missing';
    const marked = this.#marker.read();
    if (!marked) return 'the journal’s marker is damaged';
    if (isNew) return 'its journal was missing and was recreated';
    if (marked.journal !== this.id) return 'its journal and marker don’t match';
    if (!marked.complete) return 'its disk was full when it stopped';
    const { last, oldest } = this.#actions;
    return last < marked.last || (marked.last > 0 && oldest > Math.max(marked.oldest, 1)) ? 'a part of its journal is missing' : null;
  }
}
