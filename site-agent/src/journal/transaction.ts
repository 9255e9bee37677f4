import type { DatabaseSync } from 'node:sqlite';

/** Executes all of `work` or nothing, on disk on return. Synchronous, so that no other write interleaves. */
export function transaction<T>(database: DatabaseSync, work: () => T): T {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    // SQLite has already rolled back if the disk is full or failed, and a second rollback would hide the cause
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}
