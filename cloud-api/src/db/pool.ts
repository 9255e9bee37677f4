import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import type { Database } from './schema.ts';

export type Db = Kysely<Database>;
export type Tx = Transaction<Database>;

// bigint columns hold our own sequence numbers, far below 2^53
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

export interface Pool {
  db: Db;
  /** For the few frequent statements that are prepared by name. */
  raw: pg.Pool;
  stop(): Promise<void>;
}

/**
 * Connections are taken for single statements or one transaction. A lost server shows as an error of that statement; the pool makes new
 * connections by itself.
 */
export function openPool(url: string, onLost: (error: Error) => void, max = 16): Pool {
  const raw = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: 3_000,
    // a new connection costs more than a hundred statements of one that knows the tables
    idleTimeoutMillis: 300_000,
    statement_timeout: 15_000,
    application_name: 'washdesk',
  });
  // a connection in use has no other listener, and an unhandled error ends the process; only the message is passed on, because the pool
  // attaches the whole connection to the error
  raw.on('connect', (client) => client.on('error', ({ message }) => onLost(new Error(message))));
  raw.on('error', () => undefined); // errors of idle connections, which the connection's own listener has reported
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool: raw }) });
  return { db, raw, stop: () => db.destroy() };
}

/** SQLSTATE class 08 (connection) and the codes of a server that starts, stops or is full. */
const sqlStates = /^(08...|57P0[123]|53300)$/;
const networkCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENOTFOUND']);
/** The driver's own messages where it gives no code. */
const driverWords = /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;

/** Whether the database could not be reached or went away, which passes and is no fault of the request. */
export function isLostConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  if (typeof code === 'string' && (sqlStates.test(code) || networkCodes.has(code))) return true;
  return driverWords.test(error.message);
}
