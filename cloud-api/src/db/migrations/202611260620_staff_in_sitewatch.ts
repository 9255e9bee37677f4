import { sql, type Kysely } from 'kysely';

export const up = (db: Kysely<unknown>) =>
  sql`alter table staff add column other_names text[] not null default '{}', add column seen_in_sitewatch boolean not null default false`.execute(
    db,
  );
