import type { Socket } from 'node:net';
import type { Database, QueryOptions, Statement, Transaction } from 'node-firebird';
import type { Parameter, Queryable } from './queries.ts';

/** A transaction ends after this time without a look-up, so that an idle site holds none. */
const idleMs = 5_000;

/** Rows by their columns' names, as the library's own queries ask for; its types omit it. */
const objects: QueryOptions & { asObject: boolean } = { asObject: true };

/** Null once the connection is lost. */
const socketOf = (database: Database): Pick<Socket, 'cork' | 'uncork'> | null =>
  (database as Database & { connection: { _socket: Socket | null } }).connection._socket;

interface Prepared {
  statement: Statement;
  /** Firebird executes a statement again only once its last rows are released. */
  hasRows: boolean;
}

/**
 * Look-ups on one connection in one read-only transaction, which sees what is committed at each statement. Firebird counts such a
 * transaction as ended from its start: it keeps no old row and blocks no writer. So a look-up needs one exchange with the server in place of
 * four: the rows of the last one are released, the statement is executed and its rows are fetched in one go.
 */
export class ReadTransaction implements Queryable {
  readonly #database: Database;
  readonly #prepared = new Map<string, Prepared>();
  #transaction: Promise<Transaction> | null = null;
  #idle: NodeJS.Timeout | undefined;

  constructor(database: Database) {
    this.#database = database;
  }

  /** The library's connection, which has the pool's options. */
  get connection(): unknown {
    return (this.#database as Database & { connection: unknown }).connection;
  }

  /** One at a time: a connection has one borrower. */
  async queryAsync(sql: string, parameters: Parameter[], { signal }: { signal: AbortSignal }): Promise<unknown> {
    signal.throwIfAborted();
    clearTimeout(this.#idle);
    const cancel = (): void => void this.#database.cancel();
    signal.addEventListener('abort', cancel, { once: true });
    try {
      const transaction = await (this.#transaction ??= this.#database.transactionAsync({ readOnly: true }));
      const rows = await this.#rowsOf(transaction, await this.#prepare(transaction, sql), parameters);
      this.#idle = setTimeout(() => void this.end().catch(() => undefined), idleMs).unref();
      return rows;
    } catch (error) {
      this.#forget();
      throw error;
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  }

  /** Ends the transaction; the next query begins another one. */
  async end(): Promise<void> {
    clearTimeout(this.#idle);
    const transaction = this.#transaction;
    if (!transaction) return;
    this.#transaction = null;
    for (const one of this.#prepared.values()) one.hasRows = false;
    await (await transaction).commitAsync();
  }

  async #prepare(transaction: Transaction, sql: string): Promise<Prepared> {
    const known = this.#prepared.get(sql);
    if (known) return known;
    const made = { statement: await transaction.newStatementAsync(sql), hasRows: false };
    this.#prepared.set(sql, made);
    return made;
  }

  /** The requests leave in one packet: the library writes each as it is made, and a release with the next one. */
  #rowsOf(transaction: Transaction, prepared: Prepared, parameters: Parameter[]): Promise<unknown> {
    const { statement } = prepared;
    if (prepared.hasRows) statement.close();
    prepared.hasRows = true;
    const socket = socketOf(this.#database);
    socket?.cork();
    const executed = new Promise<void>((resolve, reject) => {
      statement.execute(transaction, parameters, (error) => (error ? reject(error) : resolve()), objects);
    });
    const fetched = statement.fetchAllAsync(transaction);
    socket?.uncork();
    return Promise.all([executed, fetched]).then(([, rows]) => rows);
  }

  /** After an error the state of the transaction and of its statements at the server is unknown. */
  #forget(): void {
    const transaction = this.#transaction;
    this.#transaction = null;
    for (const { statement } of this.#prepared.values()) statement.drop();
    this.#prepared.clear();
    // a connection that is lost needs none
    transaction?.then((begun) => begun.rollbackAsync()).catch(() => undefined);
  }
}
