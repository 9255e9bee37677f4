import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Db, Tx } from '../../db/pool.ts';
import { newProgress, readProgress, storedProgress, type Progress } from './reconcile-progress.ts';

const lock = 'reconcile';
const goesOnForHours = 24;

export interface Run {
  id: string;
  progress: Progress;
  /** Whether an earlier process started the run. */
  continued: boolean;
}

/** Runs `work` while no other process reconciles; a killed process releases the lock. @returns null if another process holds it */
export function withReconcileLock<T>(db: Db, work: () => Promise<T>): Promise<T | null> {
  return db.connection().execute(async (connection) => {
    const { rows } = await sql<{ taken: boolean }>`select pg_try_advisory_lock(hashtextextended(${lock}, 0)) as taken`.execute(connection);
    if (!rows[0]?.taken) return null;
    try {
      return await work();
    } finally {
      await sql`select pg_advisory_unlock(hashtextextended(${lock}, 0))`.execute(connection);
    }
  });
}

/** @param fresh starts over even if a run of today is unfinished */
export async function openRun(db: Db, fresh: boolean): Promise<Run> {
  const left = fresh ? undefined : await unfinished(db);
  const progress = left && readProgress(left.progress);
  if (progress) return { id: left.id, progress, continued: true };
  const finished = await db.selectFrom('reconcile_run').select('id').where('finished', 'is not', null).limit(1).executeTakeFirst();
  const run = { id: uuidv7(), progress: newProgress(finished === undefined), continued: false };
  await db
    .insertInto('reconcile_run')
    .values({ id: run.id, progress: storedProgress(run.progress) })
    .execute();
  return run;
}

const unfinished = (db: Db) =>
  db
    .selectFrom('reconcile_run')
    .select(['id', 'progress'])
    .where('finished', 'is', null)
    .where('started', '>', sql<Date>`now() - make_interval(hours => ${goesOnForHours})`)
    .orderBy('started', 'desc')
    .limit(1)
    .executeTakeFirst();

export async function saveProgress(tx: Tx, { id, progress }: Run): Promise<void> {
  await tx
    .updateTable('reconcile_run')
    .set({ progress: storedProgress(progress) })
    .where('id', '=', id)
    .execute();
}

export async function finishRun(db: Db, { id }: Run, report: object): Promise<void> {
  await db
    .updateTable('reconcile_run')
    .set({ report: JSON.stringify(report), finished: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
}
