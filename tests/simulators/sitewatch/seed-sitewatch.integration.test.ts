import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Firebird from 'node-firebird';
import { beforeAll, describe, expect, it } from 'vitest';
import { required } from '@washdesk/local-servers/debian-packages';
import { startFirebird } from '@washdesk/local-servers/firebird';
import { provideFirebird } from '@washdesk/local-servers/firebird-distribution';
import { makeCompany } from '../company/company.ts';
import type { EdgeCaseKey } from '../company/edge-cases.ts';
import { seedSitewatch, sitewatchSchema } from './seed-sitewatch.ts';

const company = makeCompany({ now: new Date('2026-11-21T15:30:00Z'), members: 300 });

type Row = Record<string, unknown>;
let query: (sql: string, parameters?: unknown[]) => Promise<Row[]>;

beforeAll(async () => {
  const distribution = required(await provideFirebird());
  const folder = await mkdtemp(join(tmpdir(), 'washdesk-sitewatch-'));
  const server = await startFirebird({ distribution, folder });
  await server.createDatabase('sitewatch', await sitewatchSchema());
  const address = {
    host: server.host,
    port: server.port,
    user: server.user,
    password: server.password,
    database: server.databasePath('sitewatch'),
  };
  await seedSitewatch({ ...address, company, site: 12 });
  const database = await Firebird.attachAsync({ ...address, encoding: 'UTF8', blobAsText: true });
  query = (sql, parameters) => database.queryAsync(sql, parameters);
  return async () => {
    await database.detachAsync();
    await server.stop();
    await rm(folder, { recursive: true });
  };
});

const codesOf = async (key: EdgeCaseKey): Promise<unknown[]> => {
  const rows = await query(
    'select OTHER.CODE from CUSTOMERCODE ASKED join CUSTOMERCODE OTHER on OTHER.CUSTOMER = ASKED.CUSTOMER where ASKED.CODE = ? order by OTHER.OBJID',
    [company.edgeCases[key].code],
  );
  return rows.map(({ CODE }) => CODE);
};

describe('a seeded Sitewatch', () => {
  it('knows every member, terminals of its own site, and every employee', async () => {
    expect(await query('select count(*) N from CUSTOMER where FIRSTNAME is not null')).toEqual([{ N: company.members.length }]);
    expect(await query('select count(*) N from EMPLOYEE')).toEqual([{ N: company.employees.length }]);
    expect(await query("select IPADDRESS from TERMINAL where NAME = 'Washcashier1'")).toEqual([{ IPADDRESS: '10.12.0.11' }]);
    expect(await query('select SITENUMBER from SITE where ACTIVE = 1')).toEqual([{ SITENUMBER: 12 }]);
  });

  it('has the washes of its site as sales, each with its item and its tender', async () => {
    const washes = company.washes.filter(({ site }) => site === 12);
    const counted = await query(
      `select count(*) SALES, count(distinct T.REFERENCE) TENDERS, count(I.CUSTOMERPLAN) ITEMS
       from SALE S join TENDER T on T.SALE = S.OBJID and T.TENDERTYPE = 'WASHDESK' join SALEITEM I on I.SALE = S.OBJID`,
    );
    expect(counted).toEqual([{ SALES: washes.length, TENDERS: washes.length, ITEMS: washes.length }]);
    const last = washes.at(-1)!;
    const [sale] = await query(
      'select S.CODE, S.SALEID, cast(S.CREATED as varchar(30)) CREATED from SALE S join TENDER T on T.SALE = S.OBJID where T.REFERENCE = ?',
      [last.id],
    );
    const atSite = new Date(new Date(last.at).toLocaleString('en-US', { timeZone: 'America/Chicago' })).getHours();
    expect(sale).toMatchObject({ CODE: last.code, SALEID: last.saleId });
    expect(Number(String(sale?.['CREATED']).slice(11, 13))).toBe(atSite);
  });

  it('has what registers sold besides, each paid as its total says, and its discounts', async () => {
    const sold = company.sales.filter(({ site }) => site === 12);
    const [counted] = await query(
      `select count(*) SALES, cast(sum(S.TOTAL) * 100 as integer) TOTAL, cast(sum(T.AMOUNT) * 100 as integer) PAID
       from SALE S join TENDER T on T.SALE = S.OBJID and T.TENDERTYPE <> 'WASHDESK'`,
    );
    const total = sold.reduce((sum, sale) => sum + sale.total, 0);
    expect(counted).toEqual({ SALES: sold.length, TOTAL: total, PAID: total });
    const discounts = await query(
      `select cast(D.AMOUNT_SAVED * 100 as integer) SAVED, D.DISCOUNT_TYPE from SALEDISCOUNT D join CUSTOMERCODE K on K.CUSTOMER = D.CUSTOMER
       where K.CODE = ?`,
      [company.edgeCases.discounts.code],
    );
    expect(discounts).toHaveLength(2);
    expect(discounts[0]).toEqual({ SAVED: 300, DISCOUNT_TYPE: expect.stringMatching(/^[A-Z]+$/) });
    const charge = company.payments.find(({ site, declined, saleId }) => site === 12 && !declined && saleId !== null)!;
    expect(await query('select cast(AMOUNT * 100 as integer) PAID from TENDER where REFERENCE = ?', [`pi_${charge.serial}`])).toEqual([
      { PAID: charge.amount },
    ]);
  });

  it("has the gift cards that it sold, and no other site's", async () => {
    const rows = await query(
      `select K.CODE, cast(P.BALANCE * 100 as integer) BALANCE from CUSTOMERPLAN P
       join PLANTYPE T on T.OBJID = P.PLANTYPE and T.KIND = 'G' join CUSTOMERCODE K on K.OBJID = P.CUSTOMERCODE order by P.OBJID`,
    );
    expect(rows).toEqual([
      { CODE: 'GIFT1001', BALANCE: 2000 },
      { CODE: 'GIFT1002', BALANCE: 2500 },
      { CODE: 'GIFT1003', BALANCE: 0 },
      { CODE: 'GIFT1004', BALANCE: 600 },
      { CODE: 'GIFT1004', BALANCE: 2500 },
    ]);
  });

  it('keeps the odd ones odd', async () => {
    expect(await codesOf('manyCodes')).toHaveLength(4);
    expect((await codesOf('disabledCode')).at(-1)).toMatch(/^[A-Z0-9]+-IL~\d+$/);
    expect(await codesOf('sharedPlateLive')).toContain(company.edgeCases.sharedPlateLive.code);
    expect(
      await query('select CODE from CUSTOMERCODE where CODE starting with ?', [`${company.edgeCases.sharedPlateLive.code}~`]),
    ).toHaveLength(1);
    const plan =
      'select P.NAME from CUSTOMERPLAN C join PLANTYPE P on P.OBJID = C.PLANTYPE join CUSTOMERCODE K on K.CUSTOMER = C.CUSTOMER where K.CODE = ?';
    expect(await query(plan, [company.edgeCases.nonStripeClub.code])).toEqual([{ NAME: 'CLUB EXTERIOR 12 MONTHS' }]);
    expect(await query(plan, [company.edgeCases.ordinary.code])).toEqual([{ NAME: 'STR SUPER KISS' }]);
    expect(await query(plan, [company.edgeCases.noPlan.code])).toEqual([]);
    expect(await query("select FIRSTNAME from CUSTOMER where LASTNAME = 'Sørensen'")).toEqual([{ FIRSTNAME: 'Zoë' }]);
  });

  it('reports no history as news, but what happens from now on, under numbers that are free', async () => {
    expect(await query('select count(*) N from OUTBOX')).toEqual([{ N: 0 }]);
    const written = await query(
      `insert into SALE (SITE, SALEID) values ((select OBJID from SITE where ACTIVE = 1), null) returning OBJID, SALEID`,
    );
    const rungUp = [...company.washes, ...company.sales].filter(({ site }) => site === 12);
    expect(written).toMatchObject({ SALEID: rungUp.length + 1 });
    expect(await query("select count(*) N from OUTBOX where KIND = 'SALE'")).toEqual([{ N: 1 }]);
  });
});
