import { sql, type Kysely } from 'kysely';

/** Keys of programs that bring none, by the hash of their request. Nothing of an older release writes or needs it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table derived_key (request bytea primary key, key text not null, until timestamptz not null)`.execute(db);
}
