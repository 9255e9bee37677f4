import { sql, type RawBuilder } from 'kysely';
import type { DayRevenue, EmployeeReductions } from '@washdesk/contracts/company/revenue';
import { paymentKeys } from '@washdesk/rules/company/metadata-keys';
import { unknownSeller } from '@washdesk/rules/plans/plan-sales';
import type { Db } from '../../../db/pool.ts';

/** Whole days, both inclusive. */
export interface RevenuePeriod {
  from: string;
  to: string;
}

/** The date of an instant at the site `s`; in UTC without a site. */
const dayOf = (at: RawBuilder<unknown>) => sql`(${at} at time zone coalesce(s.time_zone, 'UTC'))::date`;

/** Whether an instant is in the period at the site `s`. The range without a time zone is for the index. */
const within = (at: RawBuilder<unknown>, { from, to }: RevenuePeriod) => sql`
  ${at} >= ${from}::date - 1 and ${at} < ${to}::date + 2 and ${dayOf(at)} between ${from}::date and ${to}::date`;

const refundsOf = (period: RevenuePeriod) => sql`
  mirror_refund r left join mirror_charge c on c.id = r.charge left join site s on s.number = c.site
  where r.deleted_at is null and coalesce(r.status, '') not in ('failed', 'canceled') and ${within(sql`r.created`, period)}`;

export async function revenueByDay(db: Db, period: RevenuePeriod): Promise<DayRevenue[]> {
  const { rows } = await sql<DayRevenue>`
    with moved as (
      select ${dayOf(sql`c.created`)} as day, c.site, 0 as refunded, (c.object->>'amount_captured')::bigint as charged,
        exists (select from mirror_invoice i where i.payment_intent = c.payment_intent and i.subscription is not null) as is_membership
      from mirror_charge c left join site s on s.number = c.site
      where c.deleted_at is null and c.status = 'succeeded' and ${within(sql`c.created`, period)}
      union all
      select ${dayOf(sql`r.created`)}, c.site, (r.object->>'amount')::bigint, 0, false from ${refundsOf(period)}
    )
    select day::text, site, coalesce(sum(charged) filter (where is_membership), 0)::float8 as memberships,
      coalesce(sum(charged) filter (where not is_membership), 0)::float8 as sales, sum(refunded)::float8 as refunds
    from moved where charged > 0 or refunded > 0 group by 1, 2 order by 1, 2`.execute(db);
  return rows;
}

export async function companySites(db: Db): Promise<number[]> {
  const sites = await db.selectFrom('site').select('number').orderBy('number').execute();
  return sites.map(({ number }) => number);
}

/** The employee of an object's metadata, as the rule `sellerOf` names sellers. */
const employeeOf = (object: RawBuilder<unknown>) => {
  const text = (key: string) => sql`nullif(trim(${object}->'metadata'->>${key}), '')`;
  const name = text(paymentKeys.employeeName);
  return sql`coalesce(${text(paymentKeys.employeeNumber)}, upper(${name}), ${unknownSeller}) as seller, ${name} as name`;
};

export async function reductionsByEmployee(db: Db, period: RevenuePeriod): Promise<EmployeeReductions[]> {
  const { rows } = await sql<EmployeeReductions>`
    with given as (
      select ${employeeOf(sql`r.object`)}, 'refunds' as kind, (r.object->>'amount')::bigint as cents from ${refundsOf(period)}
      union all
      select ${employeeOf(sql`c.object`)}, 'changedAmounts',
        (c.object->'metadata'->>'originalamount')::bigint - (c.object->>'amount_captured')::bigint
      from mirror_charge c left join site s on s.number = c.site
      where (c.object->'metadata') ? 'originalamount' and c.object->'metadata'->>'originalamount' ~ '^[0-9]{1,9}$'
        and c.status = 'succeeded' and c.deleted_at is null and ${within(sql`c.created`, period)}
      union all
      select substring(g.person from '[^:]*$'), g.name, g.kind, 0
      from gift g left join site s on s.number = g.site left join operation o on o.id = g.operation
      where o.state is distinct from 'failed' and g.kind <> 'texts' and ${within(sql`g.at`, period)}
    ), counted as (
      select seller, max(name) as name,
        ${countOf('refunds')}, ${centsOf('refunds', 'refunded')}, ${countOf('changedAmounts')}, ${centsOf('changedAmounts', 'reduced')},
        ${countOf('freeMonths')}, ${countOf('promos')}, ${countOf('unpaidReinstatements')}, ${countOf('coupons')}
      from given group by seller
    )
    select * from counted order by refunded + reduced desc, seller`.execute(db);
  return rows;
}

const countOf = (kind: string) => sql`count(*) filter (where kind = ${kind})::int as ${sql.ref(kind)}`;
const centsOf = (kind: string, name: string) => sql`coalesce(sum(cents) filter (where kind = ${kind}), 0)::float8 as ${sql.ref(name)}`;
