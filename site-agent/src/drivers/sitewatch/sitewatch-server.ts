import type { Database } from 'node-firebird';
import { z } from 'zod';
import type { DeviceHealth, HealthListener, Unsubscribe } from '../../ports/device.ts';
import { PosUnavailable } from '../../ports/pos-database.ts';
import { describe, HealthReport } from '../health-report.ts';
import { Availability } from './availability.ts';
import { ensureCommandTable } from './command-table.ts';
import type { SitewatchConfig } from './config.ts';
import { isLossOfServer, isOfTheSchema, translateError } from './firebird-errors.ts';
import { FirebirdPool } from './firebird-pool.ts';
import { rowOf, run, type Query, type Queryable } from './queries.ts';
import { schemaDifference } from './schema-check.ts';
import { sitewatchSql } from './sitewatch-sql.ts';
import { SitewatchText } from './sitewatch-text.ts';

const declaredCharset = { sql: sitewatchSql.declaredCharset, row: z.object({ name: z.string() }) } satisfies Query<z.ZodType>;

const connections = 4;

/** Interval of the schema check while the schema has no problem. If it has one, every probe runs the check. */
const schemaEveryMs = 3_600_000;
const probeEveryMs = { right: 10_000, wrong: 2_000 };

/** Maximum number of differences named in a sentence. */
const mostNamed = 5;

/** What is renewed when the driver restarts. */
interface Session {
  pool: FirebirdPool;
  /** Probes use their own connection: a pool with all connections in use is not a dead server. */
  probing: FirebirdPool;
  availability: Availability;
}

/** The Firebird server of a Sitewatch: its pool behind a circuit breaker, its health, and whether its schema allows reading and writing. */
export class SitewatchServer {
  readonly #config: SitewatchConfig;
  readonly #text: SitewatchText;
  readonly #health = new HealthReport();
  /** Null while the driver is stopped. */
  #session: Session | null = null;
  /** Why writes are blocked, as a sentence; null if they are allowed. Jobs that write to such a site stay pending. */
  #objection: string | null = null;
  /** On the monotonic clock; null if the schema check is due at the next probe. */
  #checkedAt: number | null = null;

  constructor(config: SitewatchConfig) {
    this.#config = config;
    this.#text = new SitewatchText(config.charset);
  }

  /** Text in another character set than the declared one is read as Windows wrote it, and reported. */
  #tellHealth(): void {
    const { misread } = this.#text;
    const problem = this.#objection ?? (misread && `Some texts are not in the database’s character set, for example “${misread}”`);
    if (problem === null) this.#health.ready();
    else this.#health.faulty(problem);
  }

  start(): void {
    if (this.#session) return;
    this.#checkedAt = null;
    const pool = new FirebirdPool(this.#config, connections, this.#text);
    const probing = new FirebirdPool(this.#config, 1, this.#text);
    const availability = new Availability({
      probe: (signal) => this.#probe(probing, signal),
      onUp: () => this.#tellHealth(),
      onDown: (reason) => this.#health.offline(reason),
      probeEveryMs: () => (this.#objection === null ? probeEveryMs.right : probeEveryMs.wrong),
    });
    this.#session = { pool, probing, availability };
    availability.start();
  }

  async stop(): Promise<void> {
    const session = this.#session;
    this.#session = null;
    await session?.availability.stop();
    await Promise.all([session?.pool.close(), session?.probing.close()]);
  }

  health(): DeviceHealth {
    return this.#health.current;
  }

  onHealth(listener: HealthListener): Unsubscribe {
    return this.#health.subscribe(listener);
  }

  /** Look-ups that change nothing, in one exchange each. @throws the port's errors */
  lookUp<T>(signal: AbortSignal, work: (on: Queryable) => Promise<T>): Promise<T> {
    return this.#call('read', (pool) => pool.lookUp(signal, work));
  }

  /** @throws the port's errors */
  read<T>(signal: AbortSignal, work: (database: Database) => Promise<T>): Promise<T> {
    return this.#call('read', (pool) => pool.use(signal, work));
  }

  /** @throws the port's errors */
  async write<T>(signal: AbortSignal, work: (database: Database) => Promise<T>): Promise<T> {
    if (this.#objection !== null) throw new PosUnavailable(`This Sitewatch is read only. ${this.#objection}`);
    return this.#call('write', (pool) => pool.use(signal, work));
  }

  async #call<T>(kind: 'read' | 'write', work: (pool: FirebirdPool) => Promise<T>): Promise<T> {
    if (!this.#session) throw new PosUnavailable('Sitewatch is unavailable: its driver is stopped');
    const { availability, pool } = this.#session;
    availability.require();
    try {
      return await work(pool);
    } catch (error) {
      if (isOfTheSchema(error)) this.#checkedAt = null;
      if (isOfTheSchema(error) || isLossOfServer(error)) availability.suspect();
      throw translateError(error, kind);
    }
  }

  async #probe(probing: FirebirdPool, signal: AbortSignal): Promise<void> {
    await probing.use(signal, (database) => run(database, sitewatchSql.probe, [], signal));
    if (this.#checkedAt !== null && performance.now() - this.#checkedAt < schemaEveryMs) return;
    this.#objection = await this.#checkSchema(signal);
    this.#checkedAt = this.#objection === null ? performance.now() : null;
  }

  /** Checks the schema on its own connection and closes it: prepared statements lock tables that an installer may be repairing. */
  async #checkSchema(signal: AbortSignal): Promise<string | null> {
    const checking = new FirebirdPool(this.#config, 1, this.#text);
    try {
      return await checking.use(signal, async (database) => {
        this.#text.declare((await rowOf(database, declaredCharset, [], signal))?.name ?? 'NONE');
        const refused = await refusalOfCommandTable(database, signal);
        const { reading, writing } = await schemaDifference(database);
        if (reading.length > 0) return `Not usable: ${listed([...reading, ...writing])}`;
        const lacks = refused === null ? writing : [refused];
        return lacks.length > 0 ? `Read only: ${listed(lacks)}` : null;
      });
    } finally {
      await checking.close();
    }
  }
}

/** Creates Washdesk's own table if missing. @returns why that is not possible */
async function refusalOfCommandTable(database: Database, signal: AbortSignal): Promise<string | null> {
  try {
    await ensureCommandTable(database, signal);
    return null;
  } catch (error) {
    if (isLossOfServer(error)) throw error;
    return describe(error);
  }
}

function listed(lacks: string[]): string {
  const named = [...new Set(lacks)];
  const more = named.length - mostNamed;
  return named.slice(0, mostNamed).join('; ') + (more > 0 ? `; and ${more} more` : '');
}
