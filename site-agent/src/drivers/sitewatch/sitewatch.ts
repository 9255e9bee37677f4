import type { CommandResult, SitewatchCustomer, SitewatchEmployee, SitewatchTerminal, UsageRecord } from '@washdesk/site-protocol/commands';
import type { Database, Transaction } from 'node-firebird';
import { z } from 'zod';
import type { DeviceHealth, HealthListener, Unsubscribe } from '../../ports/device.ts';
import { PosUnavailable, type PosDatabase } from '../../ports/pos-database.ts';
import { describe, HealthReport } from '../health-report.ts';
import { Availability } from './availability.ts';
import { ensureCommandTable, writeOnce } from './command-table.ts';
import type { SitewatchConfig } from './config.ts';
import { findCustomer } from './customers.ts';
import { isLossOfServer, translateError } from './firebird-errors.ts';
import { FirebirdPool } from './firebird-pool.ts';
import { rowOf, rowsOf, run, type Query } from './queries.ts';
import { sitewatchSql } from './sitewatch-sql.ts';
import { insertUsageSale } from './usage-sale.ts';
import { wallClock } from './wall-clock.ts';

const employeeRow = z
  .object({ number: z.int().positive(), firstName: z.string(), lastName: z.string(), active: z.int() })
  .transform((row): SitewatchEmployee => ({ ...row, active: row.active !== 0 }));

const oneEmployee = { sql: sitewatchSql.employee, row: employeeRow } satisfies Query<z.ZodType>;
const allEmployees = { sql: sitewatchSql.employees, row: employeeRow } satisfies Query<z.ZodType>;

const siteTerminals = {
  sql: sitewatchSql.terminals,
  row: z
    .object({ name: z.string(), kind: z.string(), ipAddress: z.string().nullable() })
    .transform(({ name, kind, ipAddress }): SitewatchTerminal => ({ name, type: kind, ipAddress })),
} satisfies Query<z.ZodType>;

const connections = 4;

const writtenSale = z.object({ saleId: z.int() });

/** Sitewatch on its Firebird server. */
export class Sitewatch implements PosDatabase {
  readonly #site: number;
  readonly #timeZone: string;
  readonly #pool: FirebirdPool;
  /** A line of its own: a pool that is busy is no dead server. */
  readonly #probing: FirebirdPool;
  readonly #health = new HealthReport();
  readonly #availability: Availability;
  /** Why nothing can be written; null while it can. A site like that is read only, and its writes stay owed. */
  #readOnly: string | null = null;
  #commandTable = false;

  /** @param timeZone IANA name of the site's */
  constructor(site: number, timeZone: string, config: SitewatchConfig) {
    this.#site = site;
    this.#timeZone = timeZone;
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

  employee(number: number, signal: AbortSignal): Promise<SitewatchEmployee | null> {
    return this.#read(signal, (database) => rowOf(database, oneEmployee, [number], signal));
  }

  employees(signal: AbortSignal): Promise<SitewatchEmployee[]> {
    return this.#read(signal, (database) => rowsOf(database, allEmployees, [], signal));
  }

  terminals(signal: AbortSignal): Promise<SitewatchTerminal[]> {
    return this.#read(signal, (database) => rowsOf(database, siteTerminals, [this.#site], signal));
  }

  customerByCode(code: string, signal: AbortSignal): Promise<SitewatchCustomer | null> {
    return this.#read(signal, (database) => findCustomer(database, code, signal));
  }

  async recordUsage(usage: UsageRecord, signal: AbortSignal): Promise<CommandResult<'sitewatch.record-usage'>> {
    const at = wallClock(new Date(usage.at), this.#timeZone);
    const write = async (transaction: Transaction): Promise<z.infer<typeof writtenSale>> => ({
      saleId: await insertUsageSale(transaction, this.#site, usage, at, signal),
    });
    const { result, repeated } = await this.#write(signal, (database) =>
      writeOnce(database, { id: usage.usageId, result: writtenSale, at, write, signal }),
    );
    return { ...result, repeated };
  }

  #read<T>(signal: AbortSignal, work: (database: Database) => Promise<T>): Promise<T> {
    return this.#call('read', signal, work);
  }

  async #write<T>(signal: AbortSignal, work: (database: Database) => Promise<T>): Promise<T> {
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
