import { sql, type Kysely } from 'kysely';

/** Sites, and what their agents report. */
const statements = [
  sql`create table site (
    number integer primary key,
    name text not null,
    state text not null,
    time_zone text not null,
    location_id text unique
  )`,
  sql`create table site_agent (
    site integer primary key references site,
    online boolean not null,
    boot uuid,
    version text,
    roster_seq bigint not null default 0,
    changed timestamptz not null
  )`,
  sql`create table site_journal (
    site integer not null references site,
    journal uuid not null,
    last_seq bigint not null,
    primary key (site, journal)
  )`,
  sql`create table site_device (
    site integer not null references site,
    id text not null,
    kind text not null,
    name text not null,
    lane integer,
    health text not null,
    reason text,
    since timestamptz not null,
    terminals text[] not null default '{}',
    primary key (site, id)
  )`,
  sql`create table site_employee (
    site integer not null references site,
    number integer not null,
    first_name text not null,
    last_name text not null,
    active boolean not null,
    seen timestamptz not null,
    primary key (number, site)
  )`,
  sql`create table site_terminal (
    site integer not null references site,
    name text not null,
    type text not null,
    ip_address text,
    primary key (site, name)
  )`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}
