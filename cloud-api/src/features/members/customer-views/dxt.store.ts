import type { Db } from '../../../db/pool.ts';

/** What the roster says of each code that is this customer's. */
export function rosterRowsOf(db: Db, customer: string) {
  return db
    .selectFrom('roster_entry')
    .select(['code', 'status', 'schedule', 'plan_name', 'period_end', 'price_increase'])
    .where('customer', '=', customer)
    .where('removed', '=', false)
    .orderBy('code')
    .execute();
}
