import { sql, type Kysely } from 'kysely';

export const transactional = false;

/** For report 3: the few charges whose amount a person changed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index concurrently if exists mirror_charge_changed_amount`.execute(db);
  await sql`create index concurrently mirror_charge_changed_amount on mirror_charge (created desc, id desc)
    where (object->'metadata') ? 'originalamount'`.execute(db);
}
