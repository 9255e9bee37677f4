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

/** Connections are used for single statements or one transaction. A lost server fails that statement; the pool reconnects on its own. */
export function openPool(url: string, onLost: (error: Error) => void, max = 16): Pool {
  const raw = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: 3_000,
    // a new connection costs more than a hundred statements on a warm one
    idleTimeoutMillis: 300_000,
    statement_timeout: 15_000,
    application_name: 'washdesk',
  });
  // a connection in use has no other listener, and an unhandled error ends the process; only the message is passed on, because the pool
  // attaches the whole connection to the error
  raw.on('connect', (client) => client.on('error', ({ message }) => onLost(new Error(message))));
  raw.on('error', () => undefined); // errors of idle connections, already reported by the connection's own listener
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool: raw }) });
  return { db, raw, stop: () => db.destroy() };
}

/** SQLSTATE class 08 (connection) and the codes of a server that is starting, stopping or full. */
const sqlStates = /^(08...|57P0[123]|53300)$/;
const networkCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENOTFOUND', 'EAI_AGAIN']);
/** The driver's messages for errors without a code. */
const driverWords = /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;

/** Whether the database was unreachable or disconnected, which is temporary and not caused by the request. */
export function isLostConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  if (typeof code === 'string' && (sqlStates.test(code) || networkCodes.has(code))) return true;
  return driverWords.test(error.message);
}
