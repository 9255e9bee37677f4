import { sql, type Kysely } from 'kysely';

/** When the dry run of a bulk price increase ended, so that an old one does not count. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table price_increase add column checked timestamptz`.execute(db);
  // of those that were checked before, nobody knows when
  await sql`update price_increase set state = 'draft' where state = 'checked'`.execute(db);
}
