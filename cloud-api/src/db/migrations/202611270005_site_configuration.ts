import { sql, type Kysely } from 'kysely';

/** The versions of each site's configuration, with what became of them, and what an agent reports of the one that it runs. */
export const up = (db: Kysely<unknown>) =>
  sql`
    create table site_configuration (
      site integer not null references site,
      version integer not null check (version > 0),
      content jsonb not null,
      reason text not null,
      author text not null,
      created timestamptz not null,
      outcome text not null check (outcome in ('pending', 'applied', 'refused', 'rolled-back', 'superseded')),
      outcome_at timestamptz,
      problems jsonb not null default '[]',
      primary key (site, version)
    );
    alter table site_agent add column configuration jsonb`.execute(db);
