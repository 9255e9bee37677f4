import { randomUUID } from 'node:crypto';
import { attachAsync } from 'node-firebird';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { abortOnHang } from '@washdesk/local-servers/processes/timeouts';
import type { UsageRecord } from '@washdesk/site-protocol/sitewatch';
import { systemClock } from '../../clock.ts';
import { PosUnavailable } from '../../ports/pos-database.ts';
import type { SalesBatch } from '../../ports/pos-sales.ts';
import { eventually, temporaryFolder } from '../../testing/support.ts';
import type { SitewatchConfig } from './config.ts';
import { startTestSitewatch, type TestSitewatch } from './firebird.fixture.ts';
import { Sitewatch } from './sitewatch.ts';

/** Tables that the driver reads, without the outbox. */
const readTables =
  'SITE TERMINAL EMPLOYEE MAKE MODEL COLOR ITEM PLANTYPE CUSTOMER CUSTOMERCODE CUSTOMERPLAN SALE SALEITEM TENDER SALEDISCOUNT'.split(' ');
const folder = temporaryFolder();
let firebird: TestSitewatch;
const running: Sitewatch[] = [];

beforeAll(async () => {
  const rights = readTables.map((table) => `GRANT SELECT ON ${table} TO USER TILL;`).join(' ');
  firebird = await startTestSitewatch(folder.path, `CREATE USER TILL PASSWORD 'till'; ${rights}`);
});

afterEach(async () => {
  await Promise.all(running.splice(0).map((sitewatch) => sitewatch.stop()));
});

afterAll(async () => {
  await firebird.stop();
  folder.remove();
});

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
    expect((await sitewatch.employee(3242, abortOnHang()))?.lastName).toBe('Müller');
    await change.rollbackAsync();
    await till.detachAsync();
  });
});

describe('a restart', () => {
  it('renews every connection, and refuses what is asked meanwhile as unavailable', async () => {
    const sitewatch = await ready();
    const attached = async (): Promise<number[]> => {
      const rows = await firebird.query(
        'select MON$ATTACHMENT_ID as ID from MON$ATTACHMENTS where MON$SYSTEM_FLAG = 0 and MON$ATTACHMENT_ID <> current_connection',
      );
      return rows.map(({ ID }) => Number(ID));
    };
    expect((await sitewatch.employee(3242, abortOnHang()))?.lastName).toBe('Müller');
    const before = await attached();
    expect(before.length).toBeGreaterThan(0);

    const stopped = sitewatch.stop();
    await expect(sitewatch.employee(3242, abortOnHang())).rejects.toThrow(PosUnavailable);
    await stopped;
    sitewatch.start();
    await eventually(async () => {
      try {
        return (await sitewatch.employee(3242, abortOnHang()))?.lastName === 'Müller';
      } catch (error) {
        if (error instanceof PosUnavailable) return false;
        throw error;
      }
    });
    const after = await attached();
    expect(after.length).toBeGreaterThan(0);
    expect(after.filter((id) => before.includes(id))).toEqual([]);
  });
});

describe('taking new sales', () => {
  it('goes by object ids where the outbox is not ours to read', async () => {
    await firebird.query('insert into SALE (OBJID, SITE, SALEID, TOTAL) values (900, 1, 900, 5)');
    const sitewatch = begin({ user: 'TILL', password: 'till' });
    await eventually(() => sitewatch.health().status === 'faulty');
    const taken: SalesBatch[] = [];
    expect(await sitewatch.takeSales(null, (lot) => taken.push(lot), abortOnHang())).toBe(false);
    expect(taken).toEqual([{ sales: [], cursor: { upTo: 900, near: [900] } }]);
    expect(await firebird.query("select count(*) as N from OUTBOX where KIND = 'SALE'")).toEqual([{ N: 1 }]);
  });
});

describe('recording a usage', () => {
  it('writes sale, item and tender, in the local time of the site', async () => {
    const sitewatch = await ready();
    const wash = usage();
    const { saleId, repeated } = await sitewatch.recordUsage(wash, abortOnHang());
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
    expect(await sitewatch.recordUsage(usage(), abortOnHang())).toMatchObject({ repeated: false });
  });

  it('is read only where the table is refused, and says so', async () => {
    await firebird.query('drop table WD_COMMAND');
    const sitewatch = begin({ user: 'TILL', password: 'till' });
    await eventually(() => sitewatch.health().status === 'faulty');
    expect(sitewatch.health().problem).toMatch(/^Read only: /);
    expect(await sitewatch.employee(3242, abortOnHang())).not.toBeNull();
    await expect(sitewatch.recordUsage(usage(), abortOnHang())).rejects.toThrow(PosUnavailable);
    const deduction = sitewatch.write('sitewatch.deduct-gift-card', randomUUID(), { code: 'GIFT1', amount: 100 }, abortOnHang());
    await expect(deduction).rejects.toThrow(PosUnavailable);
  });
});

describe('a Sitewatch whose schema differs', () => {
  const problemOf = (sitewatch: Sitewatch) =>
    eventually(() => (sitewatch.health().status === 'faulty' ? sitewatch.health().problem : null));

  it.each([
    ['Read only', 'the column CUSTOMER.TAXEXEMPT is missing', 'CUSTOMER', 'TAXEXEMPT'],
    ['Not usable', 'the column CUSTOMERPLAN.EXPIRES is missing', 'CUSTOMERPLAN', 'EXPIRES'],
  ])('is %s where %s, takes no write meanwhile, and continues by itself', async (state, lack, table, column) => {
    await firebird.query(`alter table ${table} alter column ${column} to ${column}_OLD`);
    const sitewatch = begin();
    expect(await problemOf(sitewatch)).toMatch(new RegExp(`^${state}: ${lack}`, 'u'));
    await expect(sitewatch.recordUsage(usage(), abortOnHang())).rejects.toThrow(PosUnavailable);
    await expect(sitewatch.recordUsage(usage(), abortOnHang())).rejects.toThrow(lack);

    await firebird.query(`alter table ${table} alter column ${column}_OLD to ${column}`);
    await eventually(() => sitewatch.health().status === 'ready');
    expect(await sitewatch.recordUsage(usage(), abortOnHang())).toMatchObject({ repeated: false });
  });

  it('sees a change under way by the first call that fails: it may be tried again, and the state names the column', async () => {
    const sitewatch = await ready();
    const statuses: string[] = [];
    sitewatch.onHealth(({ status, problem }) => statuses.push(`${status} ${problem}`));
    await firebird.query('alter table COLOR alter column NAME to TITLE');
    await expect(sitewatch.colors(abortOnHang())).rejects.toThrow(PosUnavailable);
    expect(await problemOf(sitewatch)).toBe('Not usable: the column COLOR.NAME is missing');
    expect(await sitewatch.employee(3242, abortOnHang())).not.toBeNull();
    await firebird.query('alter table COLOR alter column TITLE to NAME');
    await eventually(() => sitewatch.health().status === 'ready');
    expect(statuses).toEqual(['faulty Not usable: the column COLOR.NAME is missing', 'ready undefined']);
  });

  it('is checked every hour', async () => {
    const sitewatch = await ready();
    await firebird.query('alter table COLOR alter column NAME to TITLE');
    const now = performance.now.bind(performance);
    vi.spyOn(performance, 'now').mockImplementation(() => now() + 3_600_000);
    expect(await eventually(() => sitewatch.health().problem)).toBe('Not usable: the column COLOR.NAME is missing');
    vi.restoreAllMocks();
    await firebird.query('alter table COLOR alter column TITLE to NAME');
  });

  it('names a right that is missing', async () => {
    await firebird.query('revoke select on SALEDISCOUNT from user TILL');
    const sitewatch = begin({ user: 'TILL', password: 'till' });
    expect(await problemOf(sitewatch)).toMatch(/^Not usable: no permission for SELECT access to TABLE SALEDISCOUNT/u);
    await firebird.query('grant select on SALEDISCOUNT to user TILL');
  });
});
