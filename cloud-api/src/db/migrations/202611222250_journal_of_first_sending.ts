import { sql, type Kysely } from 'kysely';

/**
 * The agent's journal to which an opening or a paper was sent first: only that journal knows whether it was done. And what an agent says is
 * wrong at its site.
 */
const statements = [
  sql`alter table gate_command add column journal uuid`,
  sql`alter table print_job add column journal uuid`,
  sql`alter table site_agent add column problems jsonb not null default '[]'`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}
