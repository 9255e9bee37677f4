import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { until } from '@washdesk/test-support/until';
import { openLog } from '../http/log.ts';
import { freshDatabase, insertSites, type TestDatabase } from '../testing/database.ts';
import { Attempts } from './attempts.ts';
import { claimDue, enqueue } from './job.store.ts';
import type { Attempt, ClaimedJob } from './job.ts';
import { RunJobNow } from './run-job-now.ts';

const what = 'message.send';
const at = new Date('2026-11-21T12:00:00Z');

let database: TestDatabase;
let executed: string[];
let execute: (job: ClaimedJob) => Promise<Attempt>;
let runJobNow: RunJobNow;

beforeAll(async () => {
  database = await freshDatabase();
  await insertSites(database);
  const jobHandlers = { [what]: (one: ClaimedJob) => execute(one) };
  runJobNow = new RunJobNow({ db: database.db, attempts: new Attempts({ db: database.db, jobHandlers, log: openLog('silent') }) });
});
afterAll(() => database.stop());
beforeEach(() => {
  executed = [];
  execute = async ({ key }) => {
    executed.push(key);
    return { kind: 'done', result: { sent: true } };
  };
});

async function enqueueOne(dueInSeconds = 0): Promise<string> {
  const key = randomUUID();
  const row = { what, key, site: null, customer: 'cus_1', payload: { message: key }, deadlineDays: 7, dueInSeconds, created: at } as const;
  await database.db.transaction().execute((tx) => enqueue(tx, row));
  return key;
}

describe('what is wanted done now', () => {
  it('is done at once, even where its time has not come, and once', async () => {
    const key = await enqueueOne(3_600);
    expect(await runJobNow.done(what, key)).toEqual({ sent: true });
    expect(await runJobNow.done(what, key)).toEqual({ sent: true });
    expect(executed).toEqual([key]);
  });

  it('is done once for several who want it at the same time', async () => {
    const key = await enqueueOne();
    const answers = await Promise.all([1, 2, 3, 4].map(() => runJobNow.done(what, key)));
    expect(answers).toEqual(Array.from({ length: 4 }, () => ({ sent: true })));
    expect(executed).toEqual([key]);
  });

  it('is waited for while a worker holds it', async () => {
    const key = await enqueueOne();
    const [held] = await claimDue(database.db, [what], 100);
    expect(held?.key).toBe(key);
    const waiting = runJobNow.done(what, key);
    execute = async () => ({ kind: 'done', result: { sent: 'by the worker' } });
    await new Attempts({ db: database.db, jobHandlers: { [what]: execute }, log: openLog('silent') }).make(held!);
    expect(await waiting).toEqual({ sent: 'by the worker' });
    expect(executed).toEqual([]);
  });

  it('stays pending where it cannot be done now, and says why', async () => {
    const key = await enqueueOne();
    execute = async () => ({ kind: 'later', reason: 'The provider is away' });
    await expect(runJobNow.done(what, key)).rejects.toMatchObject({ status: 503, code: 'still_pending', message: 'The provider is away' });
    execute = async () => ({ kind: 'done', result: {} });
    await until('it is done by a later call', async () => ((await runJobNow.attempt(what, key))?.kind === 'done' ? true : null));
  });

  it('is refused for good, now and whenever it is asked for again', async () => {
    const key = await enqueueOne();
    execute = async () => ({ kind: 'refused', reason: 'No such number' });
    for (const _time of [1, 2]) {
      await expect(runJobNow.done(what, key)).rejects.toMatchObject({ status: 409, code: 'refused', message: 'No such number' });
    }
  });

  it('is null for a job that was never enqueued', async () => {
    await expect(runJobNow.done(what, randomUUID())).rejects.toMatchObject({ status: 404, code: 'job_not_found' });
  });
});
