import { sql } from 'kysely';
import { containing } from '../../../../common/like-pattern.ts';
import type { PageCursor } from '../../../../common/page-cursor.ts';
import type { ProviderCustomer, ProviderPrice, ProviderSubscription } from '../../../../common/provider-objects.ts';
import { countUpToCap, type CappedCount } from '../../../../db/capped-count.ts';
import type { Db } from '../../../../db/pool.ts';

export interface SubscriptionSearch {
  employeename?: string | undefined;
  site?: number | undefined;
  /** A calendar day in this time zone. */
  day?: { date: string; timeZone: string } | undefined;
}

export interface SubscriptionFound extends PageCursor {
  object: ProviderSubscription;
  price: ProviderPrice | null;
  person: ProviderCustomer | null;
  name: string | null;
}

function matches({ employeename, site, day }: SubscriptionSearch) {
  const conditions = [
    employeename ? sql`s.sold_by like ${containing(employeename)}` : null,
    site === undefined ? null : sql`s.site = ${site}`,
    day
      ? sql`s.created >= (${day.date}::date)::timestamp at time zone ${day.timeZone}
        and s.created < (${day.date}::date + 1)::timestamp at time zone ${day.timeZone}`
      : null,
  ].filter((condition) => condition !== null);
  return sql.join([sql`s.deleted_at is null`, ...conditions], sql` and `);
}

/** Returns the page after the cursor plus one row, which shows whether there is a next page. */
export async function findSubscriptions(
  db: Db,
  search: SubscriptionSearch,
  after: PageCursor | null,
  most: number,
): Promise<SubscriptionFound[]> {
  const behind = after ? sql`and (s.created, s.id) < (${after.created}, ${after.id})` : sql``;
  const { rows } = await sql<SubscriptionFound>`
    select s.id, s.created, s.object, p.object as price, c.object as person, c.name
    from mirror_subscription s
    left join mirror_customer c on c.id = s.customer
    left join mirror_price p on p.id = s.price
    where ${matches(search)} ${behind}
    order by s.created desc, s.id desc
    limit ${most + 1}`.execute(db);
  return rows;
}

export const countSubscriptions = (db: Db, search: SubscriptionSearch): Promise<CappedCount> =>
  countUpToCap(db, sql`select from mirror_subscription s where ${matches(search)}`);
