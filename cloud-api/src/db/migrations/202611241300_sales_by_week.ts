import { sql, type Kysely } from 'kysely';

/**
 * The sums of `plan_sale` by week, site and seller, so that the sales of a quarter are counted without reading each. Whatever changes sales
 * changes their sums in the same transaction; weeks are locked in one order.
 */
const changeOfSums = (rows: string) => `
  insert into plan_sale_week as w (week, site, seller, sign_ups, upgrades, early)
  select date_trunc('week', day)::date, site, seller, sum(sign_up), sum(upgrade), sum(early)
  from (${rows}) changed group by 1, 2, 3
  having sum(sign_up) <> 0 or sum(upgrade) <> 0 or sum(early) <> 0
  order by 1, 2, 3
  on conflict (week, site, seller) do update set sign_ups = w.sign_ups + excluded.sign_ups, upgrades = w.upgrades + excluded.upgrades,
    early = w.early + excluded.early;`;

/** Each sale of a table as a number that is added to each sum. */
const counted = (table: string, times: 1 | -1) => `
  select day, site, seller, (kind = 'sign-up')::integer * ${times} as sign_up, (kind = 'upgrade')::integer * ${times} as upgrade,
    early::integer * ${times} as early from ${table}`;

const triggers = [
  { event: 'insert', tables: 'new table as added', rows: counted('added', 1) },
  {
    event: 'update',
    tables: 'old table as removed new table as added',
    rows: `${counted('added', 1)} union all ${counted('removed', -1)}`,
  },
  { event: 'delete', tables: 'old table as removed', rows: counted('removed', -1) },
];

const statements = [
  `create table plan_sale_week (
    week date not null,
    site integer,
    seller text not null,
    sign_ups integer not null,
    upgrades integer not null,
    early integer not null,
    unique nulls not distinct (week, site, seller)
  )`,
  // sales that are written meanwhile wait, so that none is missed or counted twice
  `lock table plan_sale in share row exclusive mode`,
  ...triggers.flatMap(({ event, tables, rows }) => [
    `create function sum_sales_after_${event}() returns trigger language plpgsql as $$ begin ${changeOfSums(rows)} return null; end $$`,
    `create trigger sum_sales_after_${event} after ${event} on plan_sale referencing ${tables}
      for each statement execute function sum_sales_after_${event}()`,
  ]),
  `create function no_sums_after_truncate() returns trigger language plpgsql as $$ begin delete from plan_sale_week; return null; end $$`,
  `create trigger no_sums_after_truncate after truncate on plan_sale for each statement execute function no_sums_after_truncate()`,
  `insert into plan_sale_week (week, site, seller, sign_ups, upgrades, early)
    select date_trunc('week', day)::date, site, seller, sum(sign_up), sum(upgrade), sum(early) from (${counted('plan_sale', 1)}) sale group by 1, 2, 3`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
