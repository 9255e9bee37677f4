import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openPool, type Pool } from '../db/pool.ts';
import { openLog } from '../http/log.ts';
import { freshDatabase, type TestDatabase } from '../testing/database.ts';
import { writeAudit } from './audit.ts';
import { sealAudit } from './sealing.ts';
import { verifyAudit } from './verify.ts';

const log = openLog('silent');
const later = Date.now() + 3_600_000;

let owner: TestDatabase;
let application: Pool;

beforeAll(async () => {
  owner = await freshDatabase();
  application = openPool(owner.applicationUrl, (error) => console.error(error), 4);
});
afterAll(async () => {
  await application.stop();
  await owner.stop();
});
beforeEach(async () => {
  await sql`truncate audit, audit_seal`.execute(owner.db);
});

async function write(count: number): Promise<void> {
  for (let index = 1; index <= count; index += 1)
    await writeAudit(application.db, {
      actor: '101',
      device: null,
      requestId: 'request',
      action: 'charge.refunded',
      subject: `charge:ch_${index}`,
      after: { amount: 1_000 + index, note: 'ä\n"' },
      at: new Date('2026-11-21T12:00:00Z'),
    });
}

const seal = () => sealAudit(application.db, log);
const verdict = (expected: string | null = null) => verifyAudit(application.db, expected, later);

describe('sealing', () => {
  it('seals what was committed, once, also where two processes do it at the same time', async () => {
    await write(20);
    const sealed = await Promise.all([seal(), seal(), seal()]);
    expect(sealed.reduce((sum, rows) => sum + rows, 0)).toBe(20);
    await write(3);
    expect(await seal()).toBe(3);
    expect(await seal()).toBe(0);
    const { head, ...rest } = await verdict();
    expect(rest).toEqual({ sealed: 23, faults: [] });
    expect((await verdict(head)).faults).toEqual([]);
  });

  it('seals a row whose transaction committed after that of a younger row', async () => {
    await application.db.transaction().execute(async (slow) => {
      await writeAudit(slow, { actor: '1', device: null, requestId: 'request', action: 'a.b', subject: 'slow', at: new Date() });
      await write(2);
      expect(await seal()).toBe(2);
    });
    expect(await seal()).toBe(1);
    expect((await verdict()).faults).toEqual([]);
  });
});

describe('a check of the chain', () => {
  const forged: [string, string, RegExp][] = [
    [
      'a changed row',
      `update audit set after = '{"amount": 1}' where subject = 'charge:ch_3'`,
      /seal 3 .*charge\.refunded by 101.*doesn’t match its seal/,
    ],
    ['a row that is gone', `delete from audit where subject = 'charge:ch_3'`, /seal 3 .* is missing/],
    ['a seal that is gone', `delete from audit_seal where seq = 3`, /Seals 3 to 3 are missing/],
  ];

  it.each(forged)('names %s, and it alone', async (_, statement, sentence) => {
    await write(6);
    await seal();
    await sql.raw(statement).execute(owner.db);
    const { faults } = await verdict();
    expect(faults[0]).toMatch(sentence);
    expect(faults.filter((fault) => !fault.includes('never sealed'))).toHaveLength(1);
  });

  it('names a row that was put in without the program', async () => {
    await write(2);
    await seal();
    await sql`insert into audit (id, at, actor, action, subject) values ('01900000-0000-7000-8000-000000000000', now(), '101', 'a.b', 'c')`.execute(
      owner.db,
    );
    expect((await verdict()).faults).toEqual(['The audit row 01900000-0000-7000-8000-000000000000 was never sealed.']);
  });

  it('misses a head that was noted before, where the end was cut off', async () => {
    await write(4);
    await seal();
    const { head } = await verdict();
    await sql`delete from audit_seal where seq = 4`.execute(owner.db);
    await sql`delete from audit where subject = 'charge:ch_4'`.execute(owner.db);
    expect((await verdict()).faults).toEqual([]);
    expect((await verdict(head)).faults).toEqual([expect.stringContaining('is not in the chain')]);
  });
});

describe('the role of the application', () => {
  const refused = [
    'update audit set actor = $$nobody$$',
    'delete from audit',
    'truncate audit',
    'delete from audit_seal',
    'drop table note',
    'alter table audit disable trigger all',
    'create table mine (id int)',
    'select * from kysely_migration',
  ];

  it.each(refused)('may not: %s', async (statement) => {
    await expect(sql.raw(statement).execute(application.db)).rejects.toMatchObject({ code: '42501' });
  });

  it('owns nothing', async () => {
    const { rows } =
      await sql`select relname from pg_class where relowner = (select oid from pg_roles where rolname = current_user)`.execute(
        application.db,
      );
    expect(rows).toEqual([]);
  });
});
