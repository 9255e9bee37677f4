import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { z } from 'zod';

const row = z.object({ value: z.string() });

/** Single values of the journal by name. */
export class Meta {
  readonly #get: StatementSync;
  readonly #set: StatementSync;

  constructor(database: DatabaseSync) {
    database.exec('CREATE TABLE IF NOT EXISTS meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID');
    this.#get = database.prepare('SELECT value FROM meta WHERE key = ?');
    this.#set = database.prepare('INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value');
  }

  get(key: string): string | null {
    const found = this.#get.get(key);
    return found ? row.parse(found).value : null;
  }

  set(key: string, value: string): void {
    this.#set.run(key, value);
  }

  /** Returns the stored value, or creates and stores one. */
  getOrMake(key: string, make: () => string): string {
    const found = this.get(key);
    if (found !== null) return found;
    const made = make();
    this.set(key, made);
    return made;
  }
}
