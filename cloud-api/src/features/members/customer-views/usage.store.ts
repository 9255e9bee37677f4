import { sql } from 'kysely';
import type { PageCursor } from '../../../common/page-cursor.ts';
import type { Db } from '../../../db/pool.ts';
import { washes } from '../../../db/washes.ts';

export interface MonthRow {
  year: number;
  month: number;
  plan: string;
  returns: number;
}

/** `created` is the time of the wash; `id` is the usage's id, or site and sale. */
export interface WashRow extends PageCursor {
  site: number;
  siteName: string;
  terminal: string | null;
  code: string | null;
  saleId: number | null;
  /** Cents. */
  total: number;
  status: number;
}

/**
 * Counts washes per month in the site's time zone. Older months have only a count (`usage_month`). If a month has both, the greater
 * applies, because the count includes the same washes.
 */
export async function monthsOf(db: Db, customer: string): Promise<MonthRow[]> {
  const { rows } = await sql<MonthRow>`
    with counted as (
      select extract(year from local)::integer as year, extract(month from local)::integer as month, plan_name, count(*)::integer as returns
      from (${washes(customer)}) wash join site on site.number = wash.site, lateral (select wash.at at time zone site.time_zone as local) day
      where wash.status = 0 group by 1, 2, 3
    ), told as (
      select year, month, plan_name, returns from usage_month where customer = ${customer}
    )
    select year, month, plan_name as plan, greatest(counted.returns, told.returns) as returns
    from counted full join told using (year, month, plan_name)
    order by year desc, month desc, plan_name`.execute(db);
  return rows;
}

/**
 * Returns a page of washes after the cursor, newest first, plus one that shows whether there is a next page.
 * @param at the only site; null for every site
 */
export async function washesOf(db: Db, customer: string, at: number | null, after: PageCursor | null, most: number): Promise<WashRow[]> {
  const behind = after
    ? sql`where wash.at <= ${after.created} and (wash.at, wash.id collate "C") < (${after.created}, ${after.id})`
    : sql``;
  const { rows } = await sql<WashRow>`
    select wash.id, wash.at as created, wash.site, site.name as "siteName", wash.terminal, wash.code, wash.sale_id as "saleId", wash.total, wash.status
    from (${washes(customer, at)}) wash join site on site.number = wash.site ${behind}
    order by wash.at desc, wash.id collate "C" desc limit ${most + 1}`.execute(db);
  return rows;
}

export async function countWashesOf(db: Db, customer: string, at: number | null): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from (${washes(customer, at)}) wash`.execute(db);
  return rows[0]!.count;
}

/** The time zone of a caller without a site. */
export const noSitesZone = 'UTC';
