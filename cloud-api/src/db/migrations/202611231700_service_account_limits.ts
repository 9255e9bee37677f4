import { sql, type Kysely } from 'kysely';

/** Until when and from where a program may sign in; open sessions are listed by their last use. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table service_account add column expires timestamptz, add column addresses text[] not null default '{}'`.execute(db);
  await sql`create index session_open_last_used on session (last_used desc, id) where ended is null`.execute(db);
}
