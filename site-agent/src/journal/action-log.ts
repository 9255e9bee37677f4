import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { z } from 'zod';
import { checksumOf } from './checksum.ts';
import { Corrupted } from './corrupted.ts';

const row = z.object({ n: z.int(), key: z.string(), result: z.string().nullable(), released: z.int(), at: z.int(), sum: z.string() });
type Row = Omit<z.infer<typeof row>, 'sum'>;

/** An action begun before. `result` is null if the agent stopped before its outcome was stored. */
export interface LoggedAction {
  result: unknown;
}

/** Maximum difference between computed times of one clock. */
const futureMs = 60_000;

/** One change of the log: `write` puts it on disk, within the caller's transaction; `keep` then puts it in memory. */
export interface Change {
  write(): void;
  keep(): void;
}

const sumOf = ({ n, key, result, released, at }: Row): string => checksumOf(JSON.stringify([n, key, result, released, at]));

/**
 * The keys of physical actions, on disk before the action begins: after a crash the action counts as begun and is not repeated.
 *
 * All keys are also in memory, for lookups. On disk they are numbered without a gap, each with a checksum, so that a lost or changed row is
 * detected at the next start. A released key keeps its row.
 */
export class ActionLog {
  readonly #rows = new Map<number, Row>();
  readonly #byKey = new Map<string, Row>();
  readonly #put: StatementSync;
  readonly #prune: StatementSync;
  #last = 0;

  /** @throws Corrupted if a row is missing or was changed */
  constructor(database: DatabaseSync) {
    database.exec(`CREATE TABLE IF NOT EXISTS action (
      n INTEGER PRIMARY KEY, key TEXT NOT NULL, result TEXT, released INTEGER NOT NULL, at INTEGER NOT NULL, sum TEXT NOT NULL) STRICT`);
    this.#put = database.prepare(
      `INSERT INTO action (n, key, result, released, at, sum) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT (n) DO UPDATE SET result = excluded.result, released = excluded.released, at = excluded.at, sum = excluded.sum`,
    );
    this.#prune = database.prepare('DELETE FROM action WHERE n < ?');
    for (const stored of database.prepare('SELECT n, key, result, released, at, sum FROM action ORDER BY n').all()) this.#load(stored);
  }

  /** The number of the newest action; 0 before the first. */
  get last(): number {
    return this.#last;
  }

  /** The number of the oldest stored action; 0 before the first. */
  get oldest(): number {
    const [oldest = 0] = this.#rows.keys();
    return oldest;
  }

  find(key: string): LoggedAction | null {
    const found = this.#byKey.get(key);
    return found ? { result: found.result === null ? null : (JSON.parse(found.result) as unknown) } : null;
  }

  /**
   * @param at epoch milliseconds of the cloud's clock; 0 if unknown
   * @throws if the key is already taken
   */
  take(key: string, at: number): Change {
    if (this.#byKey.has(key)) throw new Error(`Key ${key} is already taken`);
    return this.#change({ n: this.#last + 1, key, result: null, released: 0, at });
  }

  settle(key: string, result: unknown): Change {
    return this.#change({ ...this.#taken(key), result: JSON.stringify(result) });
  }

  /** Removes the key of an action that provably did not happen. */
  release(key: string): Change {
    return this.#change({ ...this.#taken(key), released: 1 });
  }

  /** Returns the first number that stays if actions before `before` are removed; the newest always stays. */
  keptFrom(before: number): number {
    for (const { n, at } of this.#rows.values()) if (at === 0 || at >= before || n === this.#last) return n;
    return this.#last;
  }

  /** Removes the actions below this number. */
  forget(below: number): Change {
    return {
      write: () => void this.#prune.run(below),
      keep: () => {
        for (const { n, key } of this.#rows.values()) {
          if (n >= below) break;
          this.#rows.delete(n);
          if (this.#byKey.get(key)?.n === n) this.#byKey.delete(key);
        }
      },
    };
  }

  /** Dates actions once the cloud's time is known: those taken without it, or seemingly in the future, count as taken now. */
  dateUnknown(now: number): Change[] {
    const undated = [...this.#rows.values()].filter(({ at }) => at === 0 || at > now + futureMs);
    return undated.map((action) => this.#change({ ...action, at: now }));
  }

  #taken(key: string): Row {
    const found = this.#byKey.get(key);
    if (!found) throw new Error(`Key ${key} is not taken`);
    return found;
  }

  #change(action: Row): Change {
    const { n, key, result, released, at } = action;
    return { write: () => void this.#put.run(n, key, result, released, at, sumOf(action)), keep: () => this.#keep(action) };
  }

  #keep(action: Row): void {
    this.#rows.set(action.n, action);
    if (action.released) this.#byKey.delete(action.key);
    else this.#byKey.set(action.key, action);
    this.#last = Math.max(this.#last, action.n);
  }

  #load(stored: unknown): void {
    const { sum, ...action } = row.safeParse(stored).data ?? { sum: null, n: 0, key: '', result: null, released: 0, at: 0 };
    if (sum !== sumOf(action)) throw new Corrupted('an action does not match its checksum');
    if (this.#last > 0 && action.n !== this.#last + 1) throw new Corrupted(`the action after number ${this.#last} is missing`);
    this.#keep(action);
  }
}
