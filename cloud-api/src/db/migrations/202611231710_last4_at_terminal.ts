import { sql, type Kysely } from 'kysely';

/** Its index is built while the release before goes on writing, so each statement stands alone. */
export const transactional = false;

/** A register looks for its charges by the last four digits; a card's digits alone are those of very many other cards too. */
const statements = [
  // an index whose building was cut off is there and of no use
  sql`drop index if exists mirror_charge_live_last4_terminal`,
  sql`create index concurrently mirror_charge_live_last4_terminal on mirror_charge (last4, terminal, created desc, id desc)
    where deleted_at is null`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}
