import { sql, type Kysely } from 'kysely';

/** Its index is built while the release before goes on writing, so each statement stands alone. */
export const transactional = false;

/** A gate that is opened for a member is part of what happened to the member. */
const statements = [
  sql`alter table gate_command add column if not exists customer text`,
  // an index whose building was cut off is there and of no use
  sql`drop index if exists gate_command_customer`,
  sql`create index concurrently gate_command_customer on gate_command (customer, asked desc) where customer is not null`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}
