import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import type { Database } from './schema.ts';

export type Db = Kysely<Database>;
export type Tx = Transaction<Database>;

// bigint columns hold our own sequence numbers, far below 2^53
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

export interface Pool {
  db: Db;
  /** For the few hot statements that are prepared by name. */
  raw: pg.Pool;
  stop(): Promise<void>;
}

/**
 * Connections are checked out for single statements or one transaction. A lost server surfaces as an error of that
 * statement; the pool makes new connections by itself.
 */
export function openPool(url: string, onLost: (error: Error) => void, max = 16): Pool {
  const raw = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: 3_000,
    statement_timeout: 15_000,
    application_name: 'washdesk',
  });
  raw.on('error', onLost);
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool: raw }) });
  return { db, raw, stop: () => db.destroy() };
}
