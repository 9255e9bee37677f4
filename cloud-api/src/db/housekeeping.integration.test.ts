import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { defaultRetention } from '@washdesk/rules/company/retention';
import { personalTables } from '../personal-tables.ts';
import { freshDatabase, insertSites, type TestDatabase } from '../testing/database.ts';
import { removeExpired } from './housekeeping.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.stop());

const expire = (db = database.db, retention = defaultRetention) => removeExpired(db, personalTables, retention);
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
const job = (key: string, state: string) => ({
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

const message = (state: 'queued' | 'sent') => ({
  id: randomUUID(),
  channel: 'sms' as const,
  recipient: '+18155550101',
  kind: 'welcome' as const,
  text: state,
  state,
  requested: daysAgo(400),
});

it('removes expired rows, and no job that is still pending', async () => {
  await database.db
    .insertInto('answer')
    .values([answer('old', 31), answer('young', 29)])
    .execute();
  await database.db
    .insertInto('job')
    .values([job('settled', 'done'), job('waiting', 'pending'), job('refused', 'failed')])
    .execute();

  await database.db
    .insertInto('message')
    .values([message('queued'), message('sent')])
    .execute();
  await sql`update message set queued = ${daysAgo(367)}`.execute(database.db);

  expect(await expire()).toEqual({ answer: 1, job: 1, message: 1 });
  expect(await expire()).toEqual({});

  const answers = await database.db.selectFrom('answer').select('key').execute();
  const jobs = await database.db.selectFrom('job').select('key').orderBy('key').execute();
  const messages = await database.db.selectFrom('message').select('text').execute();
  expect(messages).toEqual([{ text: 'queued' }]);
  expect(answers).toEqual([{ key: 'young' }]);
  expect(jobs).toEqual([{ key: 'refused' }, { key: 'waiting' }]);
});

it('removes the image of a coupon after a year, and keeps its row', async () => {
  const { db } = database;
  await insertSites(database);
  const coupon = (vendor_id: string, made: Date) => ({
    vendor_id,
    principal: '101',
    key: vendor_id,
    request_hash: Buffer.alloc(32),
    site: 12,
    made,
  });
  const image = 'data:image/png;base64,AAAA';
  await db
    .insertInto('wash_coupon')
    .values([
      { ...coupon('018-1', daysAgo(370)), state: 'made', image, asked: daysAgo(370) },
      { ...coupon('018-2', daysAgo(360)), state: 'made', image, asked: daysAgo(360) },
    ])
    .execute();
  await expire(db);
  expect(await db.selectFrom('wash_coupon').select(['vendor_id', 'image', 'state']).orderBy('vendor_id').execute()).toEqual([
    { vendor_id: '018-1', image: null, state: 'made' },
    { vendor_id: '018-2', image, state: 'made' },
  ]);
});

it('removes each kind of data after the days of the settings, and keeps what has none', async () => {
  const note = (key: string, days: number) => ({
    id: randomUUID(),
    customer: 'cus_1',
    note: key,
    attention: false,
    agent: 'Sam',
    operation: null,
    created: daysAgo(days),
  });
  await database.db
    .insertInto('note')
    .values([note('old', 101), note('young', 99)])
    .execute();
  await expire();
  expect(await database.db.selectFrom('note').select('note').execute()).toHaveLength(2);
  expect(await expire(database.db, { ...defaultRetention, notes: 100 })).toEqual({ note: 1 });
  expect(await database.db.selectFrom('note').select('note').execute()).toEqual([{ note: 'young' }]);
});
