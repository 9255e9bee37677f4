import { sql, type UpdateObject } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Db, Tx } from '../db/pool.ts';
import type { Database } from '../db/schema.ts';
import { jobKinds, type CauseOfJob, type ClaimedJob, type JobPayloads, type JobName } from './job.ts';

/** How long a worker may hold a row before another takes it: longer than any attempt's own deadline. */
const claimSeconds = 15;
/** Maximum concurrent jobs per site, or per kind if it has no site, so that a slow target takes only its share. */
export const maxConcurrentPerTarget = 8;

export interface NewJob<N extends JobName> {
  what: N;
  key: string;
  site: number | null;
  customer: string | null;
  payload: JobPayloads[N];
  /** Days after which the job needs a person. */
  deadlineDays: number;
  /** Seconds before the first attempt; default 0. */
  dueInSeconds?: number;
  created: Date;
  by?: CauseOfJob | undefined;
}

/** Inserts a job in the transaction that causes it. A second one with the same name and key changes nothing. */
export async function enqueue<N extends JobName>(tx: Tx, job: NewJob<N>): Promise<void> {
  await tx
    .insertInto('job')
    .values({
      id: uuidv7(),
      kind: 'once',
      what: job.what,
      key: job.key,
      site: job.site,
      customer: job.customer,
      payload: JSON.stringify(job.payload),
      state: 'pending',
      due: sql`now() + make_interval(secs => ${job.dueInSeconds ?? 0})`,
      deadline: sql`now() + make_interval(days => ${job.deadlineDays})`,
      created: job.created,
      request_id: job.by?.requestId ?? null,
      device: job.by?.device ?? null,
    })
    .onConflict((conflict) => conflict.columns(['what', 'key']).doNothing())
    .execute();
}

/** The target of a job: its site, or its name if it has no site. */
export const targetOf = ({ site, what }: Pick<ClaimedJob, 'site' | 'what'>): string => (site === null ? what : String(site));

/** The changes that claiming makes to a row. */
const claiming = sql`claimed_until = now() + make_interval(secs => ${claimSeconds}), attempts = attempts + 1, woken = false`;

/**
 * Claims due rows for this worker, some of each target. Times are the database's: retries follow the system's clock.
 * @param names the jobs that this worker can run
 * @param busy targets (`targetOf`) that already use their share
 */
export async function claimDue(db: Db, names: readonly JobName[], most: number, busy: readonly string[] = []): Promise<ClaimedJob[]> {
  const claimed = await sql<ClaimedJob>`
    with due as (
      select id, row_number() over (partition by coalesce(site::text, what) order by due) as place
      from job
      where state = 'pending' and what = any(${names}::text[]) and due <= now() and (claimed_until is null or claimed_until < now())
        and coalesce(site::text, what) <> all(${busy}::text[])
    ), taken as (
      select o.id from job o
      where o.id in (select id from due where place <= ${maxConcurrentPerTarget} order by place limit ${most})
        and o.state = 'pending' and (o.claimed_until is null or o.claimed_until < now())
      for update skip locked
    )
    update job o
    set ${claiming}
    from taken where o.id = taken.id
    returning o.id, o.what, o.key, o.site, o.customer, o.payload, o.attempts, o.generation, o.request_id as "requestId", o.device`.execute(
    db,
  );
  return claimed.rows;
}

/** Claims one row for a caller who needs it done now, due or not; null if another worker holds it or it is not pending. */
export async function claimNow(db: Db, what: JobName, key: string): Promise<ClaimedJob | null> {
  const claimed = await sql<ClaimedJob>`
    update job
    set ${claiming}
    where what = ${what} and key = ${key} and state = 'pending' and (claimed_until is null or claimed_until < now())
    returning id, what, key, site, customer, payload, attempts, generation, request_id as "requestId", device`.execute(db);
  return claimed.rows[0] ?? null;
}

/** Deletes a job that no worker has started. @returns false if it is running or has run */
export async function withdrawJob(tx: Tx, what: JobName, key: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('job')
    .where('what', '=', what)
    .where('key', '=', key)
    .where('state', '=', 'pending')
    .where('attempts', '=', 0)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Returns state and result of a job; undefined if it was never enqueued. */
export async function jobOutcome(db: Db, what: JobName, key: string) {
  return db.selectFrom('job').select(['state', 'result', 'last_error']).where('what', '=', what).where('key', '=', key).executeTakeFirst();
}

/** Returns the payload of a job; null if it was never enqueued. */
export async function jobPayload<N extends JobName>(db: Db, what: N, key: string): Promise<JobPayloads[N] | null> {
  const row = await db.selectFrom('job').select('payload').where('what', '=', what).where('key', '=', key).executeTakeFirst();
  return row ? (jobKinds[what].payload.parse(row.payload) as JobPayloads[N]) : null;
}

type Claim = Pick<ClaimedJob, 'id' | 'generation' | 'attempts'>;

/**
 * Ends the claim on a job with this change. A job that was enqueued again meanwhile stays pending and is only released. An attempt that did not
 * complete the job changes nothing if another worker has claimed it since.
 */
async function close(db: Db, { id, generation, attempts }: Claim, change: UpdateObject<Database, 'job'>): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('job')
    .set({ ...change, claimed_until: null })
    .where('id', '=', id)
    .where('generation', '=', generation)
    .$if(change.state !== 'done', (update) => update.where('state', '=', 'pending').where('attempts', '=', attempts))
    .executeTakeFirst();
  if (numUpdatedRows) return;
  // no attempts yet: no other worker has claimed the new job
  await db.updateTable('job').set({ claimed_until: null }).where('id', '=', id).where('attempts', '=', 0).execute();
}

export async function settle(db: Db, job: Claim, result: Record<string, unknown>): Promise<void> {
  await close(db, job, { state: 'done', result: JSON.stringify(result), settled: sql`now()`, last_error: null });
}

/** Marks a job as permanently refused; it stays visible until a person dismisses it. */
export async function markFailed(db: Db, job: Claim, reason: string): Promise<void> {
  await close(db, job, { state: 'failed', last_error: reason, settled: sql`now()` });
}

export async function postpone(db: Db, job: Claim, reason: string, waitMs: number): Promise<void> {
  const due = sql<Date>`case when woken then now() else now() + make_interval(secs => ${waitMs / 1000}) end`;
  await close(db, job, { due, last_error: reason });
}

/** Makes a job due now, or once more if it is running. */
export async function makeJobDue(tx: Tx, what: JobName, key: string): Promise<void> {
  const due = { due: sql<Date>`now()`, woken: true };
  await tx.updateTable('job').set(due).where('what', '=', what).where('key', '=', key).where('state', '=', 'pending').execute();
}

/** Makes the retries of a reconnected site due now, including one that is still running. A first attempt waits for its own reason. */
export async function makeJobsDue(db: Db, site: number): Promise<void> {
  await db
    .updateTable('job')
    .set({ due: sql`now()`, woken: true })
    .where('state', '=', 'pending')
    .where('site', '=', site)
    .where('attempts', '>', 0)
    .where((is) => is.or([is('due', '>', sql<Date>`now()`), is('claimed_until', '>', sql<Date>`now()`)]))
    .execute();
}

/** Counts pending jobs of these names that are past their deadline, for IT. */
export async function countOverdue(db: Db, names: readonly JobName[]): Promise<number> {
  const row = await db
    .selectFrom('job')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('state', '=', 'pending')
    .where('what', 'in', names)
    .where('deadline', '<', sql<Date>`now()`)
    .executeTakeFirstOrThrow();
  return row.count;
}

/** When a job that is enqueued again was created: an unfinished one keeps its time, since which its target is not up to date. */
export const createdAgain = sql`case when job.state in ('pending', 'failed') then job.created else excluded.created end`;

/** Like `enqueue`, but a second job with the same name and key replaces the first: only the latest request runs. */
export async function enqueueNewest<N extends JobName>(tx: Tx, job: NewJob<N>): Promise<void> {
  const { what, key, site, customer, payload, deadlineDays, created } = job;
  await sql`
    insert into job (id, kind, what, key, site, customer, payload, state, due, deadline, created)
    values (${uuidv7()}, 'newest', ${what}, ${key}, ${site}, ${customer}, ${JSON.stringify(payload)}, 'pending',
      now(), now() + make_interval(days => ${deadlineDays}), ${created})
    on conflict (what, key) do update set
      payload = excluded.payload, state = 'pending', generation = job.generation + 1, attempts = 0,
      created = ${createdAgain}, due = excluded.due, deadline = excluded.deadline, last_error = null, result = null, settled = null, dismissed_by = null, why = null`.execute(
    tx,
  );
}
