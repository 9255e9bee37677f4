import { sql, type Kysely } from 'kysely';

/** The causes that a source had lately, so that a flapping device alerts once. */
export const up = (db: Kysely<unknown>) =>
  sql`alter table site_fault drop column occurrences, add column ended jsonb not null default '{}'`.execute(db);
