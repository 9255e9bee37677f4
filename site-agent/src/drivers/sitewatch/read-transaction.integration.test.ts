import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { until } from '@washdesk/test-support/until';
import { temporaryFolder } from '../../testing/support.ts';
import { FirebirdPool } from './firebird-pool.ts';
import { startTestSitewatch, type TestSitewatch } from './firebird.fixture.ts';
import { rowOf, rowsOf, type Query } from './queries.ts';
import { SitewatchText } from './sitewatch-text.ts';

const folder = temporaryFolder();
const { signal } = new AbortController();
const firstName = {
  sql: 'select FIRSTNAME as FIRST_NAME from CUSTOMER where OBJID = ?',
  row: z.object({ firstName: z.string() }),
} satisfies Query<z.ZodType>;
const failing = { sql: 'select 10 / (OBJID - 50) as RESULT from CUSTOMER where OBJID = ?', row: z.unknown() } satisfies Query<z.ZodType>;
const numbers = {
  sql: 'with recursive N (V) as (select 1 from RDB$DATABASE union all select V + 1 from N where V < ?) select V from N',
  row: z.object({ v: z.int() }),
} satisfies Query<z.ZodType>;

let firebird: TestSitewatch;
let pool: FirebirdPool;

const name = async (): Promise<string | undefined> => (await pool.lookUp(signal, (on) => rowOf(on, firstName, [50], signal)))?.firstName;
/** Counts the transactions of the pool's connection. */
async function transactions(): Promise<number> {
  const [row] = await firebird.query(`
    select count(*) as FOUND from MON$TRANSACTIONS t join MON$ATTACHMENTS a on a.MON$ATTACHMENT_ID = t.MON$ATTACHMENT_ID
    where a.MON$SYSTEM_FLAG = 0 and a.MON$ATTACHMENT_ID <> CURRENT_CONNECTION`);
  return Number(row?.['FOUND']);
}

beforeAll(async () => {
  firebird = await startTestSitewatch(folder.path);
});

beforeEach(() => {
  pool = new FirebirdPool(firebird.config, 1, new SitewatchText('UTF8'));
});

afterEach(() => pool.close());

afterAll(() => firebird.stop());

it('sees what was committed since the look-up before', async () => {
  expect(await name()).toBe('José');
  await firebird.query("update CUSTOMER set FIRSTNAME = 'Ana' where OBJID = 50");
  expect(await name()).toBe('Ana');
  await firebird.query("update CUSTOMER set FIRSTNAME = 'José' where OBJID = 50");
});

it('returns all rows of a long list, and then of a shorter one', async () => {
  const found = await pool.lookUp(signal, (on) => rowsOf(on, numbers, [900], signal));
  expect(found.map(({ v }) => v)).toEqual(Array.from({ length: 900 }, (_none, at) => at + 1));
  expect(await pool.lookUp(signal, (on) => rowsOf(on, numbers, [2], signal))).toHaveLength(2);
});

it('goes on after a look-up that failed', async () => {
  expect(await name()).toBe('José');
  await expect(pool.lookUp(signal, (on) => rowsOf(on, failing, [50], signal))).rejects.toThrow(/division|divide/iu);
  expect(await name()).toBe('José');
});

it('blocks no writer, and lets writes use the same connection', async () => {
  await name();
  await pool.use(signal, async (database) => {
    const transaction = await database.transactionAsync();
    await transaction.queryAsync("update CUSTOMER set LASTNAME = 'Lopez' where OBJID = 50");
    await transaction.commitAsync();
  });
  await firebird.query("update CUSTOMER set LASTNAME = 'Núñez' where OBJID = 50");
  expect(await name()).toBe('José');
});

it('ends the transaction some seconds after the last look-up, and with the pool', async () => {
  await name();
  expect(await transactions()).toBe(1);
  await until('the transaction has ended', async () => ((await transactions()) === 0 ? true : null));
  expect(await name()).toBe('José');
  await pool.close();
  expect(await transactions()).toBe(0);
});
