import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openPool, type Pool } from '../db/pool.ts';
import { openLog } from '../http/log.ts';
import { freshDatabase, type TestDatabase } from '../testing/database.ts';
import { writeAudit } from './audit.ts';
import { sealAudit, sealingWatch, watchSealing } from './sealing.ts';
import { verifyAudit } from './verify.ts';

const log = openLog('silent');

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
  await sql`truncate audit, audit_personal, audit_seal, audit_head`.execute(owner.db);
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

/** A row with an id from a machine whose clock is `hours` ahead. */
async function writeAhead(hours: number, subject: string): Promise<void> {
  const id = uuidv7({ msecs: Date.now() + hours * 3_600_000 });
  await sql`insert into audit (id, at, actor, action, subject) values (${id}, now(), '101', 'a.b', ${subject})`.execute(application.db);
}

const alertsOf = async (): Promise<string[]> => {
  const alerts: string[] = [];
  await watchSealing(application.db, (_kind, _about, message) => alerts.push(message));
  return alerts;
};

const seal = () => sealAudit(application.db, log);
const verdict = (expected: string | null = null) => verifyAudit(application.db, expected);

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

describe('a machine with a wrong clock', () => {
  it.each([3, -3, 48])('%d hours ahead stops the sealing of no other row', async (hours) => {
    await write(2);
    await writeAhead(hours, 'ahead');
    expect(await seal()).toBe(3);
    await write(2);
    expect(await seal()).toBe(2);
    await sql`update audit_seal set sealed = now() - interval '2 hours'`.execute(owner.db);
    await write(1);
    await writeAhead(-hours, 'back');
    expect(await seal()).toBe(2);
    expect((await verdict()).faults).toEqual([]);
  });
});

describe('rows that stay unsealed', () => {
  it('are alerted once they are ten minutes old by the time of the database', async () => {
    await write(1);
    await writeAhead(-3, 'fresh, with an old id');
    expect(await alertsOf()).toEqual([]);
    await sql`update audit set written = now() - interval '11 minutes'`.execute(owner.db);
    expect(await alertsOf()).toEqual([expect.stringContaining('stay unsealed')]);
    await seal();
    expect(await alertsOf()).toEqual([]);
  });

  /** Runs the first round of the watch on rows that are eleven minutes old. */
  async function watched(): Promise<string[]> {
    const alerts: string[] = [];
    await sql`update audit set written = now() - interval '11 minutes'`.execute(owner.db);
    const watch = sealingWatch(application.db, log, (_kind, _about, message) => alerts.push(message));
    watch.start();
    await watch.stop();
    return alerts;
  }

  it('are sealed without an alert if no process ran meanwhile', async () => {
    await write(1_100);
    expect(await watched()).toEqual([]);
    expect((await verdict()).sealed).toBe(1_100);
  });

  it('are alerted if they cannot be sealed', async () => {
    await write(1);
    await sql`alter table audit_seal add constraint full_disk check (false) not valid`.execute(owner.db);
    try {
      expect(await watched()).toEqual([expect.stringContaining('stay unsealed')]);
    } finally {
      await sql`alter table audit_seal drop constraint full_disk`.execute(owner.db);
    }
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
    await sql`insert into audit (id, at, actor, action, subject, number, written)
      values ('01900000-0000-7000-8000-000000000000', now(), '101', 'a.b', 'c', null, now() - interval '1 day')`.execute(owner.db);
    expect((await verdict()).faults).toEqual(['The audit row 01900000-0000-7000-8000-000000000000 was never sealed.']);
  });

  const cut: [string, string, RegExp][] = [
    [
      'its end was cut off',
      `with cut as (delete from audit_seal where seq = 4 returning audit) delete from audit where id in (table cut)`,
      /4 to 4/,
    ],
    ['both tables were emptied', 'truncate audit, audit_seal', /1 to 4/],
  ];

  it.each(cut)('misses the last seal where %s, also after further rows', async (_, statement, missing) => {
    await write(4);
    await seal();
    await sql.raw(statement).execute(owner.db);
    expect((await verdict()).faults).toEqual([expect.stringMatching(/^The seal 4:.* is not in the chain/)]);
    expect(await alertsOf()).toEqual([expect.stringContaining('Seals are missing at the end')]);
    await write(1);
    await seal();
    expect((await verdict()).faults[0]).toMatch(missing);
  });

  it('misses a head that was noted before, where the stored one was changed with the end', async () => {
    await write(4);
    await seal();
    const { head } = await verdict();
    await sql`with cut as (delete from audit_seal where seq = 4 returning audit) delete from audit where id in (table cut)`.execute(
      owner.db,
    );
    await sql`update audit_head h set seq = s.seq, hash = s.hash from audit_seal s where s.seq = 3`.execute(owner.db);
    expect((await verdict()).faults).toEqual([]);
    expect((await verdict(head)).faults).toEqual([expect.stringContaining('is not in the chain')]);
  });
});

describe('personal values beside the audit', () => {
  const values = () => sql<{ audit: string; why: string | null }>`select audit, why from audit_personal order by audit`.execute(owner.db);

  it('are read with their row, and reported if they are changed', async () => {
    await write(2);
    await seal();
    const { rows } = await sql<{ after: unknown }>`select after from whole_audit order by id`.execute(owner.db);
    expect(rows[0]!.after).toEqual({ amount: 1_001, note: 'ä\n"' });
    expect((await verdict()).faults).toEqual([]);
    await sql`update audit_personal set after = '{"amount": 1001, "note": "b"}' where subject = 'charge:ch_1'`.execute(owner.db);
    expect((await verdict()).faults).toEqual([expect.stringMatching(/personal values of the audit row .* don’t match/)]);
  });

  it('may be erased: the chain still verifies, and the sealed row says nothing of the person', async () => {
    await write(2);
    await seal();
    await sql`delete from audit_personal where subject = 'charge:ch_2'`.execute(application.db);
    const erased = { actor: '101', device: null, requestId: 'erasure:1', action: 'customer.erased', subject: 'customer:cus_1' };
    await writeAudit(application.db, { ...erased, after: { audit: 1 }, at: new Date() });
    // the erasure's own row may be younger than the last seal
    expect((await verdict()).faults).toEqual([]);
    await seal();
    expect((await verdict()).faults).toEqual([]);
    const { rows } = await sql<{ after: unknown }>`select after from whole_audit where subject = 'charge:ch_2'`.execute(owner.db);
    expect(rows).toEqual([{ after: { amount: 1_002, note: '[personal]' } }]);
    expect((await values()).rows).toHaveLength(1);
  });

  it('that vanish without an erasure are counted', async () => {
    await write(3);
    await seal();
    await sql`delete from audit_personal`.execute(application.db);
    expect((await verdict()).faults).toEqual(['3 rows have no personal values, but erasures removed only those of 0.']);
  });
});

describe('the role of the application', () => {
  const refused = [
    'update audit set actor = $$nobody$$',
    'delete from audit',
    'truncate audit',
    'delete from audit_seal',
    'update audit_personal set why = null',
    'drop table note',
    'alter table audit disable trigger all',
    'create table mine (id int)',
    'delete from kysely_migration',
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
