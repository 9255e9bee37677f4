import { randomUUID } from 'node:crypto';
import type { UsageRecord } from '@washdesk/site-protocol/commands';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { PosUnavailable } from '../../ports/pos-database.ts';
import { eventually, temporaryFolder } from '../../test-parts.ts';
import type { SitewatchConfig } from './config.ts';
import { Sitewatch } from './sitewatch.ts';
import { startTestSitewatch, type TestSitewatch } from './test-firebird.ts';

const folder = temporaryFolder();
let firebird: TestSitewatch;
const running: Sitewatch[] = [];

beforeAll(async () => {
  firebird = await startTestSitewatch(folder.path, "CREATE USER TILL PASSWORD 'till'; GRANT SELECT ON EMPLOYEE TO USER TILL;");
});

afterEach(async () => {
  await Promise.all(running.splice(0).map((sitewatch) => sitewatch.stop()));
});

afterAll(async () => {
  await firebird.stop();
  folder.remove();
});

const within = (ms: number): AbortSignal => AbortSignal.timeout(ms);

function begin(change: Partial<SitewatchConfig> = {}): Sitewatch {
  const sitewatch = new Sitewatch(12, 'America/Chicago', { ...firebird.config, ...change });
  running.push(sitewatch);
  sitewatch.start();
  return sitewatch;
}

async function ready(change: Partial<SitewatchConfig> = {}): Promise<Sitewatch> {
  const sitewatch = begin(change);
  await eventually(() => sitewatch.health().status === 'ready');
  return sitewatch;
}

function usage(change: Partial<UsageRecord> = {}): UsageRecord {
  return {
    usageId: randomUUID(),
    code: 'ABC1234-IL',
    planName: 'STR SUPER KISS',
    terminal: 'Washcashier1',
    employee: 3242,
    at: '2026-11-21T18:30:15.250Z',
    ...change,
  };
}

const saleOf = (usageId: string): Promise<Record<string, unknown>[]> =>
  firebird.query(`
    select s.SALEID, s.SITE, s.TERMINAL, s.EMPLOYEE, s.CUSTOMER, s.CODE, cast(s.CREATED as varchar(24)) as CREATED, i.ITEM, i.CUSTOMERPLAN
    from TENDER t join SALE s on s.OBJID = t.SALE left join SALEITEM i on i.SALE = s.OBJID where t.REFERENCE = '${usageId}'`);

describe('reading', () => {
  it('finds employees, with their accents, and those who left', async () => {
    const sitewatch = await ready();
    expect(await sitewatch.employee(3242, within(2_000))).toEqual({ number: 3242, firstName: 'Zoë', lastName: 'Müller', active: true });
    expect(await sitewatch.employee(1, within(2_000))).toBeNull();
    expect(await sitewatch.employees(within(2_000))).toEqual([
      { number: 7, firstName: '', lastName: '', active: false },
      { number: 3242, firstName: 'Zoë', lastName: 'Müller', active: true },
    ]);
  });

  it('lists the active terminals of its own site, CHAR columns trimmed', async () => {
    const sitewatch = await ready();
    expect(await sitewatch.terminals(within(2_000))).toEqual([{ name: 'Washcashier1', type: 'W', ipAddress: '10.0.0.5' }]);
  });

  it('finds a customer by any code, with codes and club plans and without gift cards', async () => {
    const sitewatch = await ready();
    const customer = await sitewatch.customerByCode('12345+123456', within(2_000));
    expect(customer).toEqual({
      objid: 50,
      firstName: 'José',
      lastName: 'Núñez',
      codes: [
        { objid: 60, code: 'ABC1234-IL' },
        { objid: 61, code: '12345+123456' },
      ],
      plans: [{ planName: 'STR SUPER KISS', isStripe: true, productClass: 'Super Kiss', starts: '2026-01-01', expires: '2026-12-01' }],
    });
    expect(await sitewatch.customerByCode('abc1234-il', within(2_000))).toBeNull();
  });

  it('is not held up by a row that the till has changed and not committed', async () => {
    const sitewatch = await ready();
    const { attachAsync } = await import('node-firebird');
    const till = await attachAsync({ ...firebird.config, encoding: 'UTF8' });
    const change = await till.transactionAsync();
    await change.queryAsync("update EMPLOYEE set LASTNAME = 'Changed' where NUMBER = 3242");
    expect((await sitewatch.employee(3242, within(2_000)))?.lastName).toBe('Müller');
    await change.rollbackAsync();
    await till.detachAsync();
  });
});

describe('recording a usage', () => {
  it('writes sale, item and tender, in the local time of the site', async () => {
    const sitewatch = await ready();
    const wash = usage();
    const { saleId, repeated } = await sitewatch.recordUsage(wash, within(5_000));
    expect(repeated).toBe(false);
    expect(await saleOf(wash.usageId)).toEqual([
      {
        SALEID: saleId,
        SITE: 1,
        TERMINAL: 10,
        EMPLOYEE: 20,
        CUSTOMER: 50,
        CODE: 'ABC1234-IL',
        CREATED: '2026-11-21 12:30:15.2500',
        ITEM: 30,
        CUSTOMERPLAN: 70,
      },
    ]);
  });

  it('answers a repeated id with what was written then', async () => {
    const sitewatch = await ready();
    const wash = usage();
    const first = await sitewatch.recordUsage(wash, within(5_000));
    expect(await sitewatch.recordUsage(wash, within(5_000))).toEqual({ saleId: first.saleId, repeated: true });
    expect(await saleOf(wash.usageId)).toHaveLength(1);
  });

  it('writes once when one id comes many times at once', async () => {
    const sitewatch = await ready();
    const wash = usage();
    const answers = await Promise.all(Array.from({ length: 8 }, () => sitewatch.recordUsage(wash, within(10_000))));
    expect(new Set(answers.map(({ saleId }) => saleId)).size).toBe(1);
    expect(answers.filter(({ repeated }) => !repeated)).toHaveLength(1);
    expect(await saleOf(wash.usageId)).toHaveLength(1);
  });

  it('records a customer, plan, terminal and employee that this site does not know', async () => {
    const sitewatch = await ready();
    const wash = usage({ code: 'NOBODY1-IN', planName: 'STR UNHEARD OF', terminal: 'Elsewhere', employee: 999 });
    await sitewatch.recordUsage(wash, within(5_000));
    expect(await saleOf(wash.usageId)).toMatchObject([{ TERMINAL: null, EMPLOYEE: null, CUSTOMER: null, CODE: 'NOBODY1-IN', ITEM: null }]);
  });

  it('makes its own table where it is missing', async () => {
    await firebird.query('drop table WD_COMMAND');
    const sitewatch = await ready();
    expect(await sitewatch.recordUsage(usage(), within(5_000))).toMatchObject({ repeated: false });
  });

  it('is read only where the table is refused, and says so', async () => {
    await firebird.query('drop table WD_COMMAND');
    const sitewatch = begin({ user: 'TILL', password: 'till' });
    await eventually(() => sitewatch.health().status === 'faulty');
    expect(sitewatch.health().problem).toMatch(/^Read only: /);
    expect(await sitewatch.employee(3242, within(2_000))).not.toBeNull();
    await expect(sitewatch.recordUsage(usage(), within(2_000))).rejects.toThrow(PosUnavailable);
  });
});

describe('trouble', () => {
  it('fails at once while the server is away, and comes back by itself', async () => {
    const sitewatch = await ready();
    await firebird.server.kill();
    await expect(sitewatch.employee(3242, within(2_000))).rejects.toThrow();
    await eventually(() => sitewatch.health().status === 'offline');

    const began = performance.now();
    await expect(sitewatch.employee(3242, within(2_000))).rejects.toThrow(PosUnavailable);
    expect(performance.now() - began).toBeLessThan(100);

    await firebird.restart();
    await eventually(() => sitewatch.health().status === 'ready', 15_000);
    expect(await sitewatch.recordUsage(usage(), within(5_000))).toMatchObject({ repeated: false });
  });

  it('ends soon after its deadline when the server hangs, and comes back by itself', async () => {
    const sitewatch = await ready();
    process.kill(firebird.server.pid, 'SIGSTOP');
    try {
      const began = performance.now();
      await expect(sitewatch.employee(3242, within(500))).rejects.toThrow();
      expect(performance.now() - began).toBeLessThan(2_500);
      await eventually(() => sitewatch.health().status === 'offline', 15_000);
    } finally {
      process.kill(firebird.server.pid, 'SIGCONT');
    }
    await eventually(() => sitewatch.health().status === 'ready', 15_000);
    expect(await sitewatch.employee(3242, within(2_000))).not.toBeNull();
  });

  it('needs no server to start', async () => {
    const sitewatch = begin({ port: 1 });
    await eventually(() => sitewatch.health().status === 'offline');
    await expect(sitewatch.employees(within(1_000))).rejects.toThrow(PosUnavailable);
  });
});
