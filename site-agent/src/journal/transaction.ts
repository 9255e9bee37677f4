import type { DatabaseSync } from 'node:sqlite';

/** All of `work` or nothing, on disk when it returns. Synchronous, so nothing of another capability slips in between. */
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
