import { sql, type Kysely } from 'kysely';

/** What is wrong at a site, so that each fault alerts once. */
export const up = (db: Kysely<unknown>) =>
  sql`
    create table site_fault (
      site integer not null references site,
      source text not null,
      cause text,
      changed timestamptz not null,
      occurrences integer not null,
      primary key (site, source)
    )`.execute(db);
