import { sql, type Kysely } from 'kysely';

/** What staff may change, and what is remembered. */
const statements = [
  sql`create table setting (name text primary key, value jsonb not null, changed timestamptz not null, changed_by text)`,
  sql`create table flag (name text primary key, description text not null, value boolean not null, position integer not null)`,
  sql`create table promo (id integer primary key, description text not null, active boolean not null)`,
  sql`create table note (
    id uuid primary key,
    customer text not null,
    note text not null,
    attention boolean not null,
    agent text not null,
    created timestamptz not null
  )`,
  sql`create index note_customer on note (customer, created desc)`,
  sql`create table client_error (
    id uuid primary key,
    at timestamptz not null,
    message text not null,
    stack text,
    component_stack text,
    path text,
    principal text,
    device uuid
  )`,
  sql`create table audit (
    id uuid primary key,
    at timestamptz not null,
    actor text not null,
    site integer,
    device uuid,
    action text not null,
    subject text not null,
    before jsonb,
    after jsonb,
    why text,
    request_id text
  )`,
  sql`create index audit_subject on audit (subject, at desc)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}
