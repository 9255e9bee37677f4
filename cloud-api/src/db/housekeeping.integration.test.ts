import { randomUUID } from 'node:crypto';
import { freshDatabase, type TestDatabase } from '@washdesk/tests/support/database';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { removeOutlived } from './housekeeping.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.stop());

const daysAgo = (days: number): Date => new Date(Date.now() - days * 86_400_000);
const answer = (key: string, days: number) => ({
  principal: '101',
  route: '/dxt/{code}',
  key,
  request_hash: Buffer.from(key),
  status: 200,
  body: '{}',
  created: daysAgo(days),
});
const owed = (key: string, state: string) => ({
  id: randomUUID(),
  kind: 'once',
  what: 'sitewatch.record-usage',
  key,
  site: 12,
  customer: null,
  payload: '{}',
  state,
  due: daysAgo(200),
  deadline: daysAgo(190),
  claimed_until: null,
  last_error: null,
  result: null,
  created: daysAgo(200),
  settled: state === 'done' ? daysAgo(199) : null,
});

it('removes what nobody needs any more, and nothing that is still owed', async () => {
  await database.db
    .insertInto('answer')
    .values([answer('old', 31), answer('young', 29)])
    .execute();
  await database.db
    .insertInto('obligation')
    .values([owed('settled', 'done'), owed('waiting', 'owed'), owed('refused', 'failed')])
    .execute();

  expect(await removeOutlived(database.db)).toEqual({ answer: 1, obligation: 1 });
  expect(await removeOutlived(database.db)).toEqual({});

  const answers = await database.db.selectFrom('answer').select('key').execute();
  const obligations = await database.db.selectFrom('obligation').select('key').orderBy('key').execute();
  expect(answers).toEqual([{ key: 'young' }]);
  expect(obligations).toEqual([{ key: 'refused' }, { key: 'waiting' }]);
});
