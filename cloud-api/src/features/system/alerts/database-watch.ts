import { setTimeout as wait } from 'node:timers/promises';
import { v7 as uuidv7 } from 'uuid';
import { isHeldBack, type AlertSettings } from '@washdesk/rules/company/alerts';
import { isLostConnection, type Db } from '../../../db/pool.ts';
import type { Clock } from '../../../ports/clock.ts';
import { clearedWords, onLists, openedWords, queueWords, type WordedAlert, type Words } from './alert-messages.ts';
import { alertSettings, recipientsOf, type Recipient } from './recipients.store.ts';

/** Recipients and settings of the last read. */
interface Known {
  recipients: readonly Recipient[];
  settings: AlertSettings;
}

interface Parts {
  db: Db;
  clock: Clock;
  /** The computer of this server, for the message. */
  server: string;
  page: string;
  /** Sends without the database. @returns whether it is sent, or never will be */
  send: (recipient: Recipient, words: Words) => Promise<boolean>;
  jobsAdded: () => void;
  monotonic?: () => number;
  /** After this long without an answer the database counts as lost; default 5 s. */
  answerMs?: number;
}

interface Outage {
  began: number;
  alert: WordedAlert;
  /** Recipients who have the message, by id. */
  told: Map<string, Recipient>;
  tried: number;
}

const defaultAnswerMs = 5_000;
const minuteMs = 60_000;
/** A failover takes less. */
const toldAfterMs = minuteMs;
const retryMs = minuteMs;
/** An outage that begins this soon after the last message is not told: a database that comes and goes is a few messages an hour. */
const quietMs = 15 * minuteMs;

/**
 * Sends one message while this server can't use the database, and one when it can again. The recipients are those read last; nothing else is
 * kept in memory, and each server sends its own (docs/decisions/0132-alerts.md).
 */
export class DatabaseWatch {
  readonly #parts: Parts;
  readonly #monotonic: () => number;
  #known: Known | null = null;
  #reading: Promise<Known> | null = null;
  #outage: Outage | null = null;
  #lastTold = -Infinity;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#monotonic = parts.monotonic ?? (() => performance.now());
  }

  async round(): Promise<void> {
    const known = await this.#read();
    if (!known) return this.#lost();
    this.#known = known;
    const ended = this.#outage;
    this.#outage = null;
    if (ended && ended.told.size > 0) await this.#queueEnd(ended);
  }

  /** Returns null if the database is unreachable. A read that hangs is not begun a second time. */
  async #read(): Promise<Known | null> {
    this.#reading ??= this.#readAll().finally(() => (this.#reading = null));
    const ending = new AbortController();
    try {
      return await Promise.race([this.#reading, wait(this.#parts.answerMs ?? defaultAnswerMs, null, { signal: ending.signal })]);
    } catch (error) {
      if (isLostConnection(error)) return null;
      throw error;
    } finally {
      ending.abort();
    }
  }

  async #readAll(): Promise<Known> {
    const { db } = this.#parts;
    return { recipients: await recipientsOf(db), settings: await alertSettings(db) };
  }

  async #lost(): Promise<void> {
    const now = this.#monotonic();
    this.#outage ??= { began: now, alert: this.#alert(), told: new Map(), tried: -Infinity };
    const { began, alert, told, tried } = this.#outage;
    const { settings, recipients } = this.#known ?? {};
    if (!settings || !recipients || now - began < toldAfterMs || now - tried < retryMs || began - this.#lastTold < quietMs) return;
    if (isHeldBack(alert.level, settings, this.#parts.clock.now())) return;
    this.#outage.tried = now;
    const isEscalated = now - began >= settings.escalateAfterMinutes * minuteMs;
    const waiting = onLists(recipients, isEscalated ? ['first', 'second'] : ['first']).filter(({ id }) => !told.has(id));
    const words = openedWords(alert, this.#parts.page);
    await Promise.all(
      waiting.map(async (recipient) => {
        if (await this.#parts.send(recipient, words)) told.set(recipient.id, recipient);
      }),
    );
  }

  async #queueEnd({ alert, told }: Outage): Promise<void> {
    const { db, clock, page, jobsAdded } = this.#parts;
    const at = clock.now();
    this.#lastTold = this.#monotonic();
    const isStill = new Set(this.#known?.recipients.map(({ id }) => id));
    const recipients = [...told.values()].filter(({ id }) => isStill.has(id));
    await db.transaction().execute((tx) => queueWords(tx, clearedWords({ ...alert, cleared: at }, page), recipients, at));
    jobsAdded();
  }

  #alert(): WordedAlert {
    const { server, clock } = this.#parts;
    return {
      id: uuidv7(),
      cause: `cloud:database-lost:${server}`,
      site: null,
      level: 'stop',
      sentence: `The server ${server} can’t use the database of Washdesk`,
      step: 'Check that the database server runs and that this server reaches it. Sites keep working from their roster meanwhile.',
      opened: clock.now(),
      cleared: null,
      escalated: null,
    };
  }
}
