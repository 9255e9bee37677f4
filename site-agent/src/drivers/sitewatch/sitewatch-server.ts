import type { Database } from 'node-firebird';
import type { DeviceHealth, HealthListener, Unsubscribe } from '../../ports/device.ts';
import { PosUnavailable } from '../../ports/pos-database.ts';
import { describe, HealthReport } from '../health-report.ts';
import { Availability } from './availability.ts';
import { ensureCommandTable } from './command-table.ts';
import type { SitewatchConfig } from './config.ts';
import { isLossOfServer, translateError } from './firebird-errors.ts';
import { FirebirdPool } from './firebird-pool.ts';
import { run } from './queries.ts';
import { sitewatchSql } from './sitewatch-sql.ts';

const connections = 4;

/** The Firebird server of a Sitewatch: its pool behind a circuit breaker, its health, and whether it lets us write. */
export class SitewatchServer {
  readonly #pool: FirebirdPool;
  /** Probes use a connection of their own, because a pool whose connections are all lent is not a dead server. */
  readonly #probing: FirebirdPool;
  readonly #health = new HealthReport();
  readonly #availability: Availability;
  /** Why nothing can be written; null while it can. Such a site is read only, and the jobs that write to it stay pending. */
  #readOnly: string | null = null;
  #commandTable = false;

  constructor(config: SitewatchConfig) {
    this.#pool = new FirebirdPool(config, connections);
    this.#probing = new FirebirdPool(config, 1);
    this.#availability = new Availability({
      probe: (signal) => this.#probe(signal),
      onUp: () => (this.#readOnly === null ? this.#health.ready() : this.#health.faulty(`Read only: ${this.#readOnly}`)),
      onDown: (reason) => this.#health.offline(reason),
    });
  }

  start(): void {
    this.#availability.start();
  }

  async stop(): Promise<void> {
    await this.#availability.stop();
    await Promise.all([this.#pool.close(), this.#probing.close()]);
  }

  health(): DeviceHealth {
    return this.#health.current;
  }

  onHealth(listener: HealthListener): Unsubscribe {
    return this.#health.subscribe(listener);
  }

  /** @throws the port's errors */
  read<T>(signal: AbortSignal, work: (database: Database) => Promise<T>): Promise<T> {
    return this.#call('read', signal, work);
  }

  /** @throws the port's errors */
  async write<T>(signal: AbortSignal, work: (database: Database) => Promise<T>): Promise<T> {
    if (this.#readOnly !== null) throw new PosUnavailable(`This Sitewatch is read only: ${this.#readOnly}`);
    return this.#call('write', signal, work);
  }

  async #call<T>(kind: 'read' | 'write', signal: AbortSignal, work: (database: Database) => Promise<T>): Promise<T> {
    this.#availability.require();
    try {
      return await this.#pool.use(signal, work);
    } catch (error) {
      if (isLossOfServer(error)) this.#availability.suspect();
      throw translateError(error, kind);
    }
  }

  #probe(signal: AbortSignal): Promise<void> {
    return this.#probing.use(signal, async (database) => {
      await run(database, sitewatchSql.probe, [], signal);
      if (!this.#commandTable) await this.#prepareWriting(database, signal);
    });
  }

  async #prepareWriting(database: Database, signal: AbortSignal): Promise<void> {
    try {
      await ensureCommandTable(database, signal);
      this.#commandTable = true;
      this.#readOnly = null;
    } catch (error) {
      if (isLossOfServer(error)) throw error;
      this.#readOnly = describe(error);
    }
  }
}
