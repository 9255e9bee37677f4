import { sql, type Kysely } from 'kysely';

/** The call that caused a job, for the audit of what the job does later. The release before leaves both empty. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table job add column request_id text, add column device uuid`.execute(db);
}
