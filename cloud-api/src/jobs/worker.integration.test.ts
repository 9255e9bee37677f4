import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { until } from '@washdesk/test-support/until';
import { currentRequestId } from '../common/request-scope.ts';
import { openLog } from '../http/log.ts';
import { enqueueConvergence } from './enqueue-convergence.store.ts';
import { countOverdue, enqueue } from './job.store.ts';
import type { ClaimedJob } from './job.ts';
import { done, openJobs, payload, what, type TestJobs, type Execute } from './jobs.fixture.ts';

let jobs: TestJobs;
beforeAll(async () => {
  jobs = await openJobs();
});
afterEach(() => jobs.clear());
afterAll(() => jobs.stop());

describe('a worker', () => {
  it('leaves to others what it cannot do, and does not call it late', async () => {
    await jobs.db.transaction().execute((tx) => enqueueConvergence(tx, ['cus_1'], new Date()));
    await jobs.db
      .updateTable('job')
      .set({ deadline: sql`now() - interval '1 day'` })
      .execute();
    const key = await jobs.enqueueOne();
    jobs.startWorker(async () => done);
    await jobs.settled(key);
    const rows = await jobs.db.selectFrom('job').select(['state', 'attempts']).where('kind', '=', 'converge').execute();
    expect(rows).toEqual(Array.from({ length: 3 }, () => ({ state: 'pending', attempts: 0 })));
    expect(await countOverdue(jobs.db, [what])).toBe(0);
  });

  it('does not begin a job before it is due', async () => {
    const later = {
      what,
      key: 'later',
      site: 12,
      customer: null,
      payload,
      deadlineDays: 7,
      dueInSeconds: 3_600,
      created: new Date(),
    } as const;
    await jobs.db.transaction().execute((tx) => enqueue(tx, later));
    const key = await jobs.enqueueOne();
    jobs.startWorker(async () => done);
    await jobs.settled(key);
    expect(await jobs.rowOf('later')).toMatchObject({ state: 'pending', attempts: 0 });
  });

  it('runs a pending job and stores the result', async () => {
    const key = await jobs.enqueueOne();
    const seen: (ClaimedJob & { scope: string | undefined })[] = [];
    jobs.startWorker(async (job) => {
      seen.push({ ...job, scope: currentRequestId() });
      return done;
    });
    expect(await jobs.settled(key)).toMatchObject({ state: 'done', result: { saleId: 7 }, claimed_until: null });
    expect(seen).toMatchObject([{ what, key, site: 12, payload, attempts: 1, scope: `job:${seen[0]!.id}` }]);
  });

  it('leaves a payload that it cannot read to another release, and says why without values', async () => {
    const key = await jobs.enqueueOne();
    await sql`update job set payload = '{"code": 7}' where key = ${key}`.execute(jobs.db);
    let runs = 0;
    jobs.startWorker(async () => {
      runs += 1;
      return done;
    });
    const row = await until('the attempt is over', async () => {
      const { last_error: error, ...rest } = await jobs.rowOf(key);
      return error === null ? null : { error, ...rest };
    });
    expect(row).toMatchObject({ state: 'pending', error: expect.stringMatching(/^What is stored of this job cannot be read: code: /) });
    expect(runs).toBe(0);
  });

  it('beside another does each row once', async () => {
    const keys = await Promise.all(Array.from({ length: 24 }, (_one, i) => jobs.enqueueOne(i % 2 ? 12 : 27)));
    const executed: string[] = [];
    const execute: Execute = async ({ key }) => {
      executed.push(key);
      return done;
    };
    jobs.startWorker(execute);
    jobs.startWorker(execute);
    await Promise.all(keys.map(jobs.settled));
    expect(executed.toSorted()).toEqual(keys.toSorted());
  });

  it('looks at once when it is poked', async () => {
    const worker = jobs.startWorker(async () => done);
    const key = await jobs.enqueueOne();
    worker.poke();
    expect(await jobs.settled(key)).toMatchObject({ state: 'done', attempts: 1 });
  });

  it('puts off what cannot be done now, and says why', async () => {
    const key = await jobs.enqueueOne();
    let tries = 0;
    jobs.startWorker(async () => ((tries += 1) < 2 ? { kind: 'later', reason: 'Site 12 is offline' } : done));
    const waiting = await until('the first try', async () => ((await jobs.rowOf(key)).last_error ? jobs.rowOf(key) : null));
    expect(waiting).toMatchObject({ last_error: 'Site 12 is offline' });
    expect(await jobs.settled(key)).toMatchObject({ state: 'done', attempts: 2, last_error: null });
  });

  it('stores a network error in words, and logs its code', async () => {
    const key = await jobs.enqueueOne();
    const reason = 'connect ECONNREFUSED 10.0.0.9:3050';
    const logged: object[] = [];
    const log = openLog('silent');
    log.info = (entry: object) => void logged.push(entry);
    jobs.startWorker(async () => ({ kind: 'refused', reason }), log);
    expect(await jobs.settled(key)).toMatchObject({ last_error: 'Sitewatch of Joliet can’t be reached: the connection was refused' });
    expect(logged).toEqual([{ what, key, site: 12, reason }]);
  });

  it('ends for good what the other system refuses, and keeps it visible', async () => {
    const key = await jobs.enqueueOne();
    jobs.startWorker(async () => ({ kind: 'refused', reason: 'The terminal is not known' }));
    expect(await jobs.settled(key)).toMatchObject({ state: 'failed', last_error: 'The terminal is not known' });
  });

  it('survives an attempt that throws', async () => {
    const [key, other] = [await jobs.enqueueOne(), await jobs.enqueueOne()];
    let broken = false;
    jobs.startWorker(async (job) => {
      if (job.key !== key || broken) return done;
      broken = true;
      throw new Error('it broke');
    });
    expect(await jobs.settled(other)).toMatchObject({ state: 'done' });
    expect(await jobs.settled(key)).toMatchObject({ state: 'done', attempts: 2 });
  });

  it('shows people no inner words of an attempt that broke', async () => {
    const key = await jobs.enqueueOne();
    const worker = jobs.startWorker(async () => Promise.reject(new Error('connect ECONNREFUSED 10.0.0.7:5432 as washdesk')));
    const row = await until('it is tried', async () => ((await jobs.rowOf(key)).last_error ? jobs.rowOf(key) : null));
    await worker.stop();
    expect(row.last_error).toBe('Something went wrong on our end');
  });

  it('finishes what it holds before it stops', async () => {
    const key = await jobs.enqueueOne();
    const gate = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const worker = jobs.startWorker(async () => {
      begun.resolve();
      await gate.promise;
      return done;
    });
    await begun.promise;
    const stopped = worker.stop();
    gate.resolve();
    await stopped;
    expect(await jobs.rowOf(key)).toMatchObject({ state: 'done' });
  });

  it('tells a person what is past its deadline', async () => {
    await jobs.enqueueOne(12, -1);
    const told: object[] = [];
    const log = openLog('silent');
    log.error = (entry: object) => void told.push(entry);
    jobs.startWorker(async () => ({ kind: 'later', reason: 'offline' }), log);
    await until('it is told', () => (told.length ? true : null));
    expect(told).toEqual([{ count: 1 }]);
  });
});
