import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { z } from 'zod';
import { Corrupted } from './corrupted.ts';

const row = z.object({ n: z.int().nonnegative() });

/** The number of transactions that the journal has stored, in the journal itself. With the marker's number it shows a lost end. */
export class ChangeCount {
  readonly #set: StatementSync;
  #stored: number;

  /** @throws Corrupted if the number is unreadable */
  constructor(database: DatabaseSync) {
    database.exec('CREATE TABLE IF NOT EXISTS change_count (id INTEGER PRIMARY KEY CHECK (id = 1), n INTEGER NOT NULL) STRICT');
    this.#set = database.prepare('INSERT INTO change_count (id, n) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET n = excluded.n');
    const found = database.prepare('SELECT n FROM change_count').get();
    const stored = row.safeParse(found ?? { n: 0 }).data;
    if (!stored) throw new Corrupted('the number of changes is unreadable');
    this.#stored = stored.n;
  }

  get stored(): number {
    return this.#stored;
  }

  /** Executes `transaction`, which calls the function that it receives in its transaction: the change is counted if it is stored. */
  count(transaction: (add: () => void) => void): void {
    const next = this.#stored + 1;
    transaction(() => void this.#set.run(next));
    this.#stored = next;
  }
}
