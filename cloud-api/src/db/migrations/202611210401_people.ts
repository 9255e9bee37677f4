import { sql, type Kysely } from 'kysely';

/** People and doors: staff, devices, service accounts, sessions. */
const statements = [
  sql`create table staff (
    employee_number integer primary key,
    name text not null,
    roles integer not null,
    username text,
    password_hash text,
    pin_hash text,
    active boolean not null default true,
    created timestamptz not null,
    changed timestamptz not null
  )`,
  sql`create unique index staff_username on staff (lower(username))`,
  sql`create table device (
    id uuid primary key,
    kind text not null,
    name text not null,
    site integer not null references site,
    terminal text,
    secret_hash bytea not null unique,
    enrolled timestamptz not null,
    last_seen timestamptz,
    revoked timestamptz
  )`,
  sql`create table enrolment (
    id uuid primary key,
    token_hash bytea not null unique,
    kind text not null,
    name text not null,
    site integer not null references site,
    terminal text,
    created_by text not null,
    created timestamptz not null,
    expires timestamptz not null,
    device uuid references device,
    used timestamptz
  )`,
  sql`create table service_account (
    client_id text primary key,
    name text not null,
    secret_hash text not null,
    roles integer not null,
    site integer references site,
    created timestamptz not null,
    revoked timestamptz
  )`,
  sql`create table session (
    id uuid primary key,
    kind text not null,
    principal text not null,
    employee_number integer,
    name text not null,
    roles integer not null,
    device uuid references device,
    site integer,
    location_id text,
    terminal text,
    created timestamptz not null,
    last_used timestamptz not null,
    expires timestamptz not null,
    ended timestamptz,
    ended_why text
  )`,
  sql`create index session_open on session (expires) where ended is null`,
  sql`create table refresh_token (
    hash bytea primary key,
    session uuid not null references session on delete cascade,
    created timestamptz not null,
    rotated timestamptz
  )`,
  sql`create index refresh_token_session on refresh_token (session)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}
