import { sql, type ColumnType, type Generated } from 'kysely';
import type { PersonalTables } from '../../../db/personal-data.ts';
import type { Db, Tx } from '../../../db/pool.ts';

export const stages = ['washes', 'reads', 'changes', 'sellers'] as const;

/** Where the examination of a day continues: in this stage, after this customer. */
export interface Progress {
  stage: (typeof stages)[number];
  after: string;
}

/** A day in UTC that is or was examined. */
interface AbuseDayTable {
  day: string;
  /** Rows of that day when its examination began; -1 before. */
  events: number;
  examined: Date | null;
  progress: ColumnType<Progress | null, never, never>;
  claimed_by: string | null;
  claimed_until: Date | null;
  /** Failed attempts since the last success, the error of the last one, and when the day is tried again. */
  attempts: Generated<number>;
  failure: string | null;
  retry_at: Date | null;
}

interface AbuseSellerDayTable {
  day: string;
  seller: string;
  sign_ups: number;
  free_months: number;
  refunds: number;
}

declare module '../../../db/schema.ts' {
  interface Database {
    abuse_day: AbuseDayTable;
    abuse_seller_day: AbuseSellerDayTable;
  }
}

export const personalData = {
  abuse_day: { plain: ['day', 'events', 'examined', 'progress', 'claimed_by', 'claimed_until', 'attempts', 'failure', 'retry_at'] },
  abuse_seller_day: { plain: ['day', 'seller', 'sign_ups', 'free_months', 'refunds'] },
} satisfies PersonalTables;

/** Days that are examined at the first start. */
const firstDays = 60;
/** A site without a connection reports that late. */
const lateDays = 14;
const claimSeconds = 120;
const apartMinutes = 60;

/** The rows from which flags are made, counted by their indexes in time. */
const eventsOf = (day: ReturnType<typeof sql.ref>) => {
  const within = (column: string) => sql`${sql.ref(column)} >= ${day}::timestamp at time zone 'UTC'
    and ${sql.ref(column)} < (${day} + 1)::timestamp at time zone 'UTC'`;
  return sql<number>`(
    (select count(*) from usage where site = any(array(select number from site)) and ${within('at')})
    + (select count(*) from lane_trace where ${within('began')})
    + (select count(*) from audit where action = any(array['customer.saved', 'customer.metadata-changed']) and ${within('at')})
    + (select count(*) from gift where ${within('at')}) + (select count(*) from mirror_refund where ${within('created')}))::integer`;
};

/** Adds the days up to today, and opens those again whose rows have changed since an hour ago. */
export async function openDays(tx: Tx, today: string): Promise<void> {
  await sql`
    insert into abuse_day (day)
    select day::date from generate_series(
      coalesce((select max(day) + 1 from abuse_day), ${today}::date - ${firstDays - 1}::integer), ${today}::date, interval '1 day') day
    on conflict do nothing`.execute(tx);
  await sql`update abuse_day d set events = 0, examined = now() where d.events = -1 and ${eventsOf(sql.ref('d.day'))} = 0`.execute(tx);
  await sql`
    update abuse_day d set examined = null, progress = null
    where d.day > ${today}::date - ${lateDays}::integer and d.examined < now() - make_interval(mins => ${apartMinutes})
      and d.events <> ${eventsOf(sql.ref('d.day'))}`.execute(tx);
}

export interface ClaimedDay {
  day: string;
  progress: Progress | null;
}

/** Claims a day to examine, the oldest first: one that this process has begun, or that no running process has. Days set aside wait. */
export async function claimDay(db: Db, by: string): Promise<ClaimedDay | null> {
  const { rows } = await sql<ClaimedDay>`
    update abuse_day set claimed_by = ${by}, claimed_until = now() + make_interval(secs => ${claimSeconds})
    where day = (
      select day from abuse_day
      where examined is null and (claimed_until is null or claimed_until < now() or claimed_by = ${by})
        and (retry_at is null or retry_at <= now())
      order by day limit 1 for update skip locked)
    returning day::text, progress`.execute(db);
  return rows[0] ?? null;
}

/** Remembers how many rows the day has, before any of them is read. */
export async function beginDay(tx: Tx, day: string): Promise<void> {
  await sql`update abuse_day d set events = ${eventsOf(sql.ref('d.day'))} where d.day = ${day}::date`.execute(tx);
}

/** @param progress null at the end of the day */
export async function keepProgress(tx: Tx, day: string, progress: Progress | null): Promise<void> {
  const examined = progress === null ? sql`now()` : sql`null`;
  await sql`
    update abuse_day set progress = ${progress && JSON.stringify(progress)}::jsonb, examined = ${examined},
      claimed_until = case when ${progress === null} then null else now() + make_interval(secs => ${claimSeconds}) end,
      attempts = 0, failure = null, retry_at = null
    where day = ${day}::date`.execute(tx);
}

/** Failures in a row after which a day is set aside, so that later days are examined. */
const attemptsOfProblem = 3;
const longestRetryHours = 24;
const longestFailure = 300;

/** Stores that the examination of a day failed. @returns whether the day is set aside: it is tried again after hours, longer each time */
export async function failDay(db: Db, day: string, reason: string): Promise<boolean> {
  const { rows } = await sql<{ attempts: number }>`
    update abuse_day set attempts = attempts + 1, failure = ${reason.slice(0, longestFailure)}, claimed_until = null,
      retry_at = case when attempts + 1 >= ${attemptsOfProblem}
        then now() + make_interval(hours => least(attempts + 2 - ${attemptsOfProblem}, ${longestRetryHours})) end
    where day = ${day}::date and examined is null returning attempts`.execute(db);
  return (rows[0]?.attempts ?? 0) >= attemptsOfProblem;
}

/** A day that is set aside. */
export interface FailedDay {
  day: string;
  failure: string;
  retryAt: Date;
}

/** Returns the days that are set aside, oldest first. */
export async function failedDays(db: Db): Promise<FailedDay[]> {
  const { rows } = await sql<FailedDay>`
    select day::text, failure, retry_at as "retryAt" from abuse_day
    where examined is null and retry_at is not null order by day`.execute(db);
  return rows;
}
