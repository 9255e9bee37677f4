import { sql } from 'kysely';
import type { PageCursor } from '../../../common/page-cursor.ts';
import type { Db } from '../../../db/pool.ts';

export interface ManyCodes {
  customer: string;
  name: string | null;
  email: string | null;
  count: number;
}

/** The position after a row of customers with many codes. */
export interface ManyCodesCursor {
  count: number;
  customer: string;
}

/** Returns customers with many active codes, most codes first. */
export async function manyCodes(db: Db, least: number, behind: ManyCodesCursor | null, most: number): Promise<ManyCodes[]> {
  const after = behind ? sql`and (m.codes < ${behind.count} or (m.codes = ${behind.count} and m.customer > ${behind.customer}))` : sql``;
  const { rows } = await sql<ManyCodes>`
    select m.customer, c.name, c.email, m.codes as count
    from customer_many_codes m left join mirror_customer c on c.id = m.customer
    where m.codes >= ${least} and m.codes <= ${behind?.count ?? sql`m.codes`} ${after}
    order by m.codes desc, m.customer limit ${most}`.execute(db);
  return rows;
}

/** Counts customers by number of codes, fewest codes first. */
export async function codesDistribution(db: Db): Promise<{ codes: number; customers: number }[]> {
  return db.selectFrom('many_codes_count').select(['codes', 'customers']).orderBy('codes').execute();
}

/** Returns the active codes of these customers over all sites, without duplicates. */
export async function activeCodesOf(db: Db, customers: readonly string[]): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ customer: string; codes: string[] }>`
    select customer, array_agg(distinct code order by code) as codes from sitewatch_code where customer = any(${customers}::text[])
    group by customer`.execute(db);
  return new Map(rows.map(({ customer, codes }) => [customer, codes]));
}

export async function codeCopies(db: Db): Promise<{ site: number; name: string; taken: Date | null }[]> {
  return db
    .selectFrom('site')
    .leftJoin('sitewatch_code_copy', 'sitewatch_code_copy.site', 'site.number')
    .select(['site.number as site', 'site.name', 'sitewatch_code_copy.taken'])
    .orderBy('site.number')
    .execute();
}

/** Newest day first. @param before an ISO date */
export async function attemptsByDay(db: Db, before: string | null, most: number): Promise<{ date: string; count: number }[]> {
  const { rows } = await sql<{ date: string; count: number }>`
    select day::text as date, attempts as count from online_attempt
    where ${before}::date is null or day < ${before}::date order by day desc limit ${most}`.execute(db);
  return rows;
}

export async function countDays(db: Db): Promise<number> {
  const { days } = await db
    .selectFrom('online_attempt')
    .select((e) => e.fn.countAll<number>().as('days'))
    .executeTakeFirstOrThrow();
  return days;
}

export interface ChangedAmount extends PageCursor {
  site: number | null;
  employee: string | null;
  sale: string | null;
  original: number;
  charged: number;
  reason: string | null;
}

/** The condition of the index `mirror_charge_changed_amount`. */
const changed = sql`(c.object->'metadata') ? 'originalamount' and c.status = 'succeeded' and c.deleted_at is null
  and c.object->'metadata'->>'originalamount' ~ '^[0-9]{1,9}$'`;

/** Newest first. */
export async function changedAmounts(db: Db, after: PageCursor | null, most: number): Promise<ChangedAmount[]> {
  const behind = after ? sql`and (c.created, c.id) < (${after.created}, ${after.id})` : sql``;
  const { rows } = await sql<ChangedAmount>`
    select c.id, c.created, c.site, m->>'employeename' as employee, m->>'saleid' as sale, (m->>'originalamount')::integer as original,
      (c.object->>'amount_captured')::integer as charged, m->>'overridereason' as reason
    from mirror_charge c cross join lateral (select c.object->'metadata' as m) metadata
    where ${changed} ${behind} order by c.created desc, c.id desc limit ${most}`.execute(db);
  return rows;
}

export async function changedAmountsTotal(db: Db): Promise<{ count: number; original: number; charged: number }> {
  const { rows } = await sql<{ count: number; original: number; charged: number }>`
    select count(*)::integer as count, coalesce(sum((c.object->'metadata'->>'originalamount')::integer), 0)::float8 as original,
      coalesce(sum((c.object->>'amount_captured')::integer), 0)::float8 as charged
    from mirror_charge c where ${changed}`.execute(db);
  return rows[0] ?? { count: 0, original: 0, charged: 0 };
}
