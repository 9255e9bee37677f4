import { sql } from 'kysely';
import { endedStatuses } from '@washdesk/rules/plans/statuses';
import type { ProviderCard, ProviderCustomer, ProviderSubscription } from '../../common/provider-objects.ts';
import type { Db, Tx } from '../../db/pool.ts';
import { unlessErased } from '../erased.store.ts';

export interface MirroredCustomer {
  id: string;
  customer: ProviderCustomer;
  card: ProviderCard | null;
  /** The latest read of the customer and the card. */
  readSeq: number;
}

/** Returns the live customers of these, with their default cards. */
export async function mirroredCustomers(db: Db | Tx, ids: readonly string[]): Promise<Map<string, MirroredCustomer>> {
  const { rows } = await sql<MirroredCustomer>`
    select c.id, c.object as customer, m.object as card, greatest(c.read_seq, coalesce(m.read_seq, 0)) as "readSeq"
    from mirror_customer c left join mirror_payment_method m
      on m.deleted_at is null and m.id = coalesce(c.object->'invoice_settings'->'default_payment_method'->>'id', c.object->'invoice_settings'->>'default_payment_method')
    where c.id = any(${ids}::text[]) and c.deleted_at is null`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

export interface MirroredSubscription {
  id: string;
  customer: string;
  object: ProviderSubscription;
  readSeq: number;
}

/** Returns the subscriptions that the provider still has: of these ids, or of this customer. */
export async function mirroredSubscriptions(
  db: Db | Tx,
  by: { ids: readonly string[] } | { customer: string },
): Promise<MirroredSubscription[]> {
  const rows = await db
    .selectFrom('mirror_subscription')
    .select(['id', 'customer', 'object', 'read_seq as readSeq'])
    .where('deleted_at', 'is', null)
    .where((is) => ('customer' in by ? is('customer', '=', by.customer) : is('id', 'in', [...by.ids, ''])))
    .execute();
  return rows;
}

const pageSize = 200;

/** Returns the mirrored customers after `cursor` in the order of their ids, and where the next page begins; null after the last. */
export async function customersPage(db: Db, cursor: string | null): Promise<{ ids: string[]; next: string | null }> {
  const { rows } = await sql<{ id: string }>`
    select id from mirror_customer where id > ${cursor ?? ''} order by id limit ${pageSize}`.execute(db);
  const ids = rows.map(({ id }) => id);
  return { ids, next: ids.length < pageSize ? null : ids.at(-1)! };
}

/** A part of a listing by time of creation, both ends excluded; null for no end. */
export interface CreatedBetween {
  after: number | null;
  before: number | null;
}

/** Returns live objects of the mirror in that part of the listing, except those that it contained: for a subscription, its customer. */
export async function notListed(
  db: Db,
  kind: 'customer' | 'subscription',
  { after, before }: CreatedBetween,
  listed: readonly string[],
): Promise<string[]> {
  const running = sql`and status <> all(${endedStatuses}::text[])`;
  const [table, customer, more] =
    kind === 'customer' ? [sql`mirror_customer`, sql`id`, sql``] : [sql`mirror_subscription`, sql`customer`, running];
  const { rows } = await sql<{ customer: string }>`
    select distinct ${customer} as customer from ${table}
    where deleted_at is null ${more} and id <> all(${listed}::text[])
      and (${after}::float8 is null or created > to_timestamp(${after}::float8))
      and (${before}::float8 is null or created < to_timestamp(${before}::float8))
    limit 1000`.execute(db);
  return rows.map((row) => row.customer);
}

/** Whether the customer was erased: Stripe may still have objects of theirs. */
export async function isErased(db: Db | Tx, customer: string): Promise<boolean> {
  const { rows } = await sql<{ kept: string | null }>`select ${unlessErased(customer)} as kept`.execute(db);
  return rows[0]?.kept == null;
}

/** Failed attempts after which an event is a cause, and no longer on its way. */
const attemptsOfCause = 3;
const minutesOfOperation = 10;

/** Whether an event or an operation about the customer or one of these objects is in progress, and the error of an event that can't be processed. */
export async function changeInProgress(
  db: Db | Tx,
  customer: string,
  objects: readonly string[],
): Promise<{ isMoving: boolean; error: string | null }> {
  const concerned = sql`(e.customer = ${customer} or e.object_id = any(${[customer, ...objects]}::text[]))`;
  const { rows } = await sql<{ isMoving: boolean; error: string | null }>`
    select
      exists (select from provider_event e where e.worked is null and e.attempts < ${attemptsOfCause} and ${concerned})
        or exists (select from operation o where o.customer = ${customer} and o.state = 'started'
          and o.created > now() - make_interval(mins => ${minutesOfOperation})) as "isMoving",
      (select last_error from provider_event e where e.worked is null and e.attempts >= ${attemptsOfCause} and ${concerned}
        order by e.due limit 1) as error`.execute(db);
  return rows[0]!;
}
