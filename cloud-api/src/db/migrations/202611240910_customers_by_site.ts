import { sql, type Kysely } from 'kysely';

/** Its index is built while the release before goes on writing, so each statement stands alone. */
export const transactional = false;

/** The customers of a site in their order, as they are counted page by page. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // an index whose building was cut off is there and of no use
  await sql`drop index if exists mirror_subscription_site_customer`.execute(db);
  await sql`create index concurrently mirror_subscription_site_customer on mirror_subscription (site, customer)`.execute(db);
}
