import { sql, type Kysely } from 'kysely';

/** Its index is built while the release before goes on writing, so each statement stands alone. */
export const transactional = false;

/** How many subscriptions pay each price: without an id the index holds each price once, and is a tenth of the one that gives them in turn. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // an index whose building was cut off is there and of no use
  await sql`drop index if exists mirror_subscription_count_by_price`.execute(db);
  await sql`create index concurrently mirror_subscription_count_by_price on mirror_subscription (price)
    where deleted_at is null and status not in ('canceled', 'incomplete_expired')`.execute(db);
}
