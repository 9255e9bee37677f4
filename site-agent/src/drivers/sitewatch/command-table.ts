import { ISOLATION_READ_COMMITTED, type Database, type Transaction } from 'node-firebird';
import { z } from 'zod';
import { isConflict, isUniqueViolation } from './firebird-errors.ts';
import { rowOf, run, type Query } from './queries.ts';
import { sitewatchSql } from './sitewatch-sql.ts';

/**
 * WD_COMMAND: our one table in Sitewatch. Whatever is written there is written in one transaction with its id, so that a repeated
 * id is a key violation and the stored result its answer (design section 4, "Sitewatch writes").
 */

const count = { sql: sitewatchSql.commandTableExists, row: z.object({ found: z.int() }) } satisfies Query<z.ZodType>;
const stored = { sql: sitewatchSql.commandResult, row: z.object({ result: z.string() }) } satisfies Query<z.ZodType>;

const attempts = 4;
/** Seconds to wait for a row that somebody else has changed and not committed. */
const waitTimeout = 3;

export interface Written<T> {
  result: T;
  /** It was written by an earlier call with this id. */
  repeated: boolean;
}

export interface WriteOnce<S extends z.ZodType> {
  id: string;
  /** Of the result, which is stored as JSON. */
  result: S;
  /** Local time of the site. */
  at: string;
  write: (transaction: Transaction) => Promise<z.infer<S>>;
  signal: AbortSignal;
}

/** Makes the table where it is missing. Throws where that is not allowed. */
export async function ensureCommandTable(database: Database, signal: AbortSignal): Promise<void> {
  const found = await rowOf(database, count, [], signal);
  if (found?.found === 0) await run(database, sitewatchSql.createCommandTable, [], signal);
}

/** Writes once an id, however often it is asked to. Tries again by itself while somebody else holds the same rows. */
export async function writeOnce<S extends z.ZodType>(database: Database, once: WriteOnce<S>): Promise<Written<z.infer<S>>> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await tryOnce(database, once);
    } catch (error) {
      if (!isConflict(error) || attempt === attempts || once.signal.aborted) throw error;
    }
  }
}

async function tryOnce<S extends z.ZodType>(database: Database, once: WriteOnce<S>): Promise<Written<z.infer<S>>> {
  const { id, at, write, signal } = once;
  let taken = false;
  try {
    const result = await database.withTransaction(
      async (transaction) => {
        await run(transaction, sitewatchSql.takeCommand, [id, at], signal);
        taken = true;
        const written = await write(transaction);
        await run(transaction, sitewatchSql.settleCommand, [JSON.stringify(written), id], signal);
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

async function storedResult<S extends z.ZodType>(database: Database, { id, result, signal }: WriteOnce<S>): Promise<z.infer<S>> {
  const found = await rowOf(database, stored, [id], signal);
  return result.parse(JSON.parse(found?.result ?? 'null'));
}
