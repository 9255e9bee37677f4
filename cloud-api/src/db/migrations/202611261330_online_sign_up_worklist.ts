import { sql, type Kysely } from 'kysely';

export const transactional = false;

/** The worklist of online sign-ups that no cashier has completed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index if exists mirror_subscription_to_complete`.execute(db);
  await sql`create index concurrently mirror_subscription_to_complete on mirror_subscription (created desc, id)
    where object->'metadata'->>'incomplete' = 'true' and deleted_at is null`.execute(db);
}
