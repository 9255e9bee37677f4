import { ISOLATION_READ_COMMITTED, pool, type ConnectionPool, type Database } from 'node-firebird';
import { PosTimedOut, PosUnavailable } from '../../ports/pos-database.ts';
import { describe } from '../health-report.ts';
import type { SitewatchConfig } from './config.ts';

/** isc_tpb_rec_version */
const recordVersion = 17;

// The library reads without record versions, so that a plain SELECT waits while the till holds an uncommitted row. Its own list is
// what every query without options uses, so it is mended in place, once (facts, Firebird section 2).
ISOLATION_READ_COMMITTED.splice(1, 1, recordVersion);

const connectTimeoutMs = 2_000;
/** Firebird is asked to cancel at the deadline; a server that does not even answer that loses the line. */
const graceMs = 1_000;

/** Connections to one Firebird database, with a deadline on everything. */
export class FirebirdPool {
  readonly #pool: ConnectionPool;

  constructor({ host, port, database, user, password, charset }: SitewatchConfig, connections: number) {
    this.#pool = pool(connections, {
      host,
      port,
      database,
      user,
      password,
      encoding: charset,
      connectTimeout: connectTimeoutMs,
      statementCacheSize: 50,
      idleTimeoutMillis: 60_000,
      // The first attach to a closed database takes a second: one is kept open.
      min: 1,
      transformKeys: 'camel',
      typeCast: ({ typeName }, next) => trimmed(typeName, next()),
    });
  }

  /**
   * Lends a connection. When `signal` aborts, statements that were given it are cancelled by the server; one second later the
   * line is cut and the call ends, whatever the server does.
   * @throws PosUnavailable when no connection can be had, PosTimedOut when it takes too long, or the library's own error
   */
  async use<T>(signal: AbortSignal, work: (database: Database) => Promise<T>): Promise<T> {
    const database = await this.#borrow(signal);
    const overdue = new Overdue(signal, () => cut(database));
    try {
      return await Promise.race([work(database), overdue.passed]);
    } finally {
      overdue.clear();
      void giveBack(database);
    }
  }

  /** Idle connections are closed; ones in use close when they are given back. */
  async close(): Promise<void> {
    await this.#pool.destroyAsync();
  }

  async #borrow(signal: AbortSignal): Promise<Database> {
    const borrowed = this.#pool.getAsync();
    const { promise: aborted, reject } = Promise.withResolvers<never>();
    const giveUp = (): void => reject(new PosUnavailable('Sitewatch has no free connection'));
    signal.addEventListener('abort', giveUp, { once: true });
    if (signal.aborted) giveUp();
    try {
      return await Promise.race([borrowed, aborted]);
    } catch (error) {
      // What comes after nobody waits for it goes straight back; a failure to connect was or will be told by this very error.
      borrowed.then(giveBack, () => undefined);
      throw error instanceof PosUnavailable
        ? error
        : new PosUnavailable(`Sitewatch cannot be reached: ${describe(error)}`, { cause: error });
    } finally {
      signal.removeEventListener('abort', giveUp);
    }
  }
}

/** Rejects once `signal` has been aborted for the grace period, and cuts the line. */
class Overdue {
  readonly passed: Promise<never>;
  readonly #signal: AbortSignal;
  readonly #begin: () => void;
  #timer: NodeJS.Timeout | undefined;

  constructor(signal: AbortSignal, cutLine: () => void) {
    const { promise, reject } = Promise.withResolvers<never>();
    this.passed = promise;
    this.#signal = signal;
    this.#begin = () => {
      this.#timer = setTimeout(() => {
        cutLine();
        reject(new PosTimedOut('Sitewatch does not answer'));
      }, graceMs);
    };
    signal.addEventListener('abort', this.#begin, { once: true });
    if (signal.aborted) this.#begin();
  }

  clear(): void {
    this.#signal.removeEventListener('abort', this.#begin);
    clearTimeout(this.#timer);
  }
}

/** CHAR columns come padded with blanks to their full length. */
function trimmed(typeName: string, value: unknown): unknown {
  return typeName === 'TEXT' && typeof value === 'string' ? value.trimEnd() : value;
}

/**
 * Puts a connection back into its pool. The library waits with that for answers still owed, and when the line is lost by then it waits
 * for ever: the pool would have one place less each time. So it gets a second, and then the line is cut and the place freed by force.
 */
async function giveBack(database: Database): Promise<void> {
  const patience = setTimeout(() => {
    cut(database);
    void database.detachAsync(true);
  }, graceMs);
  await database.detachAsync();
  clearTimeout(patience);
}

/** The library has no way to drop a line that hangs; its pool throws away what it finds closed. */
function cut(database: Database): void {
  (database as Database & { connection?: { _socket?: { destroy(): void } } }).connection?._socket?.destroy();
}
