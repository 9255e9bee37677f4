import { sql } from 'kysely';
import type { SellerKind } from '@washdesk/rules/abuse/finding';
import { refundKeys } from '@washdesk/rules/company/metadata-keys';
import { Role } from '@washdesk/rules/company/roles';
import type { Tx } from '../../../db/pool.ts';
import type { Range } from './examined-rows.store.ts';

const refundedBy = sql`r.object->'metadata'->>${sql.lit(refundKeys.employeeNumber)}`;
const isGiven = sql`g.kind = 'freeMonths' and g.person like 'staff:%'
  and not exists (select from operation o where o.id = g.operation and o.state = 'failed')`;

/** Counts what each employee did and gave on a day. Every employee with a redeem, a sale, a gift or a refund was at work. */
export async function countSellerDay(tx: Tx, day: string, { from, until }: Range): Promise<void> {
  await sql`delete from abuse_seller_day where day = ${day}::date`.execute(tx);
  await sql`
    insert into abuse_seller_day (day, seller, sign_ups, free_months, refunds)
    select ${day}::date, seller, sum(sign_ups), sum(free_months), sum(refunds) from (
      select seller, (kind = 'sign-up')::integer as sign_ups, 0 as free_months, 0 as refunds from plan_sale p
      where p.day between ${day}::date - 1 and ${day}::date + 1 and p.at >= ${from} and p.at < ${until}
      union all
      select substr(g.person, ${'staff:'.length + 1}), 0, (${isGiven})::integer, 0 from gift g
      where g.at >= ${from} and g.at < ${until} and g.person like 'staff:%'
      union all
      select ${refundedBy}, 0, 0, (r.status is distinct from 'failed' and r.status is distinct from 'canceled')::integer from mirror_refund r
      where r.created >= ${from} and r.created < ${until} and r.deleted_at is null
      union all
      select distinct employee::text, 0, 0, 0 from usage
      where site = any(array(select number from site)) and at >= ${from} and at < ${until}
    ) done where seller ~ '^[0-9]{1,9}$' group by seller order by seller`.execute(tx);
}

export interface SellerDays {
  seller: string;
  isManager: boolean;
  signUps: number;
  freeMonths: number;
  refunds: number;
  days: number;
}

/**
 * Sums the days of every employee. @param judged from which day on an employee's own days count, for one who was judged
 */
export async function sumSellerDays(tx: Tx, from: string, until: string, judged: ReadonlyMap<string, string>): Promise<SellerDays[]> {
  const { rows } = await sql<SellerDays>`
    select d.seller, coalesce(max(s.roles), 0) >= ${Role.SalesManager} as "isManager", sum(d.sign_ups)::integer as "signUps",
      sum(d.free_months)::integer as "freeMonths", sum(d.refunds)::integer as refunds, count(*)::integer as days
    from abuse_seller_day d
      left join staff s on s.employee_number = d.seller::integer
      left join jsonb_each_text(${JSON.stringify(Object.fromEntries(judged))}::jsonb) j on j.key = d.seller
    where d.day >= ${from}::date and d.day < ${until}::date and (j.value is null or d.day > j.value::date)
    group by d.seller order by d.seller`.execute(tx);
  return rows;
}

export interface Given {
  id: string;
  at: Date;
  site: number | null;
}

const mostGiven = 120;

/** Returns an employee's newest free months or refunds in the range. */
export async function givenBy(tx: Tx, kind: SellerKind, seller: string, { from, until }: Range): Promise<Given[]> {
  const given =
    kind === 'free-months'
      ? sql<Given>`select g.source as id, g.at, g.site from gift g
          where g.person = ${`staff:${seller}`} and ${isGiven} and g.at >= ${from} and g.at < ${until} order by g.at desc limit ${mostGiven}`
      : sql<Given>`select r.id, r.created as at, c.site from mirror_refund r left join mirror_charge c on c.id = r.charge
          where r.created >= ${from} and r.created < ${until} and r.deleted_at is null and ${refundedBy} = ${seller}
          order by r.created desc limit ${mostGiven}`;
  return (await given.execute(tx)).rows;
}
