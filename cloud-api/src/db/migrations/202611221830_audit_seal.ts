import { sql, type Kysely } from 'kysely';

/** The chain of hashes over the audit: each seal covers one audit row and the seal before it. */
const statements = [
  sql`create table audit_seal (
    seq bigint primary key,
    audit uuid not null unique,
    hash bytea not null,
    sealed timestamptz not null default now()
  )`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}
