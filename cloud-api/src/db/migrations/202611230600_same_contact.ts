import { sql, type Kysely } from 'kysely';

/** Its indexes are built while the release before goes on writing, so each statement stands alone. */
export const transactional = false;

/** The customer screen counts other customers with the same phone or e-mail. */
const statements = [
  // an index whose building was cut off is there and of no use
  sql`drop index if exists mirror_customer_phone`,
  sql`create index concurrently mirror_customer_phone on mirror_customer (lower(phone)) where deleted_at is null`,
  sql`drop index if exists mirror_customer_email`,
  sql`create index concurrently mirror_customer_email on mirror_customer (lower(email)) where deleted_at is null`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}
