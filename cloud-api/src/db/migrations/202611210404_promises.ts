import { sql, type Kysely } from 'kysely';

/** Answers to replay, what is owed, and the acts that happen once. */
const statements = [
  sql`create table answer (
    principal text not null,
    route text not null,
    key text not null,
    request_hash bytea not null,
    status integer not null,
    body jsonb not null,
    created timestamptz not null,
    primary key (principal, route, key)
  )`,
  sql`create index answer_created on answer (created)`,
  sql`create table obligation (
    id uuid primary key,
    kind text not null,
    what text not null,
    key text not null,
    site integer,
    customer text,
    payload jsonb not null,
    state text not null,
    attempts integer not null default 0,
    due timestamptz not null,
    deadline timestamptz not null,
    claimed_until timestamptz,
    last_error text,
    result jsonb,
    created timestamptz not null,
    settled timestamptz,
    unique (what, key)
  )`,
  sql`create index obligation_due on obligation (due) where state = 'owed'`,
  sql`create table gate_command (
    id uuid primary key,
    site integer not null references site,
    gate text not null,
    principal text not null,
    employee integer,
    reason text,
    asked timestamptz not null,
    result text,
    detail text,
    answered timestamptz
  )`,
  sql`create table print_job (
    id uuid primary key,
    site integer not null references site,
    printer text not null,
    kind text not null,
    subject text not null,
    state text not null,
    reason text,
    asked timestamptz not null,
    answered timestamptz
  )`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}
