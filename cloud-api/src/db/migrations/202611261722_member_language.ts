import { sql, type Kysely } from 'kysely';

/** The language in which a member last used the member page. */
export const up = (db: Kysely<unknown>) =>
  sql`
    create table member_language (
      customer text primary key,
      lang text not null check (lang in ('en', 'es')),
      changed timestamptz not null default now()
    )`.execute(db);
