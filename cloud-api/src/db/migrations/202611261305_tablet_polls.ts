import { sql, type Kysely } from 'kysely';

/** The terminal that a tablet without a terminal of its own showed at its last poll. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table device add column polled_terminal text`.execute(db);
}
