import { sql } from 'kysely';
import type { PageCursor } from '../../../common/page-cursor.ts';
import type { Db, Tx } from '../../../db/pool.ts';

export interface JobRow {
  id: string;
  what: string;
  key: string;
  site: number | null;
  siteName: string | null;
  customer: string | null;
  state: string;
  attempts: number;
  last_error: string | null;
  created: Date;
  due: Date;
  deadline: Date;
  overdue: boolean;
  settled: Date | null;
  dismissed_by: string | null;
  why: string | null;
}

const columns = sql`o.id, o.what, o.key, o.site, s.name as "siteName", o.customer, o.state, o.attempts, o.last_error, o.created, o.due,
  o.deadline, o.state = 'pending' and o.deadline < now() as overdue, o.settled, o.dismissed_by, o.why`;
const from = sql`job o left join site s on s.number = o.site`;

/** Days that settled jobs are shown. */
const shownDays = 30;
const mostOfCustomer = 100;

/**
 * The follow-up of a started plan waits a minute for a call that writes it. Until an attempt fails or its deadline passes, nothing is
 * stuck.
 */
const isOnlyWaiting = sql`(o.what = 'plan.begun' and o.state = 'pending' and o.last_error is null and o.deadline >= now())`;

/** Returns the jobs of a customer, without sales written by washes and without jobs that are only waiting. */
export async function jobsOf(db: Db, customer: string): Promise<JobRow[]> {
  const { rows } = await sql<JobRow>`
    select ${columns} from ${from}
    where o.customer = ${customer} and not ${isOnlyWaiting} and (o.state in ('pending', 'failed')
      or (o.what <> 'sitewatch.record-usage' and o.settled > now() - make_interval(days => ${shownDays})))
    order by o.state in ('pending', 'failed') desc, coalesce(o.settled, o.created) desc, o.id
    limit ${mostOfCustomer}`.execute(db);
  return rows;
}

/** The condition for jobs of a state; without one, for all jobs that need a person. */
const inState = (state: string | null) =>
  state === null ? sql`(o.state = 'failed' or (o.state = 'pending' and o.deadline < now()))` : sql`o.state = ${state}`;

/** Returns one page after the cursor plus one row, newest first. */
export async function findJobs(db: Db, state: string | null, after: PageCursor | null, most: number): Promise<JobRow[]> {
  const behind = after ? sql`and (o.created, o.id) < (${after.created}, ${after.id}::uuid)` : sql``;
  const { rows } = await sql<JobRow>`
    select ${columns} from ${from} where ${inState(state)} ${behind}
    order by o.created desc, o.id desc limit ${most + 1}`.execute(db);
  return rows;
}

export async function countJobs(db: Db, state: string | null): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from job o where ${inState(state)}`.execute(db);
  return rows[0]!.count;
}

export async function jobById(db: Db | Tx, id: string): Promise<JobRow | undefined> {
  const { rows } = await sql<JobRow>`select ${columns} from ${from} where o.id = ${id}`.execute(db);
  return rows[0];
}

/**
 * Makes a job due immediately, with a new deadline. The attempts still count: a message that may have been sent is looked up before it is
 * sent.
 * @returns false if nothing was left to do
 */
export async function reopen(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql`
    update job set state = 'pending', due = now(), deadline = greatest(deadline, now() + interval '7 days'),
      last_error = null, settled = null
    where id = ${id} and state in ('pending', 'failed') returning id`.execute(tx);
  return rows.length > 0;
}

/** An attempt in progress finds a newer generation and changes nothing. @returns false if nothing was left to do */
export async function dismiss(tx: Tx, id: string, by: string, why: string): Promise<boolean> {
  const { rows } = await sql`
    update job set state = 'dismissed', generation = generation + 1, settled = now(), dismissed_by = ${by}, why = ${why},
      claimed_until = null
    where id = ${id} and state in ('pending', 'failed') returning id`.execute(tx);
  return rows.length > 0;
}

const stuckMinutes = 5;

export interface StuckOperation {
  id: string;
  kind: string;
  customer: string | null;
  /** The principal that started it, as stored. */
  by: object;
  runs: number;
  reason: string | null;
  created: Date;
  due: Date;
}

export async function stuckOperations(db: Db): Promise<StuckOperation[]> {
  const { rows } = await sql<StuckOperation>`
    select id, kind, customer, by, runs, last_error as reason, created, due
    from operation where state = 'started' and created < now() - make_interval(mins => ${stuckMinutes})
    order by created, id limit 200`.execute(db);
  return rows;
}
