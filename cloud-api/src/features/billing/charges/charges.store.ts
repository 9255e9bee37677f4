import { sql, type RawBuilder } from 'kysely';
import { paymentKeys } from '@washdesk/rules/company/metadata-keys';
import { containing } from '../../../common/like-pattern.ts';
import type { PageCursor } from '../../../common/page-cursor.ts';
import { countUpToCap, type CappedCount } from '../../../db/capped-count.ts';
import type { Db } from '../../../db/pool.ts';

export interface ChargeSearch {
  customer?: string | undefined;
  /** Cents. */
  amount?: number | undefined;
  /** A calendar day in this time zone. */
  day?: { date: string; timeZone: string } | undefined;
  last4?: string | undefined;
  site?: number | undefined;
  terminal?: string | undefined;
  fingerprint?: string | undefined;
  /** Employees' names in upper case, as charges store them; any one of them matches. */
  employees?: readonly string[] | undefined;
}

/** The employee's name in upper case, as indexed. */
const employeeOf = (charge: RawBuilder<unknown>) => sql`upper(${charge}.object->'metadata'->>${sql.lit(paymentKeys.employeeName)})`;

function matches({ customer, amount, day, last4, site, terminal, fingerprint, employees }: ChargeSearch) {
  const conditions = [
    customer && sql`c.customer = ${customer}`,
    amount !== undefined && sql`c.amount = ${amount}`,
    day &&
      sql`c.created >= (${day.date}::date)::timestamp at time zone ${day.timeZone}
        and c.created < (${day.date}::date + 1)::timestamp at time zone ${day.timeZone}`,
    last4 && sql`c.last4 = ${last4}`,
    site !== undefined && sql`c.site = ${site}`,
    terminal && sql`c.terminal = ${terminal}`,
    fingerprint && sql`c.fingerprint = ${fingerprint}`,
    employees && sql`${employeeOf(sql`c`)} = employee`,
  ].filter((condition) => condition !== false && condition !== undefined && condition !== '');
  return sql.join([sql`c.deleted_at is null`, ...conditions], sql` and `);
}

/**
 * Returns the names of employees on charges that contain this text. One index lookup per name: comparing the text with each charge takes
 * seconds.
 */
export async function employeesOnCharges(db: Db, text: string): Promise<string[]> {
  const name = employeeOf(sql`c`);
  const { rows } = await sql<{ name: string }>`
    with recursive employee as (
      (select ${name} as name from mirror_charge c order by 1 limit 1)
      union all
      select (select ${name} from mirror_charge c where ${name} > employee.name order by 1 limit 1)
      from employee where employee.name is not null
    )
    select name from employee where name like ${containing(text)}`.execute(db);
  return rows.map((row) => row.name);
}

/**
 * Returns the rows a search finds. Several employees are read from the index one by one: in a single query the planner scans the newest
 * charges instead.
 * @param part order and limit of each employee's rows
 */
function found(search: ChargeSearch, more: RawBuilder<unknown>, part = sql``): RawBuilder<unknown> {
  const rows = sql`select c.id, c.created from mirror_charge c where ${matches(search)} ${more} ${part}`;
  return search.employees ? sql`select c.* from unnest(${[...search.employees]}::text[]) employee cross join lateral (${rows}) c` : rows;
}

/** Returns the page after the cursor plus one row, which shows whether there is a next page. */
export async function findCharges(db: Db, search: ChargeSearch, after: PageCursor | null, most: number): Promise<PageCursor[]> {
  const behind = after ? sql`and (c.created, c.id) < (${after.created}, ${after.id})` : sql``;
  const page = sql`order by c.created desc, c.id desc limit ${most + 1}`;
  const { rows } = await sql<PageCursor>`${found(search, behind, search.employees && page)} ${page}`.execute(db);
  return rows;
}

export const countCharges = (db: Db, search: ChargeSearch): Promise<CappedCount> => countUpToCap(db, found(search, sql``));

export async function countChargesOf(db: Db, customer: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from mirror_charge c where ${matches({ customer })}`.execute(db);
  return rows[0]!.count;
}

export async function disputesOf(db: Db, customer: string) {
  const rows = await db
    .selectFrom('mirror_dispute as dispute')
    .innerJoin('mirror_charge as charge', 'charge.id', 'dispute.charge')
    .select('dispute.object')
    .where('charge.customer', '=', customer)
    .where('dispute.deleted_at', 'is', null)
    .execute();
  return rows.map((row) => row.object);
}
