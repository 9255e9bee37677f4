import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { writeAudit } from '../../../audit/audit.ts';
import { sealAudit } from '../../../audit/sealing.ts';
import { openLog } from '../../../http/log.ts';
import { freshDatabase, type TestDatabase } from '../../../testing/database.ts';
import { AuditChecks } from './audit-checks.ts';

let database: TestDatabase;
const alerts: string[] = [];

beforeAll(async () => {
  database = await freshDatabase();
  const by = { actor: '101', device: null, requestId: 'r', at: new Date() };
  await writeAudit(database.db, { ...by, action: 'product.changed', subject: 'product:1' });
  await sealAudit(database.db, openLog('silent'));
});
afterAll(() => database.stop());

function checksOf() {
  const clock = { now: () => new Date() };
  return new AuditChecks({ db: database.db, clock, log: openLog('silent'), alert: (kind) => alerts.push(kind) });
}
async function ask(): Promise<string> {
  const id = uuidv7();
  await sql`insert into audit_check (id, asked, asked_by, request_id) values (${id}, now(), '101', 'r')`.execute(database.db);
  return id;
}
const stateOf = async (id: string) => {
  const { rows } = await sql<{ alive: Date | null; ended: Date | null; faults: string[] }>`
    select alive, ended, faults from audit_check where id = ${id}`.execute(database.db);
  return rows[0]!;
};

it('is given back where the program stops, and done by the next', async () => {
  const id = await ask();
  const stopping = checksOf();
  stopping.stop();
  expect(await stopping.round()).toBe(0);
  expect(await stateOf(id)).toMatchObject({ alive: null, ended: null });
  expect(await checksOf().round()).toBe(1);
  expect(await stateOf(id)).toMatchObject({ ended: expect.any(Date) as Date, faults: [] });
  expect(await checksOf().round()).toBe(0);
});

it('alerts where the audit is not as it was written', async () => {
  await sql`update audit set actor = 'nobody'`.execute(database.db);
  const id = await ask();
  await checksOf().round();
  expect((await stateOf(id)).faults).toHaveLength(1);
  expect(alerts).toEqual(['audit']);
});

it('ends with a sentence where it cannot be finished', async () => {
  const id = await ask();
  await sql`alter table audit rename column subject to moved`.execute(database.db);
  await expect(checksOf().round()).rejects.toThrow('subject');
  // the audit row could not be written either: the check has not ended, and the next process starts over
  expect(await stateOf(id)).toMatchObject({ ended: null });
  await sql`alter table audit rename column moved to subject`.execute(database.db);
  await sql`alter table audit_seal rename column hash to moved`.execute(database.db);
  await sql`update audit_check set alive = null where id = ${id}`.execute(database.db);
  await expect(checksOf().round()).rejects.toThrow('hash');
  expect((await stateOf(id)).faults).toEqual(['The check didn’t finish. Start it again.']);
});
