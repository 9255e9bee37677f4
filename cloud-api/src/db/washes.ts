import { sql } from 'kysely';

/**
 * Every wash of a customer once: our usages, and the sales by which a register redeemed a club plan itself. A sale with one of our usage
 * ids is that usage.
 * @param site null: at every site
 */
export const washes = (customer: string, site: number | null = null) => sql`
  select u.id::text as id, u.id as usage, u.at, u.site, u.terminal, u.code, u.sale_id, u.employee, 0 as total, 0 as status, u.plan_name
  from usage u where u.customer = ${customer} ${site === null ? sql`` : sql`and u.site = ${site}`}
  union all
  select s.site || '-' || s.sale_id, null, s.at, s.site, s.terminal, s.code, s.sale_id, s.employee, s.total, s.status, s.plan_name
  from sitewatch_sale s
  where s.customer = ${customer} and s.plan_name is not null ${site === null ? sql`` : sql`and s.site = ${site}`}
    and not exists (select from usage u where u.site = s.site and u.sale_id = s.sale_id)`;

/**
 * Returns at least the newest `count` washes if there are that many: those since the `count`-th newest usage. Years of older ones, each in
 * another disk block, are not read.
 * @param before only washes older than this determine how far back it reads
 */
export const newestWashes = (customer: string, count: number, before: Date | null = null, site: number | null = null) => sql`
  select w.* from (${washes(customer, site)}) w
  where w.status = 0 and w.at >= coalesce((
    select at from usage where customer = ${customer} and ${before ? sql`at < ${before}` : sql`true`}
    ${site === null ? sql`` : sql`and site = ${site}`} order by at desc offset ${count - 1} limit 1
  ), '-infinity')`;
