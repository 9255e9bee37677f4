import { sql, type Kysely } from 'kysely';

export const transactional = false;

/** For sales to people whom only Sitewatch knows: the code as `customer_read` names them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index concurrently if exists sitewatch_sale_code`.execute(db);
  await sql`create index concurrently sitewatch_sale_code on sitewatch_sale (('code:' || code), at desc) where code is not null`.execute(
    db,
  );
}
