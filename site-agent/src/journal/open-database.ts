import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Logger } from 'pino';

const fileName = 'journal.db';

const SQLITE_BUSY = 5;
const SQLITE_CORRUPT = 11;
const SQLITE_NOTADB = 26;

/** Another process holds the journal: two agents with one journal could each open a gate for the same command. */
export class JournalInUse extends Error {
  override readonly name = 'JournalInUse';
}

/**
 * Opens the journal's file in `folder`, which is made where it is missing. A file that is no longer readable is moved aside and an empty
 * one takes its place: an agent that has lost its journal is better than one that never starts again.
 * @throws JournalInUse while another process has it open
 */
export function openDatabase(folder: string, log: Logger): DatabaseSync {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, fileName);
  try {
    return openSound(file);
  } catch (error) {
    if (sqliteCode(error) === SQLITE_BUSY) throw new JournalInUse(`Another process has ${file} open`, { cause: error });
    if (!isCorruption(error)) throw error;
    const aside = moveAside(file);
    log.error(
      { err: error, aside },
      'The journal is damaged and was moved aside. Events that the cloud had not acknowledged are lost, and so is the memory of commands already done',
    );
    return openSound(file);
  }
}

/**
 * WAL with `synchronous = FULL`: what a statement has written is on the disk when it returns. The lock is exclusive and ends with
 * the process, however it ends.
 */
function openSound(file: string): DatabaseSync {
  const database = new DatabaseSync(file);
  try {
    database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
    const verdict = database.prepare('PRAGMA quick_check(1)').get()?.['quick_check'];
    if (verdict !== 'ok') throw new Corrupted(String(verdict));
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

class Corrupted extends Error {
  override readonly name = 'Corrupted';
}

function isCorruption(error: unknown): boolean {
  return error instanceof Corrupted || [SQLITE_CORRUPT, SQLITE_NOTADB].includes(sqliteCode(error) ?? 0);
}

/** SQLite's primary result code; extended codes carry it in their low byte. */
function sqliteCode(error: unknown): number | undefined {
  if (typeof error !== 'object' || error === null || !('errcode' in error) || typeof error.errcode !== 'number') return undefined;
  return error.errcode & 0xff;
}

/** The write-ahead log is moved too: it may hold what is not in the file yet, for the person who repairs it. */
function moveAside(file: string): string {
  const aside = `${file}.damaged-${Date.now()}`;
  for (const suffix of ['', '-wal', '-shm']) if (existsSync(file + suffix)) renameSync(file + suffix, aside + suffix);
  return aside;
}
