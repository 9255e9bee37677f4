import { sql, type Kysely } from 'kysely';

/** How often the examination of a day failed, with what error, and when it is tried again. */
export const up = (db: Kysely<unknown>) =>
  sql`alter table abuse_day
    add column attempts integer not null default 0,
    add column failure text,
    add column retry_at timestamptz`.execute(db);
