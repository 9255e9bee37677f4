import { sql, type Kysely } from 'kysely';

/** Its indexes are built while the release before goes on writing, so each statement stands alone. */
export const transactional = false;

/** A search looks for codes and for the two words of a name by their beginnings, whatever the database's collation. */
const statements = [
  // an index whose building was cut off is there and of no use
  sql`drop index if exists customer_code_beginning`,
  sql`create index concurrently customer_code_beginning on customer_code (code text_pattern_ops)`,
  sql`drop index if exists mirror_customer_first_word`,
  sql`create index concurrently mirror_customer_first_word on mirror_customer (left(search, 10) text_pattern_ops)`,
  sql`drop index if exists mirror_customer_second_word`,
  sql`create index concurrently mirror_customer_second_word on mirror_customer (left(split_part(search, ' ', 2), 10) text_pattern_ops)`,
  // a search reads the whole list of words that are not sorted in yet
  sql`alter index mirror_customer_search set (gin_pending_list_limit = 256)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}
