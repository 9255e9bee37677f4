import { sql, type Kysely } from 'kysely';

/** What a visitor typed to sign in, until the job that looks it up has run. */
export const up = (db: Kysely<unknown>) =>
  sql`alter table member_link add column contact text, add column lang text check (lang in ('en', 'es'))`.execute(db);
