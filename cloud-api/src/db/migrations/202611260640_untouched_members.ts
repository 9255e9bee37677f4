import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table price_increase_member drop constraint price_increase_member_state_check`.execute(db);
  await sql`
    alter table price_increase_member add constraint price_increase_member_state_check
    check (state in ('planned', 'checked', 'scheduled', 'skipped', 'refused', 'undone', 'kept', 'untouched')) not valid`.execute(db);
}
