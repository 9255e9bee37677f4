import { sql, type Kysely } from 'kysely';

/** A coupon that was made keeps its row when its image is removed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table wash_coupon drop constraint wash_coupon_check`.execute(db);
  await sql`alter table wash_coupon add constraint wash_coupon_image check (state = 'made' or image is null)`.execute(db);
}
