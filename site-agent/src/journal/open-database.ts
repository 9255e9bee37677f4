import { existsSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Logger } from 'pino';
import { Corrupted } from './corrupted.ts';

const fileName = 'journal.db';

const SQLITE_ERROR = 1;
const SQLITE_BUSY = 5;
const SQLITE_CORRUPT = 11;
const SQLITE_CANTOPEN = 14;
const SQLITE_NOTADB = 26;
/** SQLite's primary codes of a disk that does not take what is written: read-only, failed, full, cannot be opened. */
const diskCodes: readonly number[] = [8, 10, SQLITE_CORRUPT, 13, SQLITE_CANTOPEN];

/** Another process holds the journal: two agents with one journal could each open a gate for the same command. */
export class JournalInUse extends Error {
  override readonly name = 'JournalInUse';
}

/** The folder of the journal cannot be used; the message is one line that names the setting. */
export class JournalUnusable extends Error {
  override readonly name = 'JournalUnusable';
}

/**
 * Opens the journal's file in `folder`, which is made where it is missing, and reads it by `read`. A file that is no longer readable is
 * moved aside and an empty one takes its place: an agent that has lost its journal is better than one that never starts again.
 * @throws JournalInUse while another process has it open, JournalUnusable where the folder cannot be written
 */
export function openDatabase<T>(folder: string, log: Logger, read: (database: DatabaseSync) => T): { found: T; damaged: boolean } {
  const file = join(folder, fileName);
  try {
    mkdirSync(folder, { recursive: true });
    return { found: openSound(file, read), damaged: false };
  } catch (error) {
    if (sqliteCode(error) === SQLITE_BUSY) throw new JournalInUse(`Another process has ${file} open`, { cause: error });
    if (!isCorruption(error)) throw unusable(folder, error);
    const aside = moveAside(file);
    log.error(
      { err: error, aside },
      'The journal is damaged and was moved aside. Events that the cloud had not acknowledged are lost, and so is the memory of commands already done',
    );
    return { found: openSound(file, read), damaged: true };
  }
}

/**
 * WAL with `synchronous = FULL`: what a statement has written is on the disk when it returns. The lock is exclusive and ends with
 * the process, however it ends. SQLite never carries the log over by itself (`carryOver`): a log that is carried over and still there would,
 * once its end is damaged, put older pages in front of the newer ones of the file.
 */
function openSound<T>(file: string, read: (database: DatabaseSync) => T): T {
  const database = new DatabaseSync(file);
  try {
    database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 0');
    const verdict = database.prepare('PRAGMA integrity_check(1)').get()?.['integrity_check'];
    if (verdict !== 'ok') throw new Corrupted(String(verdict));
    return read(database);
  } catch (error) {
    database.close();
    throw error;
  }
}

/** As SQLite does it by itself: 1,000 pages of 4 kB. */
const carriedOverBeyondBytes = 4_000_000;

/** Brings what a long write-ahead log holds into the file and empties the log. A disk that does not take it leaves both as they were. */
export function carryOver(folder: string, database: DatabaseSync): void {
  const log = join(folder, `${fileName}-wal`);
  if (!existsSync(log) || statSync(log).size < carriedOverBeyondBytes) return;
  try {
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  } catch (error) {
    if (!isDiskFault(error)) throw error;
  }
}

function isCorruption(error: unknown): boolean {
  // our own statements are right, so that one which SQLite does not understand means a damaged schema
  return error instanceof Corrupted || [SQLITE_ERROR, SQLITE_CORRUPT, SQLITE_NOTADB].includes(sqliteCode(error) ?? 0);
}

/** Whether the disk did not take what was written. */
export const isDiskFault = (error: unknown): boolean => diskCodes.includes(sqliteCode(error) ?? 0);

/** SQLite's primary result code; extended codes carry it in their low byte. */
function sqliteCode(error: unknown): number | undefined {
  if (typeof error !== 'object' || error === null || !('errcode' in error) || typeof error.errcode !== 'number') return undefined;
  return error.errcode & 0xff;
}

const isSystemError = (error: unknown): error is Error => error instanceof Error && 'syscall' in error;

function unusable(folder: string, error: unknown): unknown {
  if (!isSystemError(error) && !isDiskFault(error)) return error;
  const why = error instanceof Error ? error.message : String(error);
  return new JournalUnusable(`The folder of the setting 'journal' (${folder}) cannot be written: ${why}`, { cause: error });
}

/** The write-ahead log is moved too: it may hold what is not in the file yet, for the person who repairs it. */
function moveAside(file: string): string {
  const aside = `${file}.damaged-${Date.now()}`;
  for (const suffix of ['', '-wal', '-shm']) if (existsSync(file + suffix)) renameSync(file + suffix, aside + suffix);
  return aside;
}
