import { ISOLATION_READ_COMMITTED, type ConnectionPool, type Database, type Options } from 'node-firebird';
import Pool from 'node-firebird/lib/pool.js';
import { PosUnavailable } from '../../ports/pos-database.ts';
import { describe } from '../health-report.ts';
import type { SitewatchConfig } from './config.ts';
import { isLossOfServer } from './firebird-errors.ts';
import { graceMs, raceAbort, CancelTimeout } from './cancel-timeout.ts';
import { LogIn } from './log-in.ts';
import { run } from './queries.ts';
import { sitewatchSql } from './sitewatch-sql.ts';

/** isc_tpb_rec_version */
const recordVersion = 17;

// The library reads without record versions, so that a plain SELECT waits while the till holds an uncommitted row. Its own list is
// what every query without options uses, so it is changed in place, once.
ISOLATION_READ_COMMITTED.splice(1, 1, recordVersion);

/** A connection that was used within this time is lent unchecked: the check would cost as much as most calls. */
const trustedMs = 5_000;
/** A sound connection answers the check in a millisecond. */
const checkMs = 500;

/** Connections to one Firebird database, with a deadline on everything. Connections that are lent work; those that failed are closed. */
export class FirebirdPool {
  readonly #logIn = new LogIn();
  readonly #pool: ConnectionPool;
  readonly #open = new Set<Database>();
  /** When each connection was returned last, by the monotonic clock. A connection that is not in it was just made. */
  readonly #returnedAt = new WeakMap<Database, number>();

  constructor({ host, port, database, user, password, charset }: SitewatchConfig, connections: number) {
    const options: Options = {
      host,
      port,
      database,
      user,
      password,
      encoding: charset,
      statementCacheSize: 50,
      idleTimeoutMillis: 60_000,
      // The first attach to a closed database takes a second, so one connection is kept open.
      min: 1,
      transformKeys: 'camel',
      typeCast: ({ typeName }, next) => trimmed(typeName, next()),
    };
    // The pool knows by `isPool` that it, and not the connection itself, replaces what is lost.
    this.#pool = new Pool(this.#logIn.attach, connections, { ...options, isPool: true });
    this.#pool.on('connect', (made) => this.#open.add(made));
    this.#pool.on('remove', (gone) => this.#open.delete(gone));
  }

  /**
   * Lends a connection. When `signal` aborts, statements that were given it are cancelled by the server; one second later the connection is
   * cut and the call ends, whatever the server does.
   * @throws PosUnavailable when no connection can be had, PosTimedOut when it takes too long, or the library's own error
   */
  async use<T>(signal: AbortSignal, work: (database: Database) => Promise<T>): Promise<T> {
    const database = await this.#borrowSound(signal);
    const overdue = new CancelTimeout(signal, () => cut(database));
    try {
      return await Promise.race([work(database), overdue.passed]);
    } catch (error) {
      if (isLossOfServer(error)) cut(database);
      throw error;
    } finally {
      overdue.clear();
      this.#returnedAt.set(database, performance.now());
      void giveBack(database);
    }
  }

  /** Idle connections are closed; ones in use close when they are given back. Ends soon, whatever the server does. */
  async close(): Promise<void> {
    this.#logIn.end();
    try {
      await raceAbort(this.#pool.destroyAsync(), AbortSignal.timeout(graceMs), 'Sitewatch didn’t acknowledge the disconnect');
    } catch {
      // The library fails on connections that are lost and waits for ever on those that hang, so both are cut without a detach.
      for (const database of this.#open) cut(database);
    }
  }

  async #borrowSound(signal: AbortSignal): Promise<Database> {
    for (;;) {
      const database = await this.#borrow(signal);
      if (await this.#isSound(database, signal)) return database;
      cut(database);
      void giveBack(database);
    }
  }

  async #isSound(database: Database, signal: AbortSignal): Promise<boolean> {
    const now = performance.now();
    if (now - (this.#returnedAt.get(database) ?? now) < trustedMs) return true;
    const soon = AbortSignal.any([signal, AbortSignal.timeout(checkMs)]);
    const asked = run(database, sitewatchSql.probe, [], soon);
    // Where the check fails for any reason, another connection takes its place, and if the server is away, that connection's failure says
    // so.
    return raceAbort(asked, soon, 'The connection does not answer').then(
      () => true,
      () => false,
    );
  }

  async #borrow(signal: AbortSignal): Promise<Database> {
    const borrowed = this.#pool.getAsync();
    try {
      return await raceAbort(borrowed, signal, 'Sitewatch has no free connection');
    } catch (error) {
      // A connection that arrives after its caller has gone is returned at once; a failure to connect is reported by this very error.
      borrowed.then(giveBack, () => undefined);
      throw error instanceof PosUnavailable ? error : new PosUnavailable(`Can’t reach Sitewatch: ${describe(error)}`, { cause: error });
    }
  }
}

/** CHAR columns come padded with blanks to their full length. */
function trimmed(typeName: string, value: unknown): unknown {
  return typeName === 'TEXT' && typeof value === 'string' ? value.trimEnd() : value;
}

/**
 * Puts a connection back into its pool. The library waits with that for outstanding answers, and when the connection is lost by then it
 * waits for ever: the pool would have one place less each time. So it gets a second, and then the connection is cut and its place freed by
 * force.
 */
async function giveBack(database: Database): Promise<void> {
  const timer = setTimeout(() => {
    cut(database);
    void database.detachAsync(true);
  }, graceMs);
  await database.detachAsync();
  clearTimeout(timer);
}

/** The library has no way to drop a connection that hangs; its pool throws away what it finds closed. */
function cut(database: Database): void {
  (database as Database & { connection?: { _socket?: { destroy(): void } } }).connection?._socket?.destroy();
}
