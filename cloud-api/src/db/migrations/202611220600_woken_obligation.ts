import { sql, type Kysely } from 'kysely';

/** Its site came back while somebody was trying it: what that try met is no reason to wait. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table obligation add column woken boolean not null default false`.execute(db);
}
