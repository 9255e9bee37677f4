import { sql, type Kysely } from 'kysely';

/** The connection of each site, one row a minute, kept for a week. */
export const up = (db: Kysely<unknown>) =>
  sql`
    create table site_minute (
      site integer not null references site,
      minute timestamptz not null,
      leases smallint not null,
      round_trip_ms smallint,
      slowest_ms smallint,
      waiting integer,
      primary key (site, minute)
    );
    create index on site_minute using brin (minute)`.execute(db);
