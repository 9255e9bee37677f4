import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/pool.ts';
import { atSite, noSite } from './member-facts.store.ts';

/** A count in progress, as stored in its row. */
export interface MetricRun {
  site: number;
  pass: string;
  countedAt: Date;
  months: string[];
  behind: string;
  totals: Record<string, unknown>;
  timeZone: string;
}

/** A site whose count is finished, or that was never counted. */
export interface DueSite {
  site: number;
  timeZone: string;
}

/** Falls back to UTC for plans that name no site of ours. */
const zone = sql<string>`coalesce((select time_zone from site where site.number = run.site), 'UTC')`;

/** Adds a row for each site without one: all our sites, and any other site named by plans. */
export async function addSites(db: Db): Promise<void> {
  await sql`
    with recursive sold (site) as (
      (select min(s.site) from mirror_subscription s)
      union all
      select (select min(s.site) from mirror_subscription s where s.site > sold.site) from sold where sold.site is not null
    )
    insert into metric_run (site, pass, version, counted_at, months, behind, totals, finished)
    select wanted.site, gen_random_uuid(), 0, 'epoch', '{}', '', '{}', true from (
      select number as site from site union select site from sold where site is not null
      union select ${sql.lit(noSite)} where exists (select from mirror_subscription s where s.site is null)
    ) wanted
    on conflict do nothing`.execute(db);
}

/**
 * Returns an unfinished count that no other process is working on, locked until the transaction ends. Ignores counts of another version.
 */
export async function takeRun(tx: Tx, version: number): Promise<MetricRun | null> {
  const { rows } = await sql<MetricRun>`
    select run.site, run.pass, run.counted_at as "countedAt", run.months, run.behind, run.totals, ${zone} as "timeZone"
    from metric_run run where not run.finished and run.version = ${version} order by run.site limit 1 for update skip locked`.execute(tx);
  return rows[0] ?? null;
}

/**
 * Returns a site that is due: after the interval, if the definitions changed, or if the company's clock was set back. A process of an
 * earlier version skips counts of a later one.
 */
export async function takeDueSite(tx: Tx, due: { version: number; now: Date; countedBefore: Date }): Promise<DueSite | null> {
  const { version, now, countedBefore } = due;
  const { rows } = await sql<DueSite>`
    select run.site, ${zone} as "timeZone" from metric_run run
    where run.version < ${version} or (run.version = ${version} and run.finished and run.counted_at not between ${countedBefore} and ${now})
    order by run.site limit 1 for update skip locked`.execute(tx);
  return rows[0] ?? null;
}

/** Returns the months counted by this version since an instant. */
export async function countedSince(tx: Tx, of: { site: number; version: number; since: Date; now: Date }): Promise<string[]> {
  const { site, version, since, now } = of;
  const { rows } = await sql<{ month: string }>`
    select month from month_metric where site = ${site} and version = ${version} and counted_at between ${since} and ${now}`.execute(tx);
  return rows.map(({ month }) => month);
}

export async function beginRun(
  tx: Tx,
  run: { site: number; pass: string; version: number; now: Date; months: readonly string[]; totals: object },
): Promise<void> {
  await sql`
    update metric_run set pass = ${run.pass}, version = ${run.version}, counted_at = ${run.now}, months = ${[...run.months]}, behind = '',
      totals = ${JSON.stringify(run.totals)}, finished = false
    where site = ${run.site}`.execute(tx);
}

export async function customersBehind(tx: Tx, site: number, behind: string, most: number): Promise<string[]> {
  const { rows } = await sql<{ customer: string }>`
    select distinct s.customer from mirror_subscription s where ${atSite(site)} and s.customer > ${behind}
    order by s.customer limit ${most}`.execute(tx);
  return rows.map(({ customer }) => customer);
}

export async function saveProgress(tx: Tx, { site, behind, totals }: Pick<MetricRun, 'site' | 'behind' | 'totals'>): Promise<void> {
  await sql`update metric_run set behind = ${behind}, totals = ${JSON.stringify(totals)} where site = ${site}`.execute(tx);
}

export interface SpanRow {
  customer: string;
  begins: Date;
  ends: Date | null;
  joined: Date;
}

/** Replaces the spans of the customers after `behind` up to `upTo` (null means the last) with exactly these. */
export async function replaceSpans(
  tx: Tx,
  part: { site: number; behind: string; upTo: string | null; spans: readonly SpanRow[] },
): Promise<void> {
  const { site, behind, upTo, spans } = part;
  const given = sql`
    unnest(${spans.map(({ customer }) => customer)}::text[], ${spans.map(({ begins }) => begins)}::timestamptz[],
      ${spans.map(({ ends }) => ends)}::timestamptz[], ${spans.map(({ joined }) => joined)}::timestamptz[]) given (customer, begins, ends, joined)`;
  await sql`
    delete from member_span m where m.site = ${site} and m.customer > ${behind} and (${upTo}::text is null or m.customer <= ${upTo})
      and not exists (select from ${given} where given.customer = m.customer and given.begins = m.begins)`.execute(tx);
  await sql`
    insert into member_span as m (site, customer, begins, ends, joined) select ${site}::integer, given.* from ${given}
    on conflict (site, customer, begins) do update set ends = excluded.ends, joined = excluded.joined
    where (m.ends, m.joined) is distinct from (excluded.ends, excluded.joined)`.execute(tx);
}

export interface MovementRow {
  month: string;
  kind: string;
  id: string;
  customer: string;
  at: Date;
  amount: number;
}

export async function addMovements(tx: Tx, { site, pass }: Pick<MetricRun, 'site' | 'pass'>, rows: readonly MovementRow[]): Promise<void> {
  const column = <T>(of: (row: MovementRow) => T): T[] => rows.map(of);
  await sql`
    insert into month_movement (site, pass, month, kind, id, customer, at, amount)
    select ${site}::integer, ${pass}::uuid, given.* from unnest(${column(({ month }) => month)}::text[], ${column(({ kind }) => kind)}::text[],
      ${column(({ id }) => id)}::text[], ${column(({ customer }) => customer)}::text[], ${column(({ at }) => at)}::timestamptz[],
      ${column(({ amount }) => amount)}::integer[]) given`.execute(tx);
}

/** Publishes the counted metrics of the months; removes their previous metrics and months that are no longer counted. */
export async function finishRun(tx: Tx, run: MetricRun, { version, oldest }: { version: number; oldest: string }): Promise<void> {
  const { site, pass, countedAt, months } = run;
  // removes the rows of two years of a large site in the background
  await sql`set local statement_timeout = '5min'`.execute(tx);
  await sql`
    insert into month_metric (site, month, version, pass, counted_at, totals)
    select ${site}::integer, month, ${version}::integer, ${pass}::uuid, ${countedAt}, ${JSON.stringify(run.totals)}::jsonb->month
    from unnest(${months}::text[]) month
    on conflict (site, month) do update
    set version = excluded.version, pass = excluded.pass, counted_at = excluded.counted_at, totals = excluded.totals`.execute(tx);
  await sql`delete from month_metric where site = ${site} and month < ${oldest}`.execute(tx);
  await sql`
    delete from month_movement m where m.site = ${site}
      and not exists (
        select from month_metric metric where metric.site = m.site and metric.month = m.month and metric.pass = m.pass)`.execute(tx);
  await sql`update metric_run set finished = true, totals = '{}' where site = ${site}`.execute(tx);
}
