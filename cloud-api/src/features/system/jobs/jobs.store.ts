import { sql, type RawBuilder } from 'kysely';
import type { PageCursor } from '../../../common/page-cursor.ts';
import type { Db, Tx } from '../../../db/pool.ts';

export interface JobRow {
  id: string;
  what: string;
  key: string;
  site: number | null;
  siteName: string | null;
  customer: string | null;
  name: string | null;
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

const columns = sql`o.id, o.what, o.key, o.site, s.name as "siteName", o.customer, c.name, o.state, o.attempts, o.last_error, o.created, o.due,
  o.deadline, o.state = 'pending' and o.deadline < now() as overdue, o.settled, o.dismissed_by, o.why`;
const from = sql`job o left join site s on s.number = o.site left join mirror_customer c on c.id = o.customer`;

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

/** Open jobs that failed, are past their deadline, or wait after an unsuccessful attempt. */
const isOpen = sql`(o.state = 'failed' or (o.state = 'pending' and (o.last_error is not null or o.deadline < now())))`;
const needsPerson = sql`(o.state = 'failed' or (o.state = 'pending' and o.deadline < now()))`;

export interface JobSelection {
  state: string | null;
  what: string | null;
  site: number | null;
  customer: string | null;
  /** The reasons of one cause, '' for none; null for any. */
  reasons: readonly string[] | null;
}

/** The condition for selected jobs; without a state or a subject, for all jobs that need a person. */
function selected(selection: JobSelection) {
  const { state, what, customer, reasons } = selection;
  const ofSubject = what !== null || customer !== null || reasons !== null;
  return ofSelection(state === null ? (ofSubject ? isOpen : needsPerson) : sql`o.state = ${state}`, selection);
}

function ofSelection(condition: RawBuilder<unknown>, { what, site, customer, reasons }: Omit<JobSelection, 'state'>) {
  return sql.join(
    [
      condition,
      ...(what === null ? [] : [sql`o.what = ${what}`]),
      ...(site === null ? [] : [sql`o.site = ${site}`]),
      ...(customer === null ? [] : [sql`o.customer = ${customer}`]),
      ...(reasons === null ? [] : [sql`coalesce(o.last_error, '') = any(${reasons}::text[])`]),
    ],
    sql` and `,
  );
}

/** Returns one page after the cursor plus one row, newest first. */
export async function findJobs(db: Db, selection: JobSelection, after: PageCursor | null, most: number): Promise<JobRow[]> {
  const behind = after ? sql`and (o.created, o.id) < (${after.created}, ${after.id}::uuid)` : sql``;
  const { rows } = await sql<JobRow>`
    select ${columns} from ${from} where ${selected(selection)} ${behind}
    order by o.created desc, o.id desc limit ${most + 1}`.execute(db);
  return rows;
}

export async function countJobs(db: Db, selection: JobSelection): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from job o where ${selected(selection)}`.execute(db);
  return rows[0]!.count;
}

export interface JobReason {
  what: string;
  site: number | null;
  siteName: string | null;
  reason: string | null;
  count: number;
  needPerson: number;
  oldest: Date;
  nextTry: Date | null;
}

/** More reasons than differ in practice; the rarest beyond it are left out. */
const mostReasons = 5_000;

/** Returns the open jobs counted by job, site and reason. */
export async function jobReasons(db: Db, { what = null, site = null, customer = null }: Partial<JobSelection>): Promise<JobReason[]> {
  const { rows } = await sql<JobReason>`
    select o.what, o.site, s.name as "siteName", o.last_error as reason, count(*) as count, count(*) filter (where ${needsPerson}) as "needPerson",
      min(o.created) as oldest, min(o.due) filter (where not ${needsPerson}) as "nextTry"
    from job o left join site s on s.number = o.site where ${ofSelection(isOpen, { what, site, customer, reasons: null })}
    group by 1, 2, 3, 4 order by count(*) desc limit ${mostReasons}`.execute(db);
  return rows;
}

/** Makes open jobs of one job, site and cause due immediately, like `reopen`, the oldest first. @returns their ids */
export async function reopenSome(
  tx: Tx,
  { what, site, reasons, most }: { what: string; site: number | null; reasons: readonly string[]; most: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update job set state = 'pending', due = now(), deadline = greatest(deadline, now() + interval '7 days'), last_error = null, settled = null
    where state in ('pending', 'failed') and id in (
      select o.id from job o where ${isOpen} and o.what = ${what} and o.site is not distinct from ${site}::integer
        and coalesce(o.last_error, '') = any(${reasons}::text[])
      order by o.created, o.id limit ${most} for update skip locked)
    returning id`.execute(tx);
  return rows.map(({ id }) => id);
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
