import { sql } from 'kysely';
import { z } from 'zod';
import { customerKeys } from '@washdesk/rules/company/metadata-keys';
import { epochSeconds } from '@washdesk/rules/dates/dates';
import type { Db } from '../../../../db/pool.ts';

/** A price kept for a customer; `expires` is epoch seconds as text, as in the metadata. */
export const nextPrice = z.object({
  customer: z.string(),
  price: z.string(),
  expires: z.string(),
});
export type NextPrice = z.infer<typeof nextPrice>;

const metadata = (key: string) => sql<string>`c.object->'metadata'->>${sql.lit(key)}`;

/** Few customers have the key, and it is indexed. Invalid text never expires; the `case` keeps it from the cast. */
const expired = (now: Date) => sql`
  select c.id as customer, coalesce(${metadata(customerKeys.nextPrice)}, '') as price, ${metadata(customerKeys.nextPriceExpires)} as expires
  from mirror_customer c
  where c.deleted_at is null and c.object->'metadata' ? ${sql.lit(customerKeys.nextPriceExpires)} and case
    when ${metadata(customerKeys.nextPriceExpires)} ~ '^[0-9]{1,12}$'
    then (${metadata(customerKeys.nextPriceExpires)})::bigint <= ${epochSeconds(now)}
    else false end`;

/** Returns the key of the operation that clears the price. The same price kept again, for longer, has another key. */
export const keyOfNextPrice = ({ customer, expires }: Pick<NextPrice, 'customer' | 'expires'>): string => `${customer}:${expires}`;

/**
 * Returns prices that expired first, without those that already have an operation, which is done, finally rejected or left to recovery.
 * @param operations scope and route of the cleanup's operations
 */
export async function expiredNextPrices(
  db: Db,
  { now, most, operations }: { now: Date; most: number; operations: { scope: string; route: string } },
): Promise<NextPrice[]> {
  const { rows } = await sql<NextPrice>`
    select * from (${expired(now)}) e
    where not exists (
      select from operation d where d.scope = ${operations.scope} and d.route = ${operations.route} and d.key = e.customer || ':' || e.expires
    )
    order by e.expires::bigint, e.customer limit ${most}`.execute(db);
  return rows;
}

export async function expiredNextPrice(db: Db, customer: string, now: Date): Promise<NextPrice | null> {
  const { rows } = await sql<NextPrice>`${expired(now)} and c.id = ${customer}`.execute(db);
  return rows[0] ?? null;
}
