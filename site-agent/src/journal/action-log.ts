import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { z } from 'zod';

const row = z.object({ result: z.string().nullable() });

/** An action that was begun before. `result` is null when the agent was stopped before its outcome was stored. */
export interface LoggedAction {
  result: unknown;
}

/** The keys of physical actions, on disk before the action begins: after a crash the action counts as begun and is not repeated. */
export class ActionLog {
  readonly #find: StatementSync;
  readonly #take: StatementSync;
  readonly #settle: StatementSync;
  readonly #release: StatementSync;
  readonly #prune: StatementSync;

  constructor(database: DatabaseSync) {
    database.exec('CREATE TABLE IF NOT EXISTS seen (id TEXT PRIMARY KEY, result TEXT, at INTEGER NOT NULL) STRICT, WITHOUT ROWID');
    database.exec('CREATE INDEX IF NOT EXISTS seen_at ON seen (at)');
    this.#find = database.prepare('SELECT result FROM seen WHERE id = ?');
    this.#take = database.prepare('INSERT INTO seen (id, at) VALUES (?, ?)');
    this.#settle = database.prepare('UPDATE seen SET result = ? WHERE id = ?');
    this.#release = database.prepare('DELETE FROM seen WHERE id = ?');
    this.#prune = database.prepare('DELETE FROM seen WHERE at < ?');
  }

  find(id: string): LoggedAction | null {
    const found = this.#find.get(id);
    if (!found) return null;
    const { result } = row.parse(found);
    return { result: result === null ? null : (JSON.parse(result) as unknown) };
  }

  /** @throws when the id was taken before */
  take(id: string, now: number): void {
    this.#take.run(id, now);
  }

  settle(id: string, result: unknown): void {
    this.#settle.run(JSON.stringify(result), id);
  }

  /** Forgets an id whose action provably did not happen. */
  release(id: string): void {
    this.#release.run(id);
  }

  /** @param before epoch milliseconds */
  prune(before: number): void {
    this.#prune.run(before);
  }
}
