import { ISOLATION_READ_COMMITTED, type Database, type Transaction } from 'node-firebird';
import { z } from 'zod';
import { PosUnavailable } from '../../ports/pos-database.ts';
import type { WriteResult } from '../../ports/pos-writes.ts';
import { isConflict, isUniqueViolation } from './firebird-errors.ts';
import { rowOf, run, type Query } from './queries.ts';
import { sitewatchSql } from './sitewatch-sql.ts';

/**
 * WD_COMMAND: Washdesk's one table in Sitewatch. Every write is in one transaction with its id, so a repeated id is a key violation and
 * returns the stored result (docs/decisions/0009-sitewatch-writes.md).
 */

const count = { sql: sitewatchSql.commandTableExists, row: z.object({ found: z.int() }) } satisfies Query<z.ZodType>;
const existing = { sql: sitewatchSql.commandExists, row: z.object({ found: z.int() }) } satisfies Query<z.ZodType>;
const newest = { sql: sitewatchSql.newestCommand, row: z.object({ atTime: z.string().nullable() }) } satisfies Query<z.ZodType>;
const stored = { sql: sitewatchSql.commandResult, row: z.object({ result: z.string() }) } satisfies Query<z.ZodType>;

const attempts = 4;
/** Seconds to wait for a row with an uncommitted change of another transaction. */
const waitTimeout = 3;

/** Another transaction wrote rows that this write did not find at its start: the write starts again. */
export class ConcurrentWrite extends PosUnavailable {}

export interface WriteOnce<T> {
  id: string;
  /** Schema of the result, stored as JSON. */
  result: z.ZodType<T>;
  /** The site's local time. */
  at: string;
  write: (transaction: Transaction) => Promise<T>;
  signal: AbortSignal;
}

/** Creates the table if missing; throws if that is not allowed. */
export async function ensureCommandTable(database: Database, signal: AbortSignal): Promise<void> {
  const found = await rowOf(database, count, [], signal);
  if (found?.found === 0) await run(database, sitewatchSql.createCommandTable, [], signal);
}

export async function commandExists(database: Database, id: string, signal: AbortSignal): Promise<boolean> {
  const found = await rowOf(database, existing, [id], signal);
  return found !== null && found.found > 0;
}

/** Returns the time of the newest command, as the site's wall clock; null if there is none. */
export async function newestCommandAt(database: Database, signal: AbortSignal): Promise<string | null> {
  return (await rowOf(database, newest, [], signal))?.atTime ?? null;
}

/**
 * Writes once per id, however often it is called. Retries if another transaction locked the same rows or wrote the same code first; the
 * next attempt sees that write.
 */
export async function writeOnce<T>(database: Database, once: WriteOnce<T>): Promise<WriteResult<T>> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await tryOnce(database, once);
    } catch (error) {
      const crossed = error instanceof ConcurrentWrite || isConflict(error) || isUniqueViolation(error);
      if (!crossed || attempt === attempts || once.signal.aborted) throw error;
    }
  }
}

async function tryOnce<T>(database: Database, once: WriteOnce<T>): Promise<WriteResult<T>> {
  const { id, at, write, signal } = once;
  let taken = false;
  try {
    const result = await database.withTransaction(
      async (transaction) => {
        await run(transaction, sitewatchSql.takeCommand, [id, at], signal);
        taken = true;
        const written = await write(transaction);
        await run(transaction, sitewatchSql.settleCommand, [asciiJson(written), id], signal);
        return written;
      },
      { isolation: ISOLATION_READ_COMMITTED, wait: true, waitTimeout },
    );
    return { result, repeated: false };
  } catch (error) {
    if (taken || !isUniqueViolation(error)) throw error;
    return { result: await storedResult(database, once), repeated: true };
  }
}

/** Returns JSON in characters that every database can store. */
const asciiJson = (value: unknown): string =>
  JSON.stringify(value).replaceAll(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

async function storedResult<T>(database: Database, { id, result, signal }: WriteOnce<T>): Promise<T> {
  const found = await rowOf(database, stored, [id], signal);
  return result.parse(JSON.parse(found?.result ?? 'null'));
}
