import { sql, type Kysely } from 'kysely';

/** Checks of the sealed audit that Admins ask for; a process that checks says every few seconds that it is alive. */
const statements = [
  sql`create table audit_check (
    id uuid primary key,
    asked timestamptz not null,
    asked_by text not null,
    request_id text not null,
    site integer,
    device uuid,
    alive timestamptz,
    sealed bigint not null default 0,
    ended timestamptz,
    head text,
    faults jsonb not null default '[]',
    fault_count bigint not null default 0
  )`,
  // one at a time, whoever asks
  sql`create unique index audit_check_open on audit_check ((ended is null)) where ended is null`,
  sql`create index audit_check_ended on audit_check (ended desc)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}
