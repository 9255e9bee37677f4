import { sql, type Kysely } from 'kysely';

/** How many messages a recipient has had; and who let a customer sign where no tablet did. */
const statements = [
  sql`create index message_recipient on message (lower(recipient), queued)`,
  sql`alter table signature add column signed_at_register_by text`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}
