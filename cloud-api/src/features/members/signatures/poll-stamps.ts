import type { Logger } from 'pino';
import type { Db } from '../../../db/pool.ts';
import { stampPolls } from './signatures.store.ts';

/** Delay of a stamp: far below the seconds after which a tablet counts as unreachable. */
const togetherMs = 1_000;

/** Stores which tablets polled: those of a second together, instead of one update a poll. */
export class PollStamps {
  readonly #db: Db;
  readonly #log: Pick<Logger, 'warn'>;
  #waiting = new Map<string, string | null>();
  #writing: Promise<void> | null = null;
  #timer: NodeJS.Timeout | null = null;

  constructor(db: Db, log: Pick<Logger, 'warn'>) {
    this.#db = db;
    this.#log = log;
  }

  /** Stores a poll at once. */
  async write(device: string, terminal: string | null): Promise<void> {
    this.#waiting.delete(device);
    await stampPolls(this.#db, new Map([[device, terminal]]));
  }

  /** Stores a poll with the others of this second. */
  add(device: string, terminal: string | null): void {
    this.#waiting.set(device, terminal);
    this.#timer ??= setTimeout(() => void (this.#writing = this.#writeAll()), togetherMs);
  }

  /** Resolves when nothing is being written; what waits is dropped: the tablets poll again. */
  async stop(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer);
    await this.#writing;
  }

  async #writeAll(): Promise<void> {
    this.#timer = null;
    const polls = this.#waiting;
    this.#waiting = new Map();
    try {
      await stampPolls(this.#db, polls);
    } catch (error) {
      this.#log.warn({ err: error, tablets: polls.size }, 'Polls of tablets not stored, they poll again');
    }
  }
}
