import { sql } from 'kysely';
import { siteDate } from '@washdesk/rules/dates/dates';
import type { Tx } from '../../db/pool.ts';

interface Upgrade {
  /** The operation that made it. */
  operation: string;
  /** Who made it, and where. */
  by: { id: string; name: string; site: number | null };
  subscription: string;
  customer: string;
  formerPrice: string | null;
  price: string | null;
  at: Date;
}

/** Records an upgrade for its seller, in the transaction that ends its operation; for a program without a site at the plan's site. */
export async function writeUpgrade(tx: Tx, { operation, by, subscription, customer, formerPrice, price, at }: Upgrade): Promise<void> {
  const { rows } = await sql<{ site: number | null; zone: string | null }>`
    select given.site, z.time_zone as zone
    from (select coalesce(${by.site}::integer, (select s.site from mirror_subscription s where s.id = ${subscription})) as site) given
    left join site z on z.number = given.site`.execute(tx);
  const { site = null, zone } = rows[0] ?? {};
  await tx
    .insertInto('plan_sale')
    .values({
      id: operation,
      kind: 'upgrade',
      at,
      day: siteDate(at, zone ?? 'UTC'),
      site,
      seller: by.id,
      seller_name: by.name,
      subscription,
      customer,
      former_price: formerPrice,
      price,
      left_at: null,
      reason: null,
    })
    .execute();
}
