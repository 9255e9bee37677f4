import { sql, type Kysely } from 'kysely';

export const transactional = false;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index concurrently if exists gate_command_newest`.execute(db);
  await sql`create index concurrently gate_command_newest on gate_command (site, asked desc)`.execute(db);
}
