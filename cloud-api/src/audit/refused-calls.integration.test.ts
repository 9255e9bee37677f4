import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Caller } from '../common/caller.ts';
import { forbidden } from '../common/failure.ts';
import { freshDatabase, type TestDatabase } from '../testing/database.ts';
import { RefusedCalls } from './refused-calls.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.stop());

const clock = { now: () => new Date('2026-11-21T15:30:00Z') };
const cashier = { id: '101', site: 12 } as Caller['principal'];
const callBy = (principal: Caller['principal'], requestId: string): Caller => ({
  principal,
  device: null,
  member: null,
  ip: '127.0.0.1',
  requestId,
});
const rows = () => database.db.selectFrom('audit').selectAll().orderBy('id').execute();

it('writes ten alike refusals an hour, and of a flood the number', async () => {
  const refused = new RefusedCalls({ db: database.db, log: pino({ enabled: false }), clock, systemClock: clock });
  for (let index = 0; index < 240; index += 1) await refused.audit(callBy(cashier, `flood-${index}`), 'GET /staff', forbidden());
  await refused.audit(callBy(null, 'other'), 'GET /staff', forbidden());
  expect((await rows()).map(({ actor }) => actor)).toEqual([...Array.from({ length: 10 }, () => '101'), 'anonymous']);
  await refused.stop();
  const all = await rows();
  expect(all).toHaveLength(12);
  expect(all.at(-1)).toMatchObject({ actor: '101', action: 'access.refused', after: { together: 230 }, request_id: 'flood-239' });
});

it('does not fill the memory or the table with ever new calls', async () => {
  const before = (await rows()).length;
  const refused = new RefusedCalls({ db: database.db, log: pino({ enabled: false }), clock, systemClock: clock });
  for (let index = 0; index < 1_200; index += 1) await refused.audit(callBy(cashier, 'many'), `GET /${index}`, forbidden());
  await refused.stop();
  const all = await rows();
  expect(all.length - before).toBe(1_001);
  expect(all.at(-1)).toMatchObject({ actor: 'several', subject: 'call:several', after: { together: 200 } });
});

it('leaves out what has an audit row of its own', async () => {
  const before = (await rows()).length;
  const refused = new RefusedCalls({ db: database.db, log: pino({ enabled: false }), clock, systemClock: clock });
  const failure = forbidden();
  failure.isAudited = true;
  await refused.audit(callBy(cashier, 'told'), 'POST /auth/stepup', failure);
  expect(await rows()).toHaveLength(before);
});
