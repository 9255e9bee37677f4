import { sql, type Kysely } from 'kysely';

/** A session that began before this release counts as one whose PIN was entered long ago. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table session add column pin_passed timestamptz`.execute(db);
}
