import { sql, type Kysely } from 'kysely';

/** The kind of link that opened a session; earlier sessions end within two hours. */
export const up = (db: Kysely<unknown>) =>
  sql`alter table member_session add column kind text not null default 'sign-in' check (kind in ('sign-in', 'payment'))`.execute(db);
