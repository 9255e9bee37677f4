import { statfsSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import type { Logger } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import { counted } from '@washdesk/rules/text/counts';
import { seenIdsRetentionMs } from '@washdesk/site-protocol/timing';
import type { Clock } from '../ports/clock.ts';
import type { EventDraft } from '../ports/commands.ts';
import { ActionLog, type Change, type LoggedAction } from './action-log.ts';
import { ChangeCount } from './change-count.ts';
import { JournalWrites } from './journal-writes.ts';
import { LaneUsages, type Alongside } from './lane-usages.ts';
import { Marker, type MarkerContent } from './marker.ts';
import { Meta } from './meta.ts';
import { carryOver, copyDatabase, isSystemError, openDatabase, shrink } from './open-database.ts';
import { JournalFull, Outbox } from './outbox.ts';
import { Roster } from './roster.ts';

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
const reportAfterMs = 50;
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
  readonly #changes: ChangeCount;
  readonly #actions: ActionLog;
  readonly #marker: Marker;
  readonly #database: DatabaseSync;
  readonly #writes: JournalWrites;
  readonly #clock: Clock;
  readonly #cloudTime: () => number | null;
  readonly #pruning: NodeJS.Timeout;
  readonly #watching: NodeJS.Timeout;
  readonly #folder: string;
  #reporting: NodeJS.Timeout | undefined;
  /** The error of the last write of the marker; null if the disk accepted it. */
  #markFault: Error | null = null;
  #onEvent: () => void = () => undefined;

  /** @throws JournalInUse while another agent uses the same folder, JournalUnusable if the folder is not writable */
  constructor({ folder, maxBytes = Infinity, site, clock, cloudTime, log }: JournalOptions) {
    const { found, damaged } = openDatabase(folder, log, (database) => {
      const meta = new Meta(database);
      const isNew = meta.get('journal-id') === null;
      const outbox = new Outbox(database, { journal: meta.getOrMake('journal-id', uuidv7), site, maxBytes, clock, log });
      return {
        database,
        meta,
        isNew,
        changes: new ChangeCount(database),
        actions: new ActionLog(database),
        outbox,
        laneUsages: new LaneUsages(database),
        marker: new Marker(folder),
      };
    });
    this.#database = found.database;
    this.#meta = found.meta;
    this.#changes = found.changes;
    this.#actions = found.actions;
    this.#marker = found.marker;
    this.outbox = found.outbox;
    this.laneUsages = found.laneUsages;
    this.#writes = new JournalWrites({ database: found.database, changes: found.changes, outbox: found.outbox, clock });
    this.#clock = clock;
    this.#cloudTime = cloudTime;
    this.lost = damaged ? 'its journal was damaged and was recreated' : this.#missing(found.isNew);
    this.#folder = folder;
    if (this.lost !== null) log.error({ lost: this.lost }, 'Journal may have lost executed commands');
    this.renew();
    this.#replaceDamaged();
    this.roster = new Roster(folder, clock, log);
    this.#setMeta('marked', 'yes');
    this.prune();
    this.#pruning = setInterval(() => {
      this.prune();
      this.forgetRemoved();
    }, pruneEveryMs);
    this.#watching = setInterval(() => {
      this.#storeWaiting();
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

  /** Returns what the disk damaged before this start, as a sentence; null if nothing. */
  get damage(): string | null {
    const [events, washes] = [this.outbox.damaged.length, this.laneUsages.damaged.length];
    const parts = [events > 0 ? counted(events, 'event') : null, washes > 0 ? `${counted(washes, 'wash', 'washes')} for Sitewatch` : null];
    const damaged = parts.filter((part) => part !== null).join(' and ');
    return damaged === '' ? null : `The disk damaged ${damaged} in the journal; check it`;
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
    const fault = this.#writes.fault ?? this.#markFault;
    if (fault !== null) return { sentence: unwritable, cause: fault.message };
    const { bavail, bsize } = statfsSync(this.#folder);
    return bavail * bsize < fullBelowBytes ? { sentence: 'The site computer’s disk is full', cause: null } : null;
  }

  /**
   * Stores that the action of this key begins now, with the wash for which it opens. On a full disk the action may still begin if `unstored`
   * allows it: the marker, which needs no space, then records that after a crash this journal does not cover its actions.
   * @throws JournalUnwritable | JournalFull if the action may not begin
   */
  begin(key: string, { unstored = false, alongside = null }: { unstored?: boolean; alongside?: Alongside | null } = {}): void {
    const events = alongside ? [alongside.event] : [];
    this.outbox.checkRoom(events);
    const changes = [this.#actions.take(key, this.#cloudTime() ?? 0), ...(alongside ? [this.laneUsages.add(alongside.usage)] : [])];
    if (this.#writes.store(changes, events)) {
      this.#noteChange();
      if (alongside) this.#reportSoon();
      return;
    }
    if (!unstored || this.#writes.areFull) throw this.#unwritable();
    if (!this.#mark(this.#actions.oldest, false)) throw new JournalUnwritable(unwritable, { cause: this.#markFault });
    this.#writes.storeLater(changes, events);
  }

  /**
   * Stores a wash that a person admitted, with its event.
   * @throws JournalUnwritable | JournalFull if it isn't stored
   */
  addUsage({ usage, event }: Alongside): void {
    this.outbox.checkRoom([event]);
    if (!this.#writes.store([this.laneUsages.add(usage)], [event])) throw this.#unwritable();
    this.#noteChange();
    this.#onEvent();
  }

  /** Records that Sitewatch has this usage of a lane. */
  usageWritten(id: string): void {
    this.#store([this.laneUsages.markWritten(id)]);
  }

  /** Stores the result of a finished action together with its event. */
  settle(key: string, result: unknown, event?: EventDraft): void {
    this.#store([this.#actions.settle(key, result)], event && [event]);
    this.#mark();
  }

  /** Deletes the events up to this number: the cloud has committed them. @throws if the disk rejects it */
  acknowledge(upTo: number): void {
    this.#writes.transact(() => this.outbox.acknowledge(upTo));
    this.#noteChange();
  }

  /** Frees the key of an action that provably did nothing. */
  undo(key: string, event?: EventDraft): void {
    this.#store([this.#actions.release(key)], event && [event]);
    this.#mark();
  }

  /**
   * Stores events in one write, all or none.
   * @throws JournalFull if there is no room for an event that may not be dropped later
   */
  record(...events: readonly EventDraft[]): void {
    this.outbox.checkRoom(events);
    this.#store([], events);
  }

  /**
   * Copies the journal to this file while it is used, a few pages at a time. The copy may be opened by another agent in place of this one.
   * @throws if the file cannot be written
   */
  copyTo(file: string): Promise<void> {
    return copyDatabase(this.#database, file);
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
    this.#writes.transact(() => {
      for (const event of events) this.outbox.append(event, this.#clock.now());
      this.#meta.set(note.name, note.value);
    });
    this.#noteChange();
    if (events.length > 0) this.#onEvent();
  }

  /** Removes entries older than one day by the cloud's clock: the computer's clock may jump. */
  prune(): void {
    const now = this.#cloudTime();
    if (now === null) return;
    this.#store(this.#actions.dateUnknown(now));
    const keptFrom = this.#actions.keptFrom(now - seenIdsRetentionMs);
    // before the rows are deleted: a journal with more than the marker's content is sound, one with less is not
    if (!this.#mark(keptFrom)) return;
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
    clearTimeout(this.#reporting);
    this.#storeWaiting();
    this.#database.close();
    this.roster.close();
    this.#marker.close();
  }

  /** Stores the changes: on disk on return, or later if the disk is full. */
  #store(changes: readonly Change[], events: readonly EventDraft[] = []): void {
    if (changes.length + events.length === 0) return;
    if (this.#writes.store(changes, events)) {
      this.#noteChange();
      if (events.length > 0) this.#onEvent();
      return;
    }
    if (changes.length === 0 && this.#writes.areFull) throw new JournalFull(unwritable);
    this.#writes.storeLater(changes, events);
    this.#noteChange();
  }

  /** On a disk that rejects it, each damaged event is replaced when it is sent. */
  #replaceDamaged(): void {
    const { outbox, laneUsages } = this;
    if (outbox.damaged.length + laneUsages.damaged.length === 0) return;
    this.#writes.attempt(() =>
      this.#writes.transact(() => {
        outbox.replaceDamaged();
        laneUsages.removeDamaged();
      }),
    );
  }

  #storeWaiting(): void {
    const stored = this.#writes.storeWaiting();
    if (!stored) return;
    this.#mark();
    if (stored.hasEvent) this.#onEvent();
  }

  /** Reports a new event once the action that it was stored with has moved its device: sending it must not delay that. */
  #reportSoon(): void {
    clearTimeout(this.#reporting);
    this.#reporting = setTimeout(() => this.#onEvent(), reportAfterMs);
  }

  /** Stores a value. A start on a full disk continues without it: the marker then does not match, and the next start detects that. */
  #setMeta(key: string, value: string): void {
    this.#writes.attempt(() => this.#writes.transact(() => this.#meta.set(key, value)));
  }

  #unwritable(): JournalUnwritable {
    return new JournalUnwritable(unwritable, { cause: this.#writes.fault });
  }

  /** @returns false if the disk rejects the marker: it is then behind the journal, which the next start reports as a loss at worst */
  #mark(oldest = this.#actions.oldest, complete = this.#writes.areComplete): boolean {
    return this.#markBy(() => this.#marker.write(this.#marked(oldest, complete)));
  }

  /** Notes a change in the marker, without waiting for the disk. */
  #noteChange(): void {
    this.#markBy(() => this.#marker.note(this.#marked(), (error) => (this.#markFault = error)));
  }

  #markBy(write: () => void): boolean {
    try {
      write();
      this.#markFault = null;
      return true;
    } catch (error) {
      if (!isSystemError(error)) throw error;
      this.#markFault = error;
      return false;
    }
  }

  #marked(oldest = this.#actions.oldest, complete = this.#writes.areComplete): MarkerContent {
    return { journal: this.id, last: this.#actions.last, oldest, changes: this.#changes.stored, complete };
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
    if (last < marked.last || this.#changes.stored < marked.changes) return 'a part of its journal is missing';
    return marked.last > 0 && oldest > Math.max(marked.oldest, 1) ? 'a part of its journal is missing' : null;
  }
}
