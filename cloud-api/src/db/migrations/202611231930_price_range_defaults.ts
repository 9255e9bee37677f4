import { sql, type Kysely } from 'kysely';

/**
 * Price ranges count from now on, so the classes whose list prices lie above the common limits get wider ones: 5 dollars more for an oversized
 * vehicle and 20 more for a commercial one. A row that somebody has saved stays.
 */
const highest: Readonly<Record<string, number>> = { 'Super Kiss Plus': 5_499, 'Super Interior': 6_999, 'Oil Change': 5_999 };

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [productClass, car] of Object.entries(highest))
    await sql`update price_range
      set max_car = ${car}, max_truck = ${car + 500}, max_car_commercial = ${car + 2_000}, max_truck_commercial = ${car + 2_500}
      where product_class = ${productClass} and changed is null`.execute(db);
}
