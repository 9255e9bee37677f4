import { sql, type RawBuilder } from 'kysely';
import { answeredDisputeStatuses } from '@washdesk/rules/billing/disputes';
import { customerKeys, subscriptionKeys } from '@washdesk/rules/company/metadata-keys';
import { firstPaymentStatus, memberStatuses, owingStatuses } from '@washdesk/rules/plans/statuses';
import { countUpToCap, type CappedCount } from '../../../db/capped-count.ts';
import type { Db } from '../../../db/pool.ts';

/** The position after a row: its sort number and id. */
export interface ListCursor {
  order: number;
  id: string;
}

export interface PageRequest {
  /** Null means every site. */
  site: number | null;
  behind: ListCursor | null;
  most: number;
}

interface Person {
  customer: string;
  name: string | null;
  phone: string | null;
  plate: string | null;
  site: number | null;
  /** The sort number of the list. */
  order: number;
}

/** Sorts disputes without a deadline and periods without an end last. */
const last = 9_999_999_999;

const person = sql`p.name, p.object->>'phone' as phone, p.object->'metadata'->>${sql.lit(customerKeys.plate)} as plate`;
const plan = sql`coalesce(price.object->>'nickname', product.object->>'name') as plan`;
const planOf = sql`left join mirror_price price on price.id = s.price left join mirror_product product on product.id = price.product`;
const ofSite = (site: number | null): RawBuilder<unknown> => (site === null ? sql`` : sql`and s.site = ${site}`);

/** Literals, as in the index of these plans. */
const owing = sql.join(owingStatuses.map((status) => sql.lit(status)));

const subscriptionsPastDue = (site: number | null) => sql`
  select s.id from mirror_subscription s where s.status in (${owing}) and s.deleted_at is null ${ofSite(site)}`;

const openInvoices = sql`
    left join lateral (
      select sum((i.object->>'amount_remaining')::integer) as due, extract(epoch from min(i.created))::bigint as since,
        min((i.object->>'next_payment_attempt')::bigint) as retry
      from mirror_invoice i where i.subscription = s.id and i.status = 'open' and i.deleted_at is null
    ) open on true`;

export interface PastDue extends Person {
  subscription: string;
  plan: string | null;
  due: number;
  since: number | null;
  declined: string | null;
  nextRetry: number | null;
}

/** Returns running subscriptions with a payment that failed and is owed, earliest end of period first. */
export async function pastDue(db: Db, { site, behind, most }: PageRequest): Promise<PastDue[]> {
  const after = behind ? sql`and (coalesce(s.period_end, 'infinity'), s.id) > (${endOf(behind.order)}, ${behind.id})` : sql``;
  const { rows } = await sql<PastDue>`
    select s.id as subscription, s.customer, s.site, ${person}, ${plan},
      coalesce(extract(epoch from s.period_end)::bigint, ${sql.lit(last)}) as order,
      coalesce(open.due, 0)::integer as due, open.since, open.retry as "nextRetry", failed.code as declined
    from mirror_subscription s
    join mirror_customer p on p.id = s.customer
    ${planOf}
    ${openInvoices}
    left join lateral (
      select coalesce(c.object->'outcome'->>'reason', c.object->>'failure_code') as code
      from mirror_charge c where c.customer = s.customer and c.status = 'failed' and c.deleted_at is null
        -- a sent invoice is unpaid, not declined
        and s.object->>'collection_method' is distinct from 'send_invoice'
      order by c.created desc limit 1
    ) failed on true
    where s.status in (${owing}) and s.deleted_at is null ${ofSite(site)} ${after}
    order by coalesce(s.period_end, 'infinity'), s.id limit ${most}`.execute(db);
  return rows;
}

const endOf = (seconds: number): RawBuilder<unknown> =>
  seconds === last ? sql`'infinity'::timestamptz` : sql`${new Date(seconds * 1_000)}::timestamptz`;

export const countPastDue = (db: Db, site: number | null): Promise<CappedCount> => countUpToCap(db, subscriptionsPastDue(site));

/** Cents that past-due subscriptions owe on their open invoices. */
export async function totalPastDue(db: Db, site: number | null): Promise<number> {
  const { rows } = await sql<{ due: number }>`
    select coalesce(sum((i.object->>'amount_remaining')::bigint), 0)::bigint as due from mirror_invoice i
    where i.status = 'open' and i.deleted_at is null and i.subscription in (${subscriptionsPastDue(site)})`.execute(db);
  return rows[0]!.due;
}

export interface Incomplete extends Person {
  subscription: string;
  plan: string | null;
  due: number;
  soldBy: string | null;
}

const neverPaid = (site: number | null) => sql`
  from mirror_subscription s where s.status = ${sql.lit(firstPaymentStatus)} and s.deleted_at is null ${ofSite(site)}`;

/** Newest first; `order` is the start in milliseconds. */
export async function incomplete(db: Db, { site, behind, most }: PageRequest): Promise<Incomplete[]> {
  const began = behind && new Date(behind.order);
  const after = behind ? sql`and (s.created < ${began} or (s.created = ${began} and s.id > ${behind.id}))` : sql``;
  const { rows } = await sql<Incomplete>`
    select s.id as subscription, s.customer, s.site, ${person}, ${plan}, (extract(epoch from s.created) * 1000)::bigint as order, s.sold_by as "soldBy",
      coalesce(open.due, 0)::integer as due
    from mirror_subscription s join mirror_customer p on p.id = s.customer ${planOf} ${openInvoices}
    where s.status = ${sql.lit(firstPaymentStatus)} and s.deleted_at is null ${ofSite(site)} ${after}
    order by s.created desc, s.id limit ${most}`.execute(db);
  return rows;
}

export const countIncomplete = (db: Db, site: number | null): Promise<CappedCount> => countUpToCap(db, sql`select s.id ${neverPaid(site)}`);

export interface OnlineSignUp extends Person {
  subscription: string;
  plan: string | null;
}

/** Literals, as in the index of these plans. */
const toComplete = (site: number | null) => sql`
  from mirror_subscription s
  where s.object->'metadata'->>${sql.lit(subscriptionKeys.incomplete)} = 'true' and s.deleted_at is null
    and s.status = any(${[...memberStatuses]}::text[]) ${ofSite(site)}`;

/** Newest first; `order` is the start in milliseconds. */
export async function onlineSignUps(db: Db, { site, behind, most }: PageRequest): Promise<OnlineSignUp[]> {
  const began = behind && new Date(behind.order);
  const after = behind ? sql`and (s.created < ${began} or (s.created = ${began} and s.id > ${behind.id}))` : sql``;
  const { rows } = await sql<OnlineSignUp>`
    select s.id as subscription, s.customer, s.site, ${person}, ${plan}, (extract(epoch from s.created) * 1000)::bigint as order
    from (select s.* ${toComplete(site)} ${after} order by s.created desc, s.id limit ${most}) s
    join mirror_customer p on p.id = s.customer ${planOf}
    order by s.created desc, s.id`.execute(db);
  return rows;
}

export const countOnlineSignUps = (db: Db, site: number | null): Promise<CappedCount> =>
  countUpToCap(db, sql`select s.id ${toComplete(site)}`);

export interface UnansweredDispute extends Person {
  dispute: string;
  charge: string;
  amount: number;
  reason: string;
  status: string;
  deadline: number | null;
}

const deadline = sql`coalesce((d.object->'evidence_details'->>'due_by')::bigint, ${sql.lit(last)})`;
/** Literals, as in the index of these disputes. */
const unanswered = sql`d.status not in (${sql.join(answeredDisputeStatuses.map((status) => sql.lit(status)))})`;
const waiting = (site: number | null) => sql`
  from mirror_dispute d join mirror_charge s on s.id = d.charge
  where ${unanswered} and d.deleted_at is null and s.customer is not null ${ofSite(site)}`;

/** Nearest deadline first. */
export async function disputesToAnswer(db: Db, { site, behind, most }: PageRequest): Promise<UnansweredDispute[]> {
  const after = behind ? sql`and (${deadline}, d.id) > (${behind.order}::bigint, ${behind.id})` : sql``;
  const { rows } = await sql<UnansweredDispute>`
    select d.id as dispute, s.id as charge, s.customer, s.site, ${person}, (d.object->>'amount')::integer as amount, d.object->>'reason' as reason,
      d.status, ${deadline} as order, (d.object->'evidence_details'->>'due_by')::bigint as deadline
    from mirror_dispute d join mirror_charge s on s.id = d.charge join mirror_customer p on p.id = s.customer
    where ${unanswered} and d.deleted_at is null ${ofSite(site)} ${after}
    order by ${deadline}, d.id limit ${most}`.execute(db);
  return rows;
}

export const countDisputesToAnswer = (db: Db, site: number | null): Promise<CappedCount> =>
  countUpToCap(db, sql`select d.id ${waiting(site)}`);

/** The nearest deadline of a dispute, in epoch seconds; null if none has one. */
export async function nearestDeadline(db: Db, site: number | null): Promise<number | null> {
  const { rows } = await sql<{ deadline: number | null }>`
    select min((d.object->'evidence_details'->>'due_by')::bigint) as deadline ${waiting(site)}`.execute(db);
  return rows[0]!.deadline;
}

export interface OpenJob extends Omit<Person, 'customer'> {
  customer: string | null;
  job: string;
  what: string;
  siteName: string | null;
  reason: string | null;
  /** Null if a person must act. */
  nextTry: number | null;
  deadline: number;
}

const openJobs = (site: number | null) => sql`
  from job s where s.state in ('pending', 'failed') and (s.state = 'failed' or s.last_error is not null or s.deadline < now()) ${ofSite(site)}`;

/** Oldest first; `order` is the time of enqueueing in microseconds, the precision that tells rows apart. */
export async function jobsToDo(db: Db, { site, behind, most }: PageRequest): Promise<OpenJob[]> {
  const since = behind && sql`('epoch'::timestamptz + ${behind.order}::bigint * interval '1 microsecond')`;
  const after = behind ? sql`and (s.created > ${since} or (s.created = ${since} and s.id < ${behind.id}::uuid))` : sql``;
  const { rows } = await sql<OpenJob>`
    select j.id as job, j.what, j.customer, j.site, at.name as "siteName", ${person}, j.last_error as reason,
      (extract(epoch from j.created) * 1000000)::bigint as order, extract(epoch from j.deadline)::bigint as deadline,
      case when j.state = 'pending' and j.deadline >= now() then extract(epoch from j.due)::bigint end as "nextTry"
    from (select s.* ${openJobs(site)} ${after} order by s.created, s.id desc limit ${most}) j
    left join mirror_customer p on p.id = j.customer
    left join site at on at.number = j.site
    order by j.created, j.id desc`.execute(db);
  return rows;
}

export const countJobsToDo = (db: Db, site: number | null): Promise<CappedCount> => countUpToCap(db, sql`select s.id ${openJobs(site)}`);

export interface ErasureRequest extends Person {
  request: string;
  since: number;
}

const erasureRequests = (site: number | null) => sql`
  from erasure_request r left join lateral (
    select s.site from mirror_subscription s where s.customer = r.customer and s.deleted_at is null order by s.created desc limit 1
  ) s on true where r.state = 'open' ${ofSite(site)}`;

/** Returns members who asked to be erased, oldest first. */
export async function requestsToErase(db: Db, { site, behind, most }: PageRequest): Promise<ErasureRequest[]> {
  const since = behind && sql`('epoch'::timestamptz + ${behind.order}::bigint * interval '1 microsecond')`;
  const after = behind ? sql`and (r.requested, r.id) > (${since}, ${behind.id}::uuid)` : sql``;
  const { rows } = await sql<ErasureRequest>`
    select r.id as request, r.customer, r.site, ${person}, (extract(epoch from r.requested) * 1000000)::bigint as order,
      extract(epoch from r.requested)::bigint as since
    from (select r.*, s.site ${erasureRequests(site)} ${after} order by r.requested, r.id limit ${most}) r
    left join mirror_customer p on p.id = r.customer
    order by r.requested, r.id`.execute(db);
  return rows;
}

export const countRequestsToErase = (db: Db, site: number | null): Promise<CappedCount> =>
  countUpToCap(db, sql`select r.id ${erasureRequests(site)}`);
