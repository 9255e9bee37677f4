import { sql, type RawBuilder } from 'kysely';
import { leavingCause, type FailedBill, type LeavingCause, type MemberFacts, type MemberPlan } from '@washdesk/rules/company/member-months';
import { idleStatuses, neverBegunStatuses, owesPayment } from '@washdesk/rules/plans/statuses';
import type { Db } from '../../../db/pool.ts';

/** The site number under which plans without a site are counted. */
export const noSite = 0;

export const atSite = (site: number): RawBuilder<unknown> => (site === noSite ? sql`s.site is null` : sql`s.site = ${site}`);

export interface MembersOfSite {
  site: number;
  customers: readonly string[];
  /** Older bills are read only if no other bill has the plan's price at that time. */
  from: Date;
}

/** Returns the facts of these customers as members of a site; omits customers who never were. */
export async function memberFacts(db: Db, { site, customers, from }: MembersOfSite): Promise<Map<string, MemberFacts>> {
  return factsOf(db, await plansOf(db, customers, atSite(site)), from, ({ customer }) => customer);
}

/** The key of a customer as a member of one site. */
export const memberKey = ({ site, customer }: { site: number; customer: string }): string => `${site} ${customer}`;

/** Returns the facts of these customers as members of every site, by `memberKey`, in one query. */
export async function factsOfAllSites(
  db: Db,
  { customers, from }: { customers: readonly string[]; from: Date },
): Promise<Map<string, MemberFacts>> {
  return factsOf(db, await plansOf(db, customers, sql`true`), from, memberKey);
}

async function factsOf(db: Db, plans: readonly PlanRow[], from: Date, keyOf: (plan: PlanRow) => string): Promise<Map<string, MemberFacts>> {
  const bills = await billsOf(
    db,
    plans.map(({ id }) => id),
    from,
  );
  const facts = new Map<string, { plans: MemberPlan[]; failedBills: FailedBill[] }>();
  for (const plan of plans) {
    const { id, begins, ends, cause, amount } = plan;
    const member = facts.get(keyOf(plan)) ?? { plans: [], failedBills: [] };
    facts.set(keyOf(plan), member);
    const billed = bills.get(id) ?? [];
    member.plans.push({
      begins,
      ends,
      cause,
      amount,
      bills: billed.flatMap(({ at, price }) => (price === null ? [] : [{ at, amount: price }])),
    });
    member.failedBills.push(
      ...billed.flatMap(({ id: bill, at, due, paid, failed }) => (failed ? [{ id: bill, at, amount: due, paid }] : [])),
    );
  }
  return facts;
}

interface PlanRow {
  id: string;
  site: number;
  customer: string;
  begins: number;
  ends: number | null;
  cause: LeavingCause;
  amount: number;
}

/** Whether bill `i` was paid only after a failed first payment. Stripe counts only its own attempts. */
const wasDeclined = sql`(coalesce((i.object->>'attempt_count')::integer, 0) > 1
  or exists (select from mirror_charge c where c.payment_intent = i.payment_intent and c.status = 'failed' and c.deleted_at is null))`;

/**
 * Returns plans that ever ran, without those whose first bill was never paid. A plan that is not collected any more (unpaid, paused) ended
 * with its oldest unpaid bill.
 */
async function plansOf(db: Db, customers: readonly string[], where: RawBuilder<unknown>): Promise<PlanRow[]> {
  const { rows } = await sql<Omit<PlanRow, 'cause'> & { status: string; reason: string | null; owed: boolean }>`
    select s.id, coalesce(s.site, ${noSite}) as site, s.customer, s.status, s.object->'cancellation_details'->>'reason' as reason,
      extract(epoch from s.created)::float8 * 1000 as begins, ended.at::float8 * 1000 as ends, coalesce((price.object->>'unit_amount')::integer, 0) as amount,
      ended.at is not null and exists (
        select from mirror_invoice i where i.subscription = s.id and i.deleted_at is null and i.created <= to_timestamp(ended.at)
          and i.status in ('open', 'uncollectible', 'paid') and (i.object->>'amount_due')::integer > 0
          and (i.status <> 'paid' or ((i.object->'status_transitions'->>'paid_at')::bigint > ended.at and ${wasDeclined}))) as owed
    from mirror_subscription s
    left join mirror_price price on price.id = s.price
    left join lateral (
      select case
        when s.status = any(${idleStatuses}::text[]) then coalesce(
          (select extract(epoch from min(i.created))::bigint from mirror_invoice i
            where i.subscription = s.id and i.deleted_at is null and i.status in ('open', 'uncollectible') and (i.object->>'amount_due')::integer > 0),
          (s.object->'items'->'data'->0->>'current_period_start')::bigint)
        else (s.object->>'ended_at')::bigint end as at
    ) ended on true
    where s.customer = any(${customers}::text[]) and ${where} and s.deleted_at is null
      and s.status <> all(${neverBegunStatuses}::text[])
      and not (
        exists (select from mirror_invoice i where i.subscription = s.id and i.deleted_at is null and i.status <> 'paid'
          and i.object->>'billing_reason' = 'subscription_create')
        and not exists (select from mirror_invoice i where i.subscription = s.id and i.deleted_at is null and i.status = 'paid'))
    order by s.customer, s.created, s.id`.execute(db);
  return rows.map(({ status, reason, owed, ...row }) => ({ ...row, cause: leavingCause({ reason, owed: owed || owesPayment(status) }) }));
}

interface BillRow {
  subscription: string;
  id: string;
  at: number;
  due: number;
  paid: boolean;
  /** Whether it is a renewal with a failed first payment. */
  failed: boolean;
  /** The monthly price by this bill; null if the bill has none. */
  price: number | null;
}

/**
 * Returns the bills of these plans since an instant, oldest first, and the last one before it. The monthly price of a bill is the price of
 * the line that reaches farthest and is not a credit.
 */
async function billsOf(db: Db, subscriptions: readonly string[], from: Date): Promise<Map<string, BillRow[]>> {
  const { rows } = await sql<BillRow>`
    select i.subscription, i.id, extract(epoch from i.created)::float8 * 1000 as at, (i.object->>'amount_due')::integer as due, i.status = 'paid' as paid,
      i.object->>'billing_reason' = 'subscription_cycle' and i.status <> 'draft' and (i.object->>'amount_due')::integer > 0
        and (${wasDeclined} or (i.status <> 'paid' and (i.object->>'attempt_count')::integer > 0)) as failed,
      case when i.status <> 'void' then line.price end as price
    from unnest(${subscriptions}::text[]) plan
    cross join lateral (
      select * from mirror_invoice i where i.subscription = plan and i.created >= ${from} and i.deleted_at is null
      union all
      (select * from mirror_invoice i where i.subscription = plan and i.created < ${from} and i.deleted_at is null and i.status <> 'void'
        order by i.created desc limit 1)
    ) i
    left join lateral (
      select (p.object->>'unit_amount')::integer as price
      from jsonb_array_elements(i.object->'lines'->'data') line join mirror_price p on p.id = line->'pricing'->'price_details'->>'price'
      where (line->>'amount')::bigint >= 0
      order by (line->'period'->>'end')::bigint desc, (line->'period'->>'start')::bigint desc, (line->>'amount')::bigint desc limit 1
    ) line on true
    order by i.subscription, i.created, i.id`.execute(db);
  const bills = new Map<string, BillRow[]>();
  for (const row of rows) bills.set(row.subscription, [...(bills.get(row.subscription) ?? []), row]);
  return bills;
}

export interface WashCount {
  customer: string;
  month: string;
  washes: number;
}

/** Counts these customers' washes per month at all sites, like their usage tab: older months have only a count. */
export async function washCounts(
  db: Db,
  { customers, from, until, timeZone }: { customers: readonly string[]; from: Date; until: Date; timeZone: string },
): Promise<WashCount[]> {
  const { rows } = await sql<WashCount>`
    with wash as (
      select u.customer, u.plan_name, u.at from usage u where u.customer = any(${customers}::text[]) and u.at >= ${from} and u.at < ${until}
      union all
      select s.customer, s.plan_name, s.at from sitewatch_sale s
      where s.customer = any(${customers}::text[]) and s.at >= ${from} and s.at < ${until} and s.plan_name is not null and s.status = 0
        and not exists (select from usage u where u.site = s.site and u.sale_id = s.sale_id)
    ), counted as (
      select customer, plan_name, to_char(at at time zone ${timeZone}, 'YYYY-MM') as month, count(*) as washes from wash group by 1, 2, 3
    ), told as (
      select customer, plan_name, to_char(make_date(year, month, 1), 'YYYY-MM') as month, returns as washes
      from usage_month where customer = any(${customers}::text[])
    )
    select customer, month, sum(greatest(counted.washes, told.washes))::integer as washes
    from counted full join told using (customer, month, plan_name) group by customer, month`.execute(db);
  return rows;
}
