import { randomUUID } from 'node:crypto';
import { until } from '@washdesk/test-support/until';
import { openLog } from '../http/log.ts';
import { freshDatabase, insertSites } from '../testing/database.ts';
import { Attempts } from './attempts.ts';
import { enqueue } from './job.store.ts';
import type { Attempt, ClaimedJob } from './job.ts';
import { JobWorker } from './worker.ts';

/** The job that most of these tests enqueue. */
export const what = 'sitewatch.record-usage';
export const payload = {
  code: 'ABC123-IL',
  planName: 'Super Kiss',
  productClass: null,
  terminal: null,
  employee: 101,
  at: '2026-11-21T12:00:00.000Z',
};
export const done: Attempt = { kind: 'done', result: { saleId: 7 } };

export type Execute = (job: ClaimedJob) => Promise<Attempt>;
export type TestJobs = Awaited<ReturnType<typeof openJobs>>;

/** A database with sites 12 and 27 without jobs, and workers. */
export async function openJobs() {
  const database = await freshDatabase();
  await insertSites(database);
  const { db } = database;
  const workers = new Set<JobWorker>();

  const rowOf = (key: string) => db.selectFrom('job').selectAll().where('key', '=', key).executeTakeFirstOrThrow();

  function startWorkerFor(jobHandlers: Record<string, Execute>, log = openLog('silent')): JobWorker {
    const worker = new JobWorker({ db, attempts: new Attempts({ db, jobHandlers, log }), log });
    workers.add(worker);
    worker.start();
    return worker;
  }

  return {
    db,
    rowOf,
    startWorkerFor,
    startWorker: (execute: Execute, log = openLog('silent')) => startWorkerFor({ [what]: execute }, log),

    /** @returns the job's key */
    async enqueueOne(site = 12, deadlineDays = 7): Promise<string> {
      const key = randomUUID();
      const created = new Date('2026-11-21T12:00:00Z');
      await db.transaction().execute((tx) => enqueue(tx, { what, key, site, customer: 'cus_1', payload, deadlineDays, created }));
      return key;
    },

    /** Returns the job's row as soon as it is done or failed. */
    settled: (key: string) =>
      until('the row is settled', async () => {
        const row = await rowOf(key);
        return row.state === 'pending' ? null : row;
      }),

    /** Removes all jobs and stops all workers. */
    async clear(): Promise<void> {
      await Promise.all([...workers].map((worker) => worker.stop()));
      workers.clear();
      await db.deleteFrom('job').execute();
    },
    stop: () => database.stop(),
  };
}
