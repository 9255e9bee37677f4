import { sql, type RawBuilder } from 'kysely';
import type { MovementKind } from '@washdesk/rules/company/member-months';
import { customerKeys } from '@washdesk/rules/company/metadata-keys';
import type { PageCursor } from '../../../common/page-cursor.ts';
import type { Db } from '../../../db/pool.ts';

export interface StoredMonth {
  site: number;
  month: string;
  totals: unknown;
}

const ofSite = (site: number | null): RawBuilder<unknown> => (site === null ? sql`true` : sql`metric.site = ${site}`);

/** Returns the metrics of each site and month, oldest month first. @param site null means every site */
export async function storedMonths(db: Db, site: number | null, month: string | null = null): Promise<StoredMonth[]> {
  const { rows } = await sql<StoredMonth>`
    select metric.site, metric.month, metric.totals from month_metric metric
    where ${ofSite(site)} and (${month}::text is null or metric.month = ${month}) order by metric.month, metric.site`.execute(db);
  return rows;
}

/** Returns every site with the time at which its current month was counted. */
export async function countedSites(db: Db): Promise<{ site: number; name: string | null; timeZone: string; at: Date | null }[]> {
  const { rows } = await sql<{ site: number; name: string | null; timeZone: string; at: Date | null }>`
    select n.number as site, site.name, coalesce(site.time_zone, 'UTC') as "timeZone", counted.at
    from (select number from site union select site from metric_run) n
    left join site on site.number = n.number
    left join lateral (select max(counted_at) as at from month_metric m where m.site = n.number) counted on true
    order by n.number`.execute(db);
  return rows;
}

/** A member of a list; `created` and `id` are the cursor of the next page. */
export interface ListedMember extends PageCursor {
  site: number;
  customer: string;
  name: string | null;
  plate: string | null;
  kind: MovementKind | null;
  amount: number | null;
}

const person = sql`p.name, p.object->'metadata'->>${sql.lit(customerKeys.plate)} as plate`;

interface ListPage {
  /** Null means every site. */
  site: number | null;
  behind: PageCursor | null;
  most: number;
}

/** Returns the movements of the month, newest first. */
export async function movementsOf(db: Db, of: ListPage & { month: string; kinds: readonly MovementKind[] }): Promise<ListedMember[]> {
  const { site, month, kinds, behind, most } = of;
  const after = behind ? sql`and (m.at, m.id) < (${behind.created}, ${behind.id})` : sql``;
  const { rows } = await sql<ListedMember>`
    select m.*, ${person} from (
      select m.site, m.customer, m.kind, m.amount, m.at as created, m.id
      from month_metric metric join month_movement m on m.site = metric.site and m.month = metric.month and m.pass = metric.pass
      where metric.month = ${month} and ${ofSite(site)} and m.kind = any(${[...kinds]}::text[]) ${after}
      order by m.at desc, m.id desc limit ${most}
    ) m left join mirror_customer p on p.id = m.customer
    order by m.created desc, m.id desc`.execute(db);
  return rows;
}

/** The bounds of a month, and of the requested sign-up month, at one site. */
export interface SiteMonth {
  site: number;
  timeZone: string;
  start: Date;
  end: Date;
  joinedFrom: Date | null;
  joinedBefore: Date | null;
}

/**
 * Returns members at the month's end, or at `anyTime` in it; the latest sign-up first.
 * @param months one for each site
 */
export async function membersOf(
  db: Db,
  of: { months: readonly SiteMonth[]; anyTime: boolean; behind: PageCursor | null; most: number },
): Promise<ListedMember[]> {
  const { months, anyTime, behind, most } = of;
  const column = <T>(each: (month: SiteMonth) => T): T[] => months.map(each);
  // skips members who signed up after the month, or after the cohort's month
  const newest = behind?.created ?? new Date(Math.max(...column(({ end, joinedBefore }) => (joinedBefore ?? end).getTime())));
  const after = behind ? sql`and (m.joined, m.customer) < (${behind.created}, ${behind.id})` : sql``;
  const one = months.length === 1 ? sql`and m.site = ${months[0]!.site}` : sql``;
  const { rows } = await sql<ListedMember>`
    select m.*, ${person}, null as kind, null as amount from (
      select m.site, m.customer, m.joined as created, m.customer as id
      from member_span m
      join unnest(${column(({ site }) => site)}::integer[], ${column(({ start }) => start)}::timestamptz[], ${column(({ end }) => end)}::timestamptz[],
        ${column(({ joinedFrom }) => joinedFrom)}::timestamptz[], ${column(({ joinedBefore }) => joinedBefore)}::timestamptz[])
        of (site, start, "end", joined_from, joined_before) on of.site = m.site
      where m.joined <= ${newest} and m.begins < of.end and (m.ends is null or m.ends >= ${anyTime ? sql`of.start` : sql`of.end`})
        and (of.joined_from is null or (m.joined >= of.joined_from and m.joined < of.joined_before)) ${one} ${after}
        and not exists (
          select from member_span later where later.site = m.site and later.customer = m.customer and later.begins > m.begins and later.begins < of.end)
      order by m.joined desc, m.customer desc limit ${most}
    ) m left join mirror_customer p on p.id = m.customer
    order by m.created desc, m.id desc`.execute(db);
  return rows;
}
