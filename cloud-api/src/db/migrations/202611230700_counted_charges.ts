import { sql, type Kysely } from 'kysely';

/** Its indexes are built while the release before goes on writing, so each statement stands alone. */
export const transactional = false;

/**
 * Charges that are found are counted up to 1,000: indexes that leave deleted ones out let the count be made without reading the charges. They
 * take the place of those that held deleted ones too.
 */
const statements = [
  // an index whose building was cut off is there and of no use
  sql`drop index if exists mirror_charge_live_last4`,
  sql`create index concurrently mirror_charge_live_last4 on mirror_charge (last4, created desc, id desc) where deleted_at is null`,
  sql`drop index if exists mirror_charge_live_amount`,
  sql`create index concurrently mirror_charge_live_amount on mirror_charge (amount, created desc, id desc) where deleted_at is null`,
  sql`drop index if exists mirror_charge_live_site`,
  sql`create index concurrently mirror_charge_live_site on mirror_charge (site, created desc, id desc) where deleted_at is null`,
  sql`drop index concurrently if exists mirror_charge_last4`,
  sql`drop index concurrently if exists mirror_charge_amount`,
  sql`drop index concurrently if exists mirror_charge_site`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}
