import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTcpProxy, type TcpProxy } from '@washdesk/test-support/tcp-proxy';
import { until } from '@washdesk/test-support/until';
import { openPool, type Pool } from '../../../db/pool.ts';
import { freshDatabase, insertSites, type TestDatabase } from '../../../testing/database.ts';
import { DatabaseWatch } from './database-watch.ts';
import { insertRecipient, saveAlertSettings } from './recipients.store.ts';

const noon = new Date('2026-11-21T18:00:00Z');
const clock = { now: () => noon };
const page = 'https://desk.example/admin/alerts';

let database: TestDatabase;
let proxy: TcpProxy;
let pool: Pool;
let watch: DatabaseWatch;
let passed: number;
let accepts: boolean;
let sent: string[];

beforeAll(async () => {
  database = await freshDatabase();
  await insertSites(database);
  await database.db.transaction().execute(async (tx) => {
    const settings = { quietHours: null, timeZone: 'America/Chicago', criticalInQuietHours: true, escalateAfterMinutes: 15 };
    await saveAlertSettings(tx, settings, noon, '1');
    await insertRecipient(tx, { name: 'IT', channel: 'email', address: 'it@washdesk.example', list: 'first' }, noon, '1');
    await insertRecipient(tx, { name: 'Head of IT', channel: 'sms', address: '+18155550100', list: 'second' }, noon, '1');
  });
  const url = new URL(database.url);
  proxy = await startTcpProxy(Number(url.port));
  url.port = String(proxy.port);
  pool = openPool(url.href, () => undefined, 2);
});
afterAll(async () => {
  await pool.stop();
  await proxy.stop();
  await database.stop();
});
beforeEach(async () => {
  [passed, accepts, sent] = [0, true, []];
  proxy.restore();
  await database.db.deleteFrom('alert_message').execute();
  await database.db.deleteFrom('job').execute();
  watch = watchWithin(30_000);
  await watch.round();
});

const watchWithin = (answerMs: number) =>
  new DatabaseWatch({
    db: pool.db,
    clock,
    server: 'desk-a',
    page,
    send: async ({ name }, { subject }) => {
      sent.push(`${name}: ${subject}`);
      return accepts;
    },
    jobsAdded: () => undefined,
    monotonic: () => passed,
    answerMs,
  });

const pass = async (minutes: number) => {
  passed += minutes * 60_000;
  await watch.round();
};
const queued = async () => (await database.db.selectFrom('alert_message').select('subject').execute()).map(({ subject }) => subject);
const sentence = 'The server desk-a can’t use the database of Washdesk';

it('a database lost for a minute is reported once without it, escalated, and its end is queued', async () => {
  proxy.cut();
  await watch.round();
  await pass(0.9);
  expect(sent).toEqual([]);
  await pass(0.1);
  await pass(13);
  expect(sent).toEqual([`IT: Critical: ${sentence}`]);
  await pass(1);
  expect(sent.slice(1)).toEqual([`Head of IT: Critical: ${sentence}`]);
  proxy.restore();
  await watch.round();
  await watch.round();
  expect(await queued()).toEqual([`Fixed: ${sentence}`, `Fixed: ${sentence}`]);
});

it('a database that comes and goes is reported again 15 minutes after the last message', async () => {
  for (const expected of [1, 1, 1, 2]) {
    proxy.cut();
    await watch.round();
    await pass(1);
    expect(sent).toHaveLength(expected);
    proxy.restore();
    await pass(7.5);
  }
});

it('a lost database is reported again every minute to a recipient whose channel fails too', async () => {
  accepts = false;
  proxy.cut();
  await watch.round();
  await pass(1);
  await pass(0.5);
  expect(sent).toHaveLength(1);
  await pass(0.5);
  expect(sent).toHaveLength(2);
  proxy.restore();
  await watch.round();
  expect(await queued()).toEqual([]);
});

it('a database that accepts connections and never answers is reported too', async () => {
  watch = watchWithin(100);
  await until('its recipients are known', async () => {
    await watch.round();
    proxy.hold();
    passed = 0;
    await watch.round();
    await pass(1);
    proxy.restore();
    return sent[0] ?? null;
  });
  expect(sent).toEqual([`IT: Critical: ${sentence}`]);
});
