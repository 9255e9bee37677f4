import { sql, type Kysely } from 'kysely';

export const transactional = false;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index concurrently if exists audit_number_index`.execute(db);
  await sql`create index concurrently audit_number_index on audit (number) where number is not null`.execute(db);
}
