import { sql, type Kysely } from 'kysely';

export const transactional = false;

/** For the refunds of a period. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index concurrently if exists mirror_refund_created`.execute(db);
  await sql`create index concurrently mirror_refund_created on mirror_refund (created)`.execute(db);
}
