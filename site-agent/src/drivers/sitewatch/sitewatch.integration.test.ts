import { randomUUID } from 'node:crypto';
import type { UsageRecord } from '@washdesk/site-protocol/sitewatch';
import { attachAsync } from 'node-firebird';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { PosUnavailable } from '../../ports/pos-database.ts';
import type { SalesBatch } from '../../ports/pos-sales.ts';
import { systemClock } from '../../clock.ts';
import { eventually, temporaryFolder } from '../../test-support.ts';
import type { SitewatchConfig } from './config.ts';
import { Sitewatch } from './sitewatch.ts';
import { startTestSitewatch, type TestSitewatch } from './test-firebird.ts';

const folder = temporaryFolder();
let firebird: TestSitewatch;
const running: Sitewatch[] = [];

beforeAll(async () => {
  const rights = ['EMPLOYEE', 'SALE'].map((table) => `GRANT SELECT ON ${table} TO USER TILL;`).join(' ');
  firebird = await startTestSitewatch(folder.path, `CREATE USER TILL PASSWORD 'till'; ${rights}`);
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
  const sitewatch = new Sitewatch(12, 'America/Chicago', { ...firebird.config, ...change }, systemClock);
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
    planName: 'Super Kiss',
    productClass: 'Super Kiss',
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
  it('is not held up by a row that the till has changed and not committed', async () => {
    const sitewatch = await ready();
    const till = await attachAsync({ ...firebird.config, encoding: 'UTF8' });
    const change = await till.transactionAsync();
    await change.queryAsync("update EMPLOYEE set LASTNAME = 'Changed' where NUMBER = 3242");
    expect((await sitewatch.employee(3242, within(2_000)))?.lastName).toBe('Müller');
    await change.rollbackAsync();
    await till.detachAsync();
  });
});

describe('taking new sales', () => {
  it('goes by object ids where the outbox is not ours to read', async () => {
    await firebird.query('insert into SALE (OBJID, SITE, SALEID, TOTAL) values (900, 1, 900, 5)');
    const sitewatch = await ready({ user: 'TILL', password: 'till' });
    const taken: SalesBatch[] = [];
    expect(await sitewatch.takeSales(null, (lot) => taken.push(lot), within(5_000))).toBe(false);
    expect(taken).toEqual([{ sales: [], cursor: { upTo: 900, near: [900] } }]);
    expect(await firebird.query("select count(*) as N from OUTBOX where KIND = 'SALE'")).toEqual([{ N: 1 }]);
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
    const deduction = sitewatch.write('sitewatch.deduct-gift-card', randomUUID(), { code: 'GIFT1', amount: 100 }, within(2_000));
    await expect(deduction).rejects.toThrow(PosUnavailable);
  });
});
