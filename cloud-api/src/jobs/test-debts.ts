import { randomUUID } from 'node:crypto';
import { freshDatabase, insertSites } from '@washdesk/tests/support/database';
import { until } from '@washdesk/tests/support/until';
import { openLog } from '../http/log.ts';
import { Attempts } from './attempts.ts';
import type { Attempt, ClaimedObligation } from './obligation.ts';
import { owe } from './obligation.store.ts';
import { ObligationWorker } from './worker.ts';

/** What most of these tests owe. */
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

export type Perform = (obligation: ClaimedObligation) => Promise<Attempt>;
export type Debts = Awaited<ReturnType<typeof openDebts>>;

/** A database with sites 12 and 27 that owes nothing yet, and the workers that work off what it comes to owe. */
export async function openDebts() {
  const database = await freshDatabase();
  await insertSites(database);
  const { db } = database;
  const workers = new Set<ObligationWorker>();

  const rowOf = (key: string) => db.selectFrom('obligation').selectAll().where('key', '=', key).executeTakeFirstOrThrow();

  function startWorkerFor(performers: Record<string, Perform>, log = openLog('silent')): ObligationWorker {
    const worker = new ObligationWorker({ db, attempts: new Attempts({ db, performers, log }), log });
    workers.add(worker);
    worker.start();
    return worker;
  }

  return {
    db,
    rowOf,
    startWorkerFor,
    startWorker: (perform: Perform, log = openLog('silent')) => startWorkerFor({ [what]: perform }, log),

    /** @returns the key of what is owed */
    async oweOne(site = 12, deadlineDays = 7): Promise<string> {
      const key = randomUUID();
      const created = new Date('2026-11-21T12:00:00Z');
      await db.transaction().execute((tx) => owe(tx, { what, key, site, customer: 'cus_1', payload, deadlineDays, created }));
      return key;
    },

    /** Its row, as soon as it is done or given up. */
    settled: (key: string) =>
      until('the row is settled', async () => {
        const row = await rowOf(key);
        return row.state === 'owed' ? null : row;
      }),

    /** Nothing is owed any more, and nobody works. */
    async clear(): Promise<void> {
      await Promise.all([...workers].map((worker) => worker.stop()));
      workers.clear();
      await db.deleteFrom('obligation').execute();
    },
    stop: () => database.stop(),
  };
}
