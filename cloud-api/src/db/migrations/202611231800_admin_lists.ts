import { sql, type Kysely } from 'kysely';

/** Errors of the server beside those of browsers, addresses that are shut out, and how quickly clients were answered. */
const statements = [
  sql`alter table client_error add column source text not null default 'browser' check (source in ('browser', 'server')),
    add column request_id text`,
  sql`create table blacklist (
    address text primary key,
    since timestamptz not null,
    blocked_by text not null
  )`,
  sql`create table client_metric (
    address text not null,
    user_agent text not null,
    last_access timestamptz not null,
    times integer[] not null,
    device uuid,
    program text,
    primary key (address, user_agent)
  )`,
  sql`create index client_metric_last_access on client_metric (last_access desc)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}
