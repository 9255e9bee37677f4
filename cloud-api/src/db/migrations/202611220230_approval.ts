import { sql, type Kysely } from 'kysely';

/** Acts above the caller's role that somebody else approved on the spot, each for one call under one key; and who it was, in the audit. */
const statements = [
  sql`create table approval (
    id uuid primary key,
    token_hash bytea not null unique,
    session uuid not null references session on delete cascade,
    requester text not null,
    approver text not null,
    approver_name text not null,
    approver_roles integer not null,
    endpoint text not null,
    key text not null,
    request_hash bytea not null,
    created timestamptz not null,
    expires timestamptz not null,
    used timestamptz
  )`,
  sql`create index approval_session on approval (session)`,
  sql`alter table audit add column approver text`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}
