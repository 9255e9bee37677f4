import { sql, type Kysely } from 'kysely';

/** Its indexes are built while the release before goes on writing, so each statement stands alone. */
export const transactional = false;

/**
 * A customer's charges are counted and a page of them is found without reading the charges, and the invoice of each is found where the
 * customer's other invoices stand in the index.
 */
const statements = [
  // an index whose building was cut off is there and of no use
  sql`drop index if exists mirror_charge_live_customer`,
  sql`create index concurrently mirror_charge_live_customer on mirror_charge (customer, created desc, id desc) where deleted_at is null`,
  sql`drop index if exists mirror_invoice_customer_intent`,
  sql`create index concurrently mirror_invoice_customer_intent on mirror_invoice (customer, payment_intent) where payment_intent is not null`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}
