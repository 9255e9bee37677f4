import { sql } from 'kysely';
import { disputeKeys } from '@washdesk/rules/company/metadata-keys';
import type { CalendarDate } from '@washdesk/rules/dates/dates';
import type { Db } from '../../../db/pool.ts';
import { newestWashes } from '../../../db/washes.ts';

/** Maximum number of other customers counted; a phone shared by more identifies no one. */
const mostOthers = 50;

export interface LastWash {
  at: Date;
  site: number;
  siteName: string;
}

/** @param at the only site; null for every site. @returns null if the customer never washed there */
export async function lastWashOf(db: Db, customer: string, at: number | null): Promise<LastWash | null> {
  const { rows } = await sql<LastWash>`
    select wash.at, wash.site, site.name as "siteName" from (${newestWashes(customer, 1, null, at)}) wash join site on site.number = wash.site
    order by wash.at desc limit 1`.execute(db);
  return rows[0] ?? null;
}

interface Money {
  /** Total paid by the customer, in cents like all amounts. */
  paidToDate: number;
  paidForPlans: number;
  openCount: number;
  openTotal: number;
  nextRetry: number | null;
}

/** Returns amounts paid and unpaid; for plans since this day (UTC). */
export async function moneyOf(db: Db, customer: string, plansSince: CalendarDate): Promise<Money> {
  const { rows } = await sql<Money>`
    with charge as (
      select object from mirror_charge where customer = ${customer} and deleted_at is null and status = 'succeeded'
    ), invoice as (
      select object, created, status from mirror_invoice where customer = ${customer} and deleted_at is null
    ), open as (
      select object from invoice where status = 'open'
    )
    select
      (select coalesce(sum((object->>'amount_captured')::integer - (object->>'amount_refunded')::integer), 0) from charge)::bigint as "paidToDate",
      (select coalesce(sum((object->>'amount_paid')::integer), 0) from invoice
        where status = 'paid' and created >= ${plansSince}::date)::bigint as "paidForPlans",
      (select count(*) from open)::integer as "openCount",
      (select coalesce(sum((object->>'amount_remaining')::integer), 0) from open)::bigint as "openTotal",
      (select min((object->>'next_payment_attempt')::bigint) from open) as "nextRetry"`.execute(db);
  return rows[0]!;
}

export interface DisputeRow {
  /** Epoch seconds. */
  created: number;
  status: string;
  feesCollected: boolean;
}

export async function disputesOfCustomer(db: Db, customer: string): Promise<DisputeRow[]> {
  const { rows } = await sql<DisputeRow>`
    select extract(epoch from d.created)::bigint as created, d.status,
      coalesce(d.object->'metadata'->>${sql.lit(disputeKeys.feesCollected)} = 'true', false) as "feesCollected"
    from mirror_dispute d join mirror_charge c on c.id = d.charge
    where c.customer = ${customer} and d.deleted_at is null`.execute(db);
  return rows;
}

interface Others {
  phone: number;
  email: number;
  card: number;
}

/** Counts other customers, not deleted, with the same phone, email or card. */
export async function countSharedContacts(db: Db, customer: string): Promise<Others> {
  const same = (column: 'phone' | 'email') => sql`
    (select count(*) from (
      select from mirror_customer o
      where lower(o.${sql.ref(column)}) = lower(me.${sql.ref(column)}) and o.id <> me.id and o.deleted_at is null limit ${mostOthers}
    ) other)::integer`;
  const { rows } = await sql<Others>`
    select ${same('phone')} as phone, ${same('email')} as email,
      (select count(*) from (
        select distinct o.customer from mirror_payment_method mine
        join mirror_payment_method o on o.fingerprint = mine.fingerprint and o.customer <> me.id and o.deleted_at is null
        join mirror_customer c on c.id = o.customer and c.deleted_at is null
        where mine.customer = me.id and mine.deleted_at is null limit ${mostOthers}
      ) other)::integer as card
    from mirror_customer me where me.id = ${customer}`.execute(db);
  return rows[0] ?? { phone: 0, email: 0, card: 0 };
}

interface UnderWay {
  operation: string;
  kind: string;
  by: string;
  age: number;
  waits_for_stripe: boolean;
  nextTry: Date | null;
}

/** Returns operations of the customer that have begun and not ended, earliest first. Times are the database's. */
export async function operationsUnderWay(db: Db, customer: string): Promise<UnderWay[]> {
  const { rows } = await sql<UnderWay>`
    select id as operation, kind, by->>'name' as by, floor(extract(epoch from now() - created))::integer as age, last_error is not null as waits_for_stripe,
      case when claimed_until <= now() then due end as "nextTry"
    from operation where customer = ${customer} and state = 'started' and facts is not null order by created, id`.execute(db);
  return rows;
}

interface UpdatesWaiting {
  site: number | null;
  siteName: string | null;
  count: number;
}

/** Counts failed jobs of the customer that will be retried, by site. A job not tried yet counts as done. */
export async function pendingUpdates(db: Db, customer: string): Promise<UpdatesWaiting[]> {
  const { rows } = await sql<UpdatesWaiting>`
    select job.site, site.name as "siteName", count(*)::integer as count
    from job left join site on site.number = job.site
    where job.customer = ${customer} and job.state = 'pending' and job.last_error is not null
    group by job.site, site.name order by job.site`.execute(db);
  return rows;
}
