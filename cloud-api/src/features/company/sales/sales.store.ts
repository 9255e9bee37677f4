import { sql, type RawBuilder } from 'kysely';
import type { GiftsOfEmployee, SalesOrder, SoldList } from '@washdesk/contracts/company/sales';
import { giftKinds } from '@washdesk/rules/billing/gift-limits';
import { customerKeys } from '@washdesk/rules/company/metadata-keys';
import { wholeWeeks } from '@washdesk/rules/dates/dates';
import type { PageCursor } from '../../../common/page-cursor.ts';
import { countUpToCap, type CappedCount } from '../../../db/capped-count.ts';
import type { PersonalTables } from '../../../db/personal-data.ts';
import type { Db } from '../../../db/pool.ts';
import { staffNameAt } from '../../../db/staff-name.ts';

/** Weekly sums of sales, maintained by the database whenever sales change. */
interface PlanSaleWeekTable {
  /** The Monday of the week. */
  week: string;
  site: number | null;
  seller: string;
  sign_ups: number;
  upgrades: number;
  early: number;
}

declare module '../../../db/schema.ts' {
  interface Database {
    plan_sale_week: PlanSaleWeekTable;
  }
}

export const personalData = {
  plan_sale_week: {
    plain: ['week', 'site', 'seller', 'sign_ups', 'upgrades', 'early'],
  },
} satisfies PersonalTables;

export interface SalesPeriod {
  from: string;
  to: string;
  /** Null means every site. */
  site: number | null;
}

const atSite = (site: number | null): RawBuilder<unknown> => (site === null ? sql`` : sql`and p.site = ${site}`);

/** The days, and the instants that cover these days in every time zone, by which the lists' indexes are ordered. */
const listed = ({ from, to, site }: SalesPeriod): RawBuilder<unknown> =>
  sql`p.day between ${from}::date and ${to}::date ${atSite(site)} and p.at >= ${from}::date - 1 and p.at < ${to}::date + 2`;

export interface SalesRow {
  seller: string;
  name: string | null;
  signUps: number;
  upgrades: number;
  left: number;
}

const nameOfStaff = (seller: RawBuilder<unknown>) => sql`(
  select s.name from staff s where s.employee_number = case when ${seller} ~ '^[0-9]{1,9}$' then ${seller}::integer end)`;

/** Uses the stored sums for whole weeks of a period, and single sales for the days before and after them. */
function figuresOfSellers({ from, to, site }: SalesPeriod): RawBuilder<unknown> {
  const { first, end } = wholeWeeks(from, to);
  const here = atSite(site);
  return sql`(
    select seller, sum(sign_ups)::integer as "signUps", sum(upgrades)::integer as upgrades, sum(early)::integer as "left" from (
      select p.seller, p.sign_ups, p.upgrades, p.early from plan_sale_week p where p.week >= ${first}::date and p.week < ${end}::date ${here}
      union all
      select p.seller, (p.kind = 'sign-up')::integer, (p.kind = 'upgrade')::integer, p.early::integer from plan_sale p
      where (p.day >= ${from}::date and p.day < ${first}::date or p.day >= ${end}::date and p.day <= ${to}::date) ${here}
    ) sale group by seller having sum(sign_ups) > 0 or sum(upgrades) > 0
  )`;
}

const orders: Record<Exclude<SalesOrder, 'name'>, RawBuilder<unknown>> = {
  signUps: sql`g."signUps"`,
  upgrades: sql`g.upgrades`,
  left: sql`g."left"`,
  rate: sql`g."left"::float / nullif(g."signUps", 0)`,
};

export interface SalesPage {
  sort: SalesOrder;
  descending: boolean;
  behind: number;
  most: number;
}

/** A row with the figures of the whole period: the sums, and the number of sellers. */
export interface RankedSales extends SalesRow {
  allSignUps: number;
  allUpgrades: number;
  allLeft: number;
  sellers: number;
}

/** The current name of a staff member or client; for others, the name at the sale. */
const nameOfSeller = sql`coalesce(${nameOfStaff(sql`g.seller`)},
  (select a.name from service_account a where a.client_id = g.seller),
  (select n.seller_name from plan_sale n where n.seller = g.seller and n.seller_name is not null order by n.kind, n.at desc, n.id desc limit 1))`;

/** Looks up names only for the rows shown, unless sorted by name. Sellers with equal figures are sorted by number. */
export async function salesBySeller(db: Db, period: SalesPeriod, { sort, descending, behind, most }: SalesPage): Promise<RankedSales[]> {
  const grouped = figuresOfSellers(period);
  const ranked = sql`g.*, (sum(g."signUps") over ())::integer as "allSignUps", (sum(g.upgrades) over ())::integer as "allUpgrades",
    (sum(g."left") over ())::integer as "allLeft", (count(*) over ())::integer as sellers`;
  const way = descending ? sql`desc nulls last` : sql`asc nulls first`;
  const page = sql`limit ${most} offset ${behind}`;
  const query =
    sort === 'name'
      ? sql<RankedSales>`select ${ranked} from (select g.*, ${nameOfSeller} as name from ${grouped} g) g
          order by upper(coalesce(g.name, g.seller)) ${way}, g.seller ${page}`
      : sql<RankedSales>`select g.*, ${nameOfSeller} as name
          from (select ${ranked} from ${grouped} g order by ${orders[sort]} ${way}, g.seller ${page}) g order by ${orders[sort]} ${way}, g.seller`;
  return (await query.execute(db)).rows;
}

export async function earlyReasons(db: Db, period: SalesPeriod): Promise<{ reason: string; left: number }[]> {
  const { rows } = await sql<{ reason: string; left: number }>`
    select p.reason, count(*)::integer as left from plan_sale p where p.early and ${listed(period)}
    group by p.reason order by 2 desc, 1`.execute(db);
  return rows;
}

export interface SoldSearch extends SalesPeriod {
  list: SoldList;
  seller: string | null;
  reason: string | null;
}

export interface SoldRow {
  id: string;
  at: Date;
  site: number | null;
  seller: string;
  sellerName: string | null;
  customer: string;
  name: string | null;
  plate: string | null;
  plan: string | null;
  former: string | null;
  leftAt: Date | null;
  reason: string | null;
}

const kinds: Record<SoldList, RawBuilder<unknown>> = {
  signUps: sql`p.kind = 'sign-up'`,
  upgrades: sql`p.kind = 'upgrade'`,
  left: sql`p.early`,
};

function searched({ list, seller, reason, ...period }: SoldSearch): RawBuilder<unknown> {
  const parts = [kinds[list], listed(period), seller !== null && sql`p.seller = ${seller}`, reason !== null && sql`p.reason = ${reason}`];
  return sql.join(
    parts.filter((part) => part !== false),
    sql` and `,
  );
}

const planNamed = (price: RawBuilder<unknown>) => sql`(
  select coalesce(nullif(r.object->>'nickname', ''), o.object->>'name') from mirror_price r left join mirror_product o on o.id = r.product
  where r.id = ${price})`;

/** Newest first, at most `most`. */
export async function soldRows(db: Db, search: SoldSearch, after: PageCursor | null, most: number): Promise<SoldRow[]> {
  const behind = after ? sql`and (p.at, p.id) < (${after.created}, ${after.id})` : sql``;
  const { rows } = await sql<SoldRow>`
    select l.id, l.at, l.site, l.seller, coalesce(${staffNameAt(sql`l.seller`, sql`l.at`)}, l.seller_name) as "sellerName", l.customer, c.name, c.object->'metadata'->>${sql.lit(customerKeys.plate)} as plate,
      ${planNamed(sql`case l.kind when 'upgrade' then l.price else u.price end`)} as plan, ${planNamed(sql`l.former_price`)} as former,
      l.left_at as "leftAt", l.reason
    from (select * from plan_sale p where ${searched(search)} ${behind} order by p.at desc, p.id desc limit ${most}) l
    left join mirror_customer c on c.id = l.customer
    left join mirror_subscription u on u.id = l.subscription
    order by l.at desc, l.id desc`.execute(db);
  return rows;
}

export const countSold = (db: Db, search: SoldSearch): Promise<CappedCount> =>
  countUpToCap(db, sql`select p.id from plan_sale p where ${searched(search)}`);

const mostGivers = 200;

/** What each person gave in the period, by the day at the gift's site; a gift without a site by the day in UTC. Most first. */
export async function giftsOfSellers(db: Db, { from, to, site }: SalesPeriod): Promise<GiftsOfEmployee[]> {
  const { rows } = await sql<GiftsOfEmployee>`
    with given as (
      select substring(g.person from '[^:]*$') as seller, max(g.name) as name, g.kind, count(*)::integer as count, count(g.approver)::integer as approved
      from gift g left join site s on s.number = g.site left join operation o on o.id = g.operation
      where o.state is distinct from 'failed' and g.at >= ${from}::date - 1 and g.at < ${to}::date + 2
        and (g.at at time zone coalesce(s.time_zone, 'UTC'))::date between ${from}::date and ${to}::date
        ${site === null ? sql`` : sql`and g.site = ${site}`}
      group by 1, g.kind
    )
    select seller, max(name) as name, jsonb_object_agg(kind, count) as given, sum(approved)::integer as approved
    from given group by seller order by sum(count) desc, seller limit ${mostGivers}`.execute(db);
  const none = Object.fromEntries(giftKinds.map((kind) => [kind, 0])) as GiftsOfEmployee['given'];
  return rows.map((row) => ({ ...row, given: { ...none, ...row.given } }));
}
