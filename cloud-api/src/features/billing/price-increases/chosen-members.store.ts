import { sql } from 'kysely';
import { endedStatuses } from '@washdesk/rules/plans/statuses';
import type { ProviderCustomer, ProviderSubscription } from '../../../common/provider-objects.ts';
import type { Db, Tx } from '../../../db/pool.ts';

/** A subscription that pays a price, with its customer. */
export interface PayingMember {
  subscription: ProviderSubscription;
  customer: ProviderCustomer;
  name: string | null;
  site: number | null;
}

const notEnded = sql`s.deleted_at is null and s.status not in (${sql.join(endedStatuses.map((status) => sql.lit(status)))})`;

/** Returns the number of unended subscriptions per price. */
export async function countsByPrice(db: Db): Promise<Map<string, number>> {
  const { rows } = await sql<{ price: string; members: number }>`
    select s.price, count(*) as members from mirror_subscription s where ${notEnded} and s.price is not null group by s.price`.execute(db);
  return new Map(rows.map(({ price, members }) => [price, members]));
}

export interface MembersOfPrice {
  price: string;
  /** Sign-ups from this day (inclusive) to that one (exclusive); UTC. */
  signedUpFrom: string | null;
  signedUpBefore: string | null;
  /** Continues after this subscription id; empty starts from the first. */
  behind: string;
  most: number;
}

export async function membersOfPrice(tx: Tx, of: MembersOfPrice): Promise<PayingMember[]> {
  const { rows } = await sql<PayingMember>`
    select s.object as subscription, c.object as customer, c.name, s.site
    from mirror_subscription s join mirror_customer c on c.id = s.customer
    where s.price = ${of.price} and s.id > ${of.behind} and ${notEnded} and c.deleted_at is null
      and (${of.signedUpFrom}::date is null or s.created >= ${of.signedUpFrom}::date::timestamp at time zone 'UTC')
      and (${of.signedUpBefore}::date is null or s.created < ${of.signedUpBefore}::date::timestamp at time zone 'UTC')
    order by s.id limit ${of.most}`.execute(tx);
  return rows;
}
