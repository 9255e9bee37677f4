import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Sitewatch } from '@washdesk/site-agent/drivers/sitewatch/sitewatch';
import { startTestSitewatch } from '@washdesk/site-agent/drivers/sitewatch/test-firebird';
import { PosTimedOut, PosUnavailable, type PosDatabase } from '@washdesk/site-agent/ports/pos-database';
import type { UsageRecord } from '@washdesk/site-protocol/commands';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { until } from './until.ts';

/** A point of sale that knows the same few people whatever it runs on, as a test needs it. */
interface TestSite {
  open(): PosDatabase;
  /** One whose server cannot be reached. */
  openNowhere(): PosDatabase;
  kill(): Promise<void>;
  restart(): Promise<void>;
  suspend(): void;
  resume(): void;
  /** The sale numbers that bear a usage id, over a connection of its own. */
  salesOf(usageId: string): Promise<number[]>;
  stop(): Promise<void>;
}

async function sitewatchOnFirebird(folder: string): Promise<TestSite> {
  const firebird = await startTestSitewatch(folder);
  const signal = (name: NodeJS.Signals): boolean => process.kill(firebird.server.pid, name);
  return {
    open: () => new Sitewatch(12, 'America/Chicago', firebird.config),
    openNowhere: () => new Sitewatch(12, 'America/Chicago', { ...firebird.config, port: 1 }),
    kill: () => firebird.server.kill(),
    restart: () => firebird.restart(),
    suspend: () => void signal('SIGSTOP'),
    resume: () => void signal('SIGCONT'),
    async salesOf(usageId) {
      const sql = `select s.SALEID from TENDER t join SALE s on s.OBJID = t.SALE where t.REFERENCE = '${usageId}'`;
      return (await firebird.query(sql)).map((row) => Number(row['SALEID']));
    },
    stop: () => firebird.stop(),
  };
}

/** Every adapter of the port. */
const adapters = [{ name: 'Sitewatch on Firebird', start: sitewatchOnFirebird }];

const within = (ms: number): AbortSignal => AbortSignal.timeout(ms);

function usage(change: Partial<UsageRecord> = {}): UsageRecord {
  return {
    usageId: randomUUID(),
    code: 'ABC1234-IL',
    planName: 'Super Kiss',
    productClass: 'Super Kiss',
    terminal: 'Washcashier1',
    employee: 3242,
    at: '2026-11-21T18:30:15.250Z',
    ...change,
  };
}

describe.each(adapters)('point of sale: $name', ({ start }) => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'washdesk-pos-'));
  const running: PosDatabase[] = [];
  let site: TestSite;

  beforeAll(async () => {
    site = await start(folder);
  });

  afterEach(async () => {
    await Promise.all(running.splice(0).map((database) => database.stop()));
  });

  afterAll(async () => {
    await site.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  function begin(database: PosDatabase): PosDatabase {
    running.push(database);
    database.start();
    return database;
  }

  async function ready(): Promise<PosDatabase> {
    const database = begin(site.open());
    await until('the database is ready', () => database.health().status === 'ready');
    return database;
  }

  const away = (database: PosDatabase): Promise<unknown> => until('it is offline', () => database.health().status === 'offline', 15_000);
  const back = (database: PosDatabase): Promise<unknown> => until('it is ready', () => database.health().status === 'ready', 15_000);

  it('finds employees, with their accents, and those who left', async () => {
    const database = await ready();
    const zoe = { number: 3242, firstName: 'Zoë', lastName: 'Müller', active: true };
    expect(await database.employee(3242, within(2_000))).toEqual(zoe);
    expect(await database.employee(1, within(2_000))).toBeNull();
    expect(await database.employees(within(2_000))).toEqual([{ number: 7, firstName: '', lastName: '', active: false }, zoe]);
  });

  it('lists the active terminals of its own site', async () => {
    const database = await ready();
    expect(await database.terminals(within(2_000))).toEqual([{ name: 'Washcashier1', type: 'W', ipAddress: '10.0.0.5' }]);
  });

  it('finds a customer by any code, with codes and club plans and without gift cards', async () => {
    const database = await ready();
    expect(await database.customerByCode('12345+123456', within(2_000))).toEqual({
      objid: 50,
      firstName: 'José',
      lastName: 'Núñez',
      codes: [
        { objid: 60, code: 'ABC1234-IL' },
        { objid: 61, code: '12345+123456' },
      ],
      plans: [{ planName: 'STR SUPER KISS', isStripe: true, productClass: 'Super Kiss', starts: '2026-01-01', expires: '2026-12-01' }],
    });
    expect(await database.customerByCode('abc1234-il', within(2_000))).toBeNull();
  });

  it('records a usage, and answers its repeat with what was written then', async () => {
    const database = await ready();
    const wash = usage();
    const { saleId } = await database.recordUsage(wash, within(5_000));
    expect(await database.recordUsage(wash, within(5_000))).toEqual({ saleId, repeated: true });
    expect(await site.salesOf(wash.usageId)).toEqual([saleId]);
  });

  it('records once when one id comes many times at once', async () => {
    const database = await ready();
    const wash = usage();
    const answers = await Promise.all(Array.from({ length: 8 }, () => database.recordUsage(wash, within(10_000))));
    expect(answers.filter(({ repeated }) => !repeated)).toHaveLength(1);
    expect(await site.salesOf(wash.usageId)).toEqual([answers[0]?.saleId]);
    expect(new Set(answers.map(({ saleId }) => saleId)).size).toBe(1);
  });

  it('records a customer, plan, terminal and employee that this site does not know', async () => {
    const database = await ready();
    const wash = usage({ code: 'NOBODY1-IN', planName: 'STR UNHEARD OF', terminal: 'Elsewhere', employee: 999 });
    const { saleId } = await database.recordUsage(wash, within(5_000));
    expect(await site.salesOf(wash.usageId)).toEqual([saleId]);
  });

  it('fails at once while the server is away, and comes back by itself', async () => {
    const database = await ready();
    await site.kill();
    await expect(database.employee(3242, within(2_000))).rejects.toThrow(PosUnavailable);
    await away(database);

    const began = performance.now();
    await expect(database.employee(3242, within(2_000))).rejects.toThrow(PosUnavailable);
    expect(performance.now() - began).toBeLessThan(250);

    await site.restart();
    await back(database);
    expect(await database.recordUsage(usage(), within(5_000))).toMatchObject({ repeated: false });
  });

  it('ends soon after its deadline when the server hangs, and comes back by itself', async () => {
    const database = await ready();
    site.suspend();
    try {
      const began = performance.now();
      // More than any pool has connections: none of them may be lost for good.
      const calls = Array.from({ length: 8 }, () => database.employee(3242, within(500)));
      for (const call of calls) await expect(call).rejects.toThrow(/Sitewatch/);
      expect(performance.now() - began).toBeLessThan(3_000);
      await away(database);
    } finally {
      site.resume();
    }
    await back(database);
    const answers = await Promise.all(Array.from({ length: 8 }, () => database.employee(3242, within(5_000))));
    expect(answers).not.toContain(null);
  });

  it('writes each usage once, whenever the server is killed, when every call is repeated until it is answered', async () => {
    const database = await ready();
    const washes: UsageRecord[] = [];
    const closing = new AbortController();
    const till = async (): Promise<void> => {
      while (!closing.signal.aborted) {
        const wash = usage();
        washes.push(wash);
        await recordForSure(database, wash);
      }
    };
    const tills = Promise.all([till(), till(), till(), till()]);

    for (const _kill of [1, 2, 3]) {
      const soFar = washes.length;
      await until('more usages are under way', () => washes.length > soFar + 8, 15_000);
      await site.kill();
      await site.restart();
      await back(database);
    }
    closing.abort();
    await tills;
    for (const wash of washes) expect(await site.salesOf(wash.usageId)).toHaveLength(1);
  });

  it('needs no server to start', async () => {
    const database = begin(site.openNowhere());
    await away(database);
    await expect(database.employees(within(1_000))).rejects.toThrow(PosUnavailable);
  });
});

/** Repeats a call as the port allows it: after both of its passing errors, with the same id. */
async function recordForSure(database: PosDatabase, wash: UsageRecord): Promise<void> {
  const deadline = performance.now() + 25_000;
  for (;;) {
    try {
      await database.recordUsage(wash, within(2_000));
      return;
    } catch (error) {
      const passing = error instanceof PosUnavailable || error instanceof PosTimedOut;
      if (!passing || performance.now() > deadline) throw error;
      await sleep(20);
    }
  }
}
