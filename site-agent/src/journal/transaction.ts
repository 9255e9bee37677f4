import type { DatabaseSync } from 'node:sqlite';

/** Executes all of `work` or nothing, on disk when it returns. It is synchronous, so that no other write comes in between. */
export function transaction<T>(database: DatabaseSync, work: () => T): T {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    database.exec('ROLLBACK');
    throw error;
  }
}
