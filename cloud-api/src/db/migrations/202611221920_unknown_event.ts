import { sql, type Kysely } from 'kysely';

/** Events that the provider signed and nobody understood, byte by byte: a text column would not take a NUL. */
const statements = [
  sql`create table unknown_event (
    hash bytea primary key,
    received timestamptz not null default now(),
    problem text not null,
    body bytea not null
  )`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}
