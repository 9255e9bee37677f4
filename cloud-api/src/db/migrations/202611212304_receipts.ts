import { sql, type Kysely } from 'kysely';

/** What a receipt says, kept as it was then; and paper as a job that is sent once. */
const statements = [
  sql`create table receipt (
    id uuid primary key,
    kind text not null,
    subject text not null,
    about text[] not null,
    customer text,
    deed uuid,
    site integer,
    terminal text,
    employee integer,
    agent text,
    facts jsonb not null,
    created timestamptz not null,
    unique (kind, subject)
  )`,
  sql`create index receipt_about on receipt using gin (about)`,
  sql`create index receipt_customer on receipt (customer, created desc)`,
  sql`create index receipt_deed on receipt (deed) where deed is not null`,

  sql`alter table print_job add column receipt uuid, add column duplicate boolean not null default false, add column until timestamptz`,
  sql`create index print_job_subject on print_job (subject, asked desc)`,
  sql`create index print_job_queued on print_job (site) where state = 'queued'`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}
