import { sql, type Kysely } from 'kysely';

/** How many customers have how many codes: counted with the codes, so that a report does not count hundreds of thousands of rows. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table many_codes_count (codes integer primary key, customers integer not null)`.execute(db);
  await sql`insert into many_codes_count select codes, count(*) from customer_many_codes group by codes`.execute(db);
}
