import { sql, type Kysely } from 'kysely';

/** Its indexes are built while the release before goes on writing, so each statement stands alone. */
export const transactional = false;

/**
 * Whom a term with one slip may mean is found by looking up every form that a slip makes, in exact indexes: codes without their state in the
 * form in which codes are compared, and the words of a name. The likeness of codes by trigrams stays while the release before asks for it.
 * The customers for whom a price is kept are few of all, and are asked for again and again.
 */
const statements = [
  // an index whose building was cut off is there and of no use
  sql`drop index if exists customer_code_comparable`,
  sql`create index concurrently customer_code_comparable on customer_code (translate(split_part(code, '-', 1), 'OQDILZSGB+', '000112568'))`,
  sql`drop index if exists mirror_customer_name_words`,
  sql`create index concurrently mirror_customer_name_words on mirror_customer
    using gin (string_to_array(translate(lower(name), ',', ''), ' ')) with (gin_pending_list_limit = 256) where deleted_at is null`,
  sql`drop index if exists mirror_customer_next_price`,
  sql`create index concurrently mirror_customer_next_price on mirror_customer (id)
    where deleted_at is null and object->'metadata' ? 'nextpriceexpires'`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}
