import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { startTestSitewatch } from '@washdesk/site-agent/drivers/sitewatch/firebird.fixture';
import { Sitewatch } from '@washdesk/site-agent/drivers/sitewatch/sitewatch';
import type { PosDatabase } from '@washdesk/site-agent/ports/pos-database';
import { until } from './until.ts';

/** A point of sale with the same few people on any system, for tests of the port. */
export interface TestSite {
  open(): PosDatabase;
  /** Opens a point of sale whose server is unreachable. */
  openNowhere(): PosDatabase;
  kill(): Promise<void>;
  restart(): Promise<void>;
  suspend(): void;
  resume(): void;
  /** Returns the numbers of the sales with a usage id, read over a separate connection. */
  salesOf(usageId: string): Promise<number[]>;
  /** Runs a register's own writes, over a separate connection. */
  query(sql: string): Promise<Record<string, unknown>[]>;
  stop(): Promise<void>;
}

interface Adapter {
  name: string;
  start: (folder: string, extraSql: string) => Promise<TestSite>;
}

async function sitewatchOnFirebird(folder: string, extraSql: string): Promise<TestSite> {
  const firebird = await startTestSitewatch(folder, extraSql);
  const signal = (name: NodeJS.Signals): boolean => process.kill(firebird.server.pid, name);
  const clock = { now: () => new Date() };
  return {
    open: () => new Sitewatch(12, 'America/Chicago', firebird.config, clock),
    openNowhere: () => new Sitewatch(12, 'America/Chicago', { ...firebird.config, port: 1 }, clock),
    kill: () => firebird.server.kill(),
    restart: () => firebird.restart(),
    suspend: () => void signal('SIGSTOP'),
    resume: () => void signal('SIGCONT'),
    async salesOf(usageId) {
      const sql = `select s.SALEID from TENDER t join SALE s on s.OBJID = t.SALE where t.REFERENCE = '${usageId}'`;
      return (await firebird.query(sql)).map((row) => Number(row['SALEID']));
    },
    query: (sql) => firebird.query(sql),
    stop: () => firebird.stop(),
  };
}

export const adapters: Adapter[] = [{ name: 'Sitewatch on Firebird', start: sitewatchOnFirebird }];

/** The site of one test file: started before its tests; its databases stop after each test. */
export class SuiteSite {
  readonly #folder = mkdtempSync(path.join(os.tmpdir(), 'washdesk-pos-'));
  readonly #running: PosDatabase[] = [];
  #site: TestSite | null = null;

  /** @param extraSql rows in addition to the standard ones */
  constructor({ start }: Adapter, extraSql = '') {
    beforeAll(async () => {
      this.#site = await start(this.#folder, extraSql);
    });
    afterEach(async () => {
      await Promise.all(this.#running.splice(0).map((database) => database.stop()));
    });
    afterAll(async () => {
      await this.#site?.stop();
      rmSync(this.#folder, { recursive: true, force: true });
    });
  }

  get site(): TestSite {
    if (!this.#site) throw new Error('The site was not started');
    return this.#site;
  }

  begin(database: PosDatabase): PosDatabase {
    this.#running.push(database);
    database.start();
    return database;
  }

  async ready(): Promise<PosDatabase> {
    const database = this.begin(this.site.open());
    await until('the database is ready', () => database.health().status === 'ready');
    return database;
  }
}
