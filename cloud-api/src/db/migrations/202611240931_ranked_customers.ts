import { sql, type Kysely } from 'kysely';

/** Its indexes are built while the release before goes on writing, so each statement stands alone. */
export const transactional = false;

/**
 * A search ranks up to some hundred customers by membership and age: both are read from an index, where the subscription and the customer lie in
 * as many places of the disk as there are customers. The statuses are those that a lane admits.
 */
const statements = [
  // an index whose building was cut off is there and of no use
  sql`drop index if exists mirror_subscription_member`,
  sql`create index concurrently mirror_subscription_member on mirror_subscription (customer)
    where deleted_at is null and status in ('active', 'trialing', 'past_due')`,
  sql`drop index if exists mirror_customer_age`,
  sql`create index concurrently mirror_customer_age on mirror_customer (id) include (created)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}
