import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Logger } from 'pino';
import { isDiskFault } from './open-database.ts';

export const rosterFile = 'roster.db';

/**
 * Opens the roster's own file in the journal's folder. The cloud has it too: a commit does not wait for the disk, so that a gate never
 * waits behind it, and a file that cannot be read is deleted and fetched again. Without space on the disk it is in memory.
 */
export function openRosterFile(folder: string, log: Logger): DatabaseSync {
  try {
    return open(join(folder, rosterFile));
  } catch (error) {
    log.warn({ err: error }, 'Member list on disk not readable; it is fetched again');
    return createRosterFile(folder, log);
  }
}

/** Replaces the file by an empty one. */
export function createRosterFile(folder: string, log: Logger): DatabaseSync {
  const file = join(folder, rosterFile);
  try {
    for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true });
    return open(file);
  } catch (error) {
    if (!isDiskFault(error)) throw error;
    log.warn({ err: error }, 'Member list not stored; it is in memory until the next start');
    return open(':memory:');
  }
}

/** Returns what is damaged in the structure of the file; null if nothing is. */
export function rosterDamage(database: DatabaseSync): string | null {
  const verdict = database.prepare('PRAGMA quick_check(1)').get()?.['quick_check'];
  return verdict === 'ok' ? null : String(verdict);
}

function open(file: string): DatabaseSync {
  const database = new DatabaseSync(file);
  try {
    database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL');
    // the bytes of a removed member stay in no free page
    database.exec('PRAGMA secure_delete = ON');
    database.exec('CREATE TABLE IF NOT EXISTS format (version INTEGER) STRICT');
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}
