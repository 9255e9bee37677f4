import { sql, type Kysely } from 'kysely';

export const transactional = false;

/** All sites' pending requests of the last day, for the polls of tablets. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index concurrently if exists signature_pending`.execute(db);
  await sql`create index concurrently signature_pending on signature (requested) where state = 'pending'`.execute(db);
}
