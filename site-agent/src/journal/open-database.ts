import { existsSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { Corrupted } from './corrupted.ts';

const fileName = 'journal.db';

const SQLITE_OK = 0;
const SQLITE_ERROR = 1;
const SQLITE_BUSY = 5;
const SQLITE_IOERR = 10;
const SQLITE_CORRUPT = 11;
const SQLITE_CANTOPEN = 14;
const SQLITE_NOTADB = 26;
/** SQLite's primary codes of a disk that rejects writes: read-only, failed, full, cannot be opened. */
const diskCodes: readonly number[] = [8, SQLITE_IOERR, SQLITE_CORRUPT, 13, SQLITE_CANTOPEN];

/** Another process has the journal open: two agents with one journal could each open a gate for the same command. */
export class JournalInUse extends Error {
  override readonly name = 'JournalInUse';
}

/** The journal's folder is unusable; the message is one line that names the setting. */
export class JournalUnusable extends Error {
  override readonly name = 'JournalUnusable';
}

/**
 * Opens the journal's file in `folder`, created if missing, and reads it with `read`. An unreadable file is moved aside and replaced by an
 * empty one: an agent that lost its journal is better than one that never starts again.
 * @throws JournalInUse while another process has it open, JournalUnusable if the folder is not writable
 */
export function openDatabase<T>(folder: string, log: Logger, read: (database: DatabaseSync) => T): { found: T; damaged: boolean } {
  const file = join(folder, fileName);
  try {
    mkdirSync(folder, { recursive: true });
    return { found: openSound(file, read), damaged: false };
  } catch (error) {
    if (sqliteCode(error) === SQLITE_BUSY)
      throw new JournalInUse(
        `Another agent uses the journal ${folder}. Stop it first, or give this one its own folder in the setting 'journal'`,
        { cause: error },
      );
    if (!isCorruption(error)) throw unusable(folder, error);
    const aside = moveAside(file);
    log.error({ err: error, aside }, 'Journal damaged and moved aside; unacknowledged events and the record of executed commands are lost');
    return { found: openSound(file, read), damaged: true };
  }
}

/**
 * Opens with WAL and `synchronous = FULL`: a statement's changes are on disk when it returns. The lock is exclusive and ends with the
 * process, however it ends. SQLite never checkpoints automatically (`carryOver`): a log left in place after its checkpoint would, once its
 * end is damaged, put older pages in front of the file's newer ones.
 */
function openSound<T>(file: string, read: (database: DatabaseSync) => T): T {
  const database = new DatabaseSync(file);
  try {
    database.exec(
      'PRAGMA auto_vacuum = INCREMENTAL; PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 0',
    );
    // the bytes of a removed member stay in no free page
    database.exec('PRAGMA secure_delete = ON');
    const verdict = database.prepare('PRAGMA integrity_check(1)').get()?.['integrity_check'];
    if (verdict !== 'ok') throw new Corrupted(String(verdict));
    makeShrinkable(database);
    return read(database);
  } catch (error) {
    database.close();
    throw error;
  }
}

const incremental = 2;

/** Prepares a file of an earlier release for `shrink`. On a full disk it stays as it is. */
function makeShrinkable(database: DatabaseSync): void {
  if (database.prepare('PRAGMA auto_vacuum').get()?.['auto_vacuum'] === incremental) return;
  execIfWritable(database, 'PRAGMA auto_vacuum = INCREMENTAL; VACUUM');
}

/** Free pages of 4 kB that stay for the next events. */
const keptFreePages = 2_000;
/** Pages returned to the disk at once: a few milliseconds. */
const returnedAtOnce = 200;

/** Returns some free pages of the file to the disk. */
export function shrink(database: DatabaseSync): void {
  const free = Number(database.prepare('PRAGMA freelist_count').get()?.['freelist_count']);
  if (free > keptFreePages) execIfWritable(database, `PRAGMA incremental_vacuum(${returnedAtOnce})`);
}

/** SQLite's default: 1,000 pages of 4 kB. */
const carriedOverBeyondBytes = 4_000_000;

/** Checkpoints a write-ahead log beyond this size into the file and empties the log. If the disk rejects it, both stay as they are. */
export function carryOver(folder: string, database: DatabaseSync, beyondBytes = carriedOverBeyondBytes): void {
  const log = join(folder, `${fileName}-wal`);
  if (existsSync(log) && statSync(log).size > beyondBytes) execIfWritable(database, 'PRAGMA wal_checkpoint(TRUNCATE)');
}

/** Executes statements. If the disk rejects them, the file stays as it is. */
export function execIfWritable(database: DatabaseSync, sql: string): void {
  try {
    database.exec(sql);
  } catch (error) {
    if (!isDiskFault(error)) throw error;
  }
}

/** Pages of 4 kB copied before other work continues. */
const copiedAtOnce = 100;
const mostTries = 20;
const tryAgainMs = 50;

/** Copies a database that is in use, a few pages at a time. @throws if the file cannot be written */
export async function copyDatabase(database: DatabaseSync, file: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await backup(database, file, { rate: copiedAtOnce });
      return;
    } catch (error) {
      // a copy that begins during a write of this process fails with the code of success
      if (sqliteCode(error) !== SQLITE_OK || tries === mostTries) throw error;
      await sleep(tryAgainMs);
    }
  }
}

function isCorruption(error: unknown): boolean {
  // our own statements are valid, so one that SQLite rejects means a damaged schema
  return error instanceof Corrupted || [SQLITE_ERROR, SQLITE_CORRUPT, SQLITE_NOTADB].includes(sqliteCode(error) ?? 0);
}

/** Whether the disk rejected the write. */
export const isDiskFault = (error: unknown): error is Error => error instanceof Error && diskCodes.includes(sqliteCode(error) ?? 0);

/** Whether SQLite found a page that is damaged, or that the disk does not return. */
export const isDatabaseCorrupt = (error: unknown): error is Error =>
  error instanceof Error && [SQLITE_IOERR, SQLITE_CORRUPT, SQLITE_NOTADB].includes(sqliteCode(error) ?? 0);

/** Returns SQLite's primary result code, which is the low byte of an extended code. */
function sqliteCode(error: unknown): number | undefined {
  if (typeof error !== 'object' || error === null || !('errcode' in error) || typeof error.errcode !== 'number') return undefined;
  return error.errcode & 0xff;
}

export const isSystemError = (error: unknown): error is Error => error instanceof Error && 'syscall' in error;

function unusable(folder: string, error: unknown): unknown {
  if (!isSystemError(error) && !isDiskFault(error)) return error;
  return new JournalUnusable(`Folder of the setting 'journal' (${folder}) is not writable: ${error.message}`, { cause: error });
}

/** Moves the database aside with its write-ahead log, which may contain what is not in the file yet, for the person who repairs it. */
function moveAside(file: string): string {
  const aside = `${file}.damaged-${Date.now()}`;
  for (const suffix of ['', '-wal', '-shm']) if (existsSync(file + suffix)) renameSync(file + suffix, aside + suffix);
  return aside;
}
