import { ISOLATION_READ_COMMITTED, type Database, type Options } from 'node-firebird';
import Pool from 'node-firebird/lib/pool.js';
import { PosUnavailable } from '../../ports/pos-database.ts';
import { describe } from '../health-report.ts';
import { graceMs, raceAbort, CancelTimeout } from './cancel-timeout.ts';
import type { SitewatchConfig } from './config.ts';
import { isLossOfServer } from './firebird-errors.ts';
import { LogIn } from './log-in.ts';
import { run, type Queryable } from './queries.ts';
import { ReadTransaction } from './read-transaction.ts';
import { sitewatchSql } from './sitewatch-sql.ts';
import type { SitewatchText } from './sitewatch-text.ts';

/** isc_tpb_rec_version */
const recordVersion = 17;

// The library reads without record versions, so that a plain SELECT waits while the register has an uncommitted row. Every query without
// options uses the library's own list, so it is changed in place, once.
ISOLATION_READ_COMMITTED.splice(1, 1, recordVersion);

/** A connection used within this time is lent without a check, which would take as long as most calls. */
const trustedMs = 5_000;
/** A good connection passes the check in a millisecond. */
const checkMs = 500;

/** A pool of connections to one Firebird database. Every action has a deadline. Lends only working connections and closes failed ones. */
export class FirebirdPool {
  readonly #logIn = new LogIn();
  readonly #pool: Pool;
  /** Every open connection, with its look-ups. */
  readonly #open = new Map<Database, ReadTransaction>();
  /** When each connection was last returned, on the monotonic clock. A new connection has no entry. */
  readonly #returnedAt = new WeakMap<Database, number>();

  constructor({ host, port, database, user, password }: SitewatchConfig, connections: number, text: SitewatchText) {
    const options: Options & { text: SitewatchText } = {
      host,
      port,
      database,
      user,
      password,
      encoding: 'NONE',
      text,
      statementCacheSize: 50,
      idleTimeoutMillis: 60_000,
      // the first attach to a closed database takes a second, so one connection stays open
      min: 1,
      transformKeys: 'camel',
      typeCast: ({ typeName }, next) => readable(typeName, next(), text),
    };
    // `isPool`: the pool, not the connection itself, replaces lost connections
    this.#pool = new Pool(this.#attach, connections, { ...options, isPool: true });
    this.#pool.on('connect', (made) => this.#open.set(made, new ReadTransaction(made)));
    this.#pool.on('remove', (gone) => this.#open.delete(gone));
  }

  /** Logs in. After a failure the library does not serve the next waiting caller. */
  readonly #attach: LogIn['attach'] = (options, callback) =>
    this.#logIn.attach(options, (error, database) => {
      callback(error, database);
      if (error) this.#pool.check();
    });

  /**
   * Lends a connection. When `signal` aborts, the server cancels its statements; one second later the connection is cut and the call ends,
   * whatever the server does.
   * @throws PosUnavailable if no connection is available, PosTimedOut if it takes too long, or the library's own error
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

  /** Lends a connection for look-ups, as `use` does. They see what is committed at each statement. */
  lookUp<T>(signal: AbortSignal, work: (on: Queryable) => Promise<T>): Promise<T> {
    return this.use(signal, (database) => work(this.#open.get(database) ?? database));
  }

  /** Closes idle connections now and used ones on return. Resolves soon, even if the server hangs. */
  async close(): Promise<void> {
    this.#logIn.end();
    try {
      // a server keeps a connection whose transaction has not ended
      const ended = Promise.all([...this.#open.values()].map((reads) => reads.end())).then(() => this.#pool.destroyAsync());
      await raceAbort(ended, AbortSignal.timeout(graceMs), 'Sitewatch didn’t acknowledge the disconnect');
    } catch {
      // the library fails on lost connections and waits forever on hanging ones, so both are cut without a detach
      for (const database of this.#open.keys()) cut(database);
    }
  }

  async #borrowSound(signal: AbortSignal): Promise<Database> {
    for (;;) {
      const database = await this.#borrow(signal);
      if (await this.#isSound(database, signal)) return database;
      discard(database);
    }
  }

  async #isSound(database: Database, signal: AbortSignal): Promise<boolean> {
    const now = performance.now();
    if (now - (this.#returnedAt.get(database) ?? now) < trustedMs) return true;
    const soon = AbortSignal.any([signal, AbortSignal.timeout(checkMs)]);
    const asked = run(database, sitewatchSql.probe, [], soon);
    // if the check fails for any reason, another connection replaces this one; if the server is unavailable, that connection's failure
    // reports it
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
      // a connection that arrives after its caller stopped waiting is returned at once; a failure to connect is reported by this same error
      borrowed.then(giveBack, () => undefined);
      throw error instanceof PosUnavailable ? error : new PosUnavailable(`Can’t reach Sitewatch: ${describe(error)}`, { cause: error });
    }
  }
}

/** Reads text. CHAR columns are padded with blanks to their full length. */
function readable(typeName: string, value: unknown, text: SitewatchText): unknown {
  if (typeof value !== 'string') return value;
  return text.read(typeName === 'TEXT' ? value.trimEnd() : value);
}

/**
 * Returns a connection to its pool. The library first waits for outstanding responses, and waits forever if the connection is lost
 * meanwhile: the pool would shrink by one each time. After one second the connection is cut and its slot freed by force.
 */
async function giveBack(database: Database): Promise<void> {
  const timer = setTimeout(() => discard(database), graceMs);
  await database.detachAsync();
  clearTimeout(timer);
}

/** Cuts a connection and frees its slot at once. */
function discard(database: Database): void {
  cut(database);
  void database.detachAsync(true);
}

/** Closes a hanging connection, which the library cannot do; its pool discards closed ones. */
function cut(database: Database): void {
  (database as Database & { connection?: { _socket?: { destroy(): void } } }).connection?._socket?.destroy();
}
