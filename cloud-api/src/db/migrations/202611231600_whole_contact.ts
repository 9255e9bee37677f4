import { sql, type Kysely } from 'kysely';

/** Its indexes are built while the release before goes on writing, so each statement stands alone. */
export const transactional = false;

/**
 * A search for a whole phone number or e-mail finds who has exactly that, in whatever form it was stored, without the index of words. The
 * index of e-mails of those who are not deleted stays while the release before may run.
 */
const statements = [
  // an index whose building was cut off is there and of no use
  sql`drop index if exists mirror_customer_phone_digits`,
  sql`create index concurrently mirror_customer_phone_digits on mirror_customer (right(regexp_replace(phone, '[^0-9]', '', 'g'), 10))`,
  sql`drop index if exists mirror_customer_any_email`,
  sql`create index concurrently mirror_customer_any_email on mirror_customer (lower(email))`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}
