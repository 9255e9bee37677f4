import { sql, type Kysely } from 'kysely';

/** A customer's debts are shown with those that were settled lately; the notice of a coming price is found by its subscription. */
const statements = [
  sql`drop index obligation_customer`,
  sql`create index obligation_customer on obligation (customer) where customer is not null`,
  sql`create index mirror_schedule_subscription on mirror_schedule (subscription)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}
