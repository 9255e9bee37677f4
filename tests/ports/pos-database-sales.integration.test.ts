import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { abortOnHang } from '@washdesk/local-servers/processes/timeouts';
import { PosUnavailable, type PosDatabase } from '@washdesk/site-agent/ports/pos-database';
import { SalesNotStored, type RegisterSale, type SalesCursor, type SalesBatch } from '@washdesk/site-agent/ports/pos-sales';
import { adapters, SuiteSite } from './pos-site.ts';
import { until } from './until.ts';

const withoutOutbox = `
DROP TRIGGER SALE_AI; DROP TRIGGER CUSTOMERCODE_AIUD; DROP TRIGGER CUSTOMERPLAN_AIU; COMMIT;
DROP TABLE OUTBOX; COMMIT;
`;
const history = 'INSERT INTO SALE (OBJID, SITE, SALEID, TOTAL) VALUES (100, 1, 1, 5);';

const sources = adapters.flatMap((adapter) => [
  { name: `${adapter.name}, by its OUTBOX`, adapter, sql: `${history} DELETE FROM OUTBOX;` },
  { name: `${adapter.name}, by object ids`, adapter, sql: `${history} ${withoutOutbox}` },
]);

let lastSaleId = 1_000;

/** @param objid the next object id of Sitewatch by default */
function saleSql(saleId: number, objid = 'next value for GEN_OBJID'): string {
  return `
    insert into SALE (OBJID, SITE, SALEID, CREATED, TERMINAL, EMPLOYEE, CUSTOMER, CODE, TAX, TOTAL)
    values (${objid}, 1, ${saleId}, '2026-11-21 09:30:15', 10, 20, 50, 'ABC1234-IL', 1.10, 19.15)`;
}

describe.each(sources)('new sales: $name', ({ adapter, sql }) => {
  const suite = new SuiteSite(adapter, sql);
  let database: PosDatabase;
  let cursor: SalesCursor | null = null;

  beforeEach(async () => {
    database = await suite.ready();
    await takeAll();
  });

  async function takeAll(): Promise<RegisterSale[]> {
    const all: RegisterSale[] = [];
    const store = (taken: SalesBatch): void => {
      all.push(...taken.sales);
      ({ cursor } = taken);
    };
    while (await database.takeSales(cursor, store, abortOnHang()));
    return all;
  }

  async function ring(objid?: string): Promise<number> {
    lastSaleId += 1;
    await suite.site.query(saleSql(lastSaleId, objid));
    return lastSaleId;
  }

  const numbersOf = (sales: RegisterSale[]): number[] => sales.map(({ saleId }) => saleId);

  it('come whole, once', async () => {
    const saleId = await ring();
    expect(await takeAll()).toEqual([
      {
        saleId,
        created: '2026-11-21 09:30:15',
        terminal: 'Washcashier1',
        employee: 3242,
        customer: 50,
        code: 'ABC1234-IL',
        planName: null,
        total: 1915,
        tax: 110,
        status: 0,
      },
    ]);
    expect(await takeAll()).toEqual([]);
  });

  it('leave out what Washdesk wrote itself and what another site sold', async () => {
    const usage = { usageId: randomUUID(), code: 'ABC1234-IL', planName: 'STR SUPER KISS', productClass: 'Super Kiss', terminal: null };
    await database.recordUsage({ ...usage, employee: null, at: '2026-11-21T18:30:15.250Z' }, abortOnHang());
    await suite.site.query('insert into SALE (OBJID, SITE, SALEID, TOTAL) values (next value for GEN_OBJID, 2, 1, 5)');
    const saleId = await ring();
    expect(numbersOf(await takeAll())).toEqual([saleId]);
  });

  it('come lot after lot when many wait', async () => {
    const before = lastSaleId;
    lastSaleId += 450;
    await suite.site.query(`
      execute block as declare N integer = ${before}; begin
        while (N < ${lastSaleId}) do begin
          N = N + 1;
          insert into SALE (OBJID, SITE, SALEID, TOTAL) values (next value for GEN_OBJID, 1, :N, 5);
        end
      end`);
    expect(numbersOf(await takeAll())).toEqual(Array.from({ length: 450 }, (_sale, index) => before + 1 + index));
  });

  it('are not passed over when a slow register commits after a later sale was taken', async () => {
    const [slow] = await suite.site.query('select next value for GEN_OBJID as OBJID from RDB$DATABASE');
    const quick = await ring();
    expect(numbersOf(await takeAll())).toEqual([quick]);
    const late = await ring(String(slow?.['OBJID']));
    expect(numbersOf(await takeAll())).toEqual([late]);
    expect(await takeAll()).toEqual([]);
  });

  it('are not taken when they could not be stored', async () => {
    const saleId = await ring();
    const full = (): never => {
      throw new Error('the disk is full');
    };
    const failure = await database.takeSales(cursor, full, abortOnHang()).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(SalesNotStored);
    expect(failure).toMatchObject({ cause: { message: 'the disk is full' } });
    expect(numbersOf(await takeAll())).toEqual([saleId]);
  });

  it('are not lost when the server dies while they are stored, though they may come twice', async () => {
    const saleId = await ring();
    const stored: number[] = [];
    const store = ({ sales }: SalesBatch): void => {
      stored.push(...numbersOf(sales));
      suite.site.suspend();
    };
    const taking = database.takeSales(cursor, store, abortOnHang()).catch((error: unknown) => error);
    await until('the sale is stored', () => stored.length > 0);
    await suite.site.kill();
    await taking;
    await suite.site.restart();
    await until('the database is ready', () => database.health().status === 'ready');
    expect(stored).toEqual([saleId]);
    expect(numbersOf(await takeAll())).toEqual([saleId]);
  });

  it('are told to be out of reach while the server is unavailable', async () => {
    const nowhere = suite.begin(suite.site.openNowhere());
    await expect(nowhere.takeSales(cursor, () => undefined, abortOnHang())).rejects.toThrow(PosUnavailable);
  });
});

describe.each(adapters)('changes of codes and plans that wait beside new sales: $name', (adapter) => {
  const suite = new SuiteSite(adapter);
  const waiting = async (): Promise<number> => {
    const [row] = await suite.site.query('select count(*) as WAITING from OUTBOX');
    return Number(row?.['WAITING']);
  };

  it('are removed, a bounded number at each look, whether a sale waits or not', async () => {
    const database = await suite.ready();
    await suite.site.query(`
      execute block as declare N integer = 0; begin
        while (N < 2400) do begin
          N = N + 1;
          insert into OUTBOX (SEQ, KIND, OBJID) values (next value for GEN_OUTBOX, iif(mod(:N, 2) = 0, 'CODE', 'PLAN'), 50);
        end
      end`);
    const before = await waiting();
    const kept: SalesBatch[] = [];
    const look = (): Promise<boolean> => database.takeSales(null, (taken) => kept.push(taken), abortOnHang());
    await look();
    const after = await waiting();
    expect(after).toBeLessThan(before);
    expect(after).toBeGreaterThan(0);
    await suite.site.query(saleSql((lastSaleId += 1)));
    await look();
    await look();
    expect(await waiting()).toBe(0);
    expect(kept.flatMap(({ sales }) => sales).map(({ saleId }) => saleId)).toContain(lastSaleId);
  });
});
