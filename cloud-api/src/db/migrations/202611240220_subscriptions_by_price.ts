import { sql, type Kysely } from 'kysely';

/** Its index is built while the release before goes on writing, so each statement stands alone. */
export const transactional = false;

/** The subscriptions that pay a price: how many there are, and each in turn for a bulk price increase. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // an index whose building was cut off is there and of no use
  await sql`drop index if exists mirror_subscription_price`.execute(db);
  await sql`create index concurrently mirror_subscription_price on mirror_subscription (price, id)
    where deleted_at is null and status not in ('canceled', 'incomplete_expired')`.execute(db);
}
