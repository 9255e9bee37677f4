import type { Pool } from '../../../db/pool.ts';

/** A row of the roster: the data of a code for the cloud and every lane. */
export interface Membership {
  customer: string;
  name: string | null;
  subscription: string | null;
  schedule: string | null;
  planName: string | null;
  productClass: string | null;
  status: string;
  periodEnd: Date | null;
  priceIncrease: boolean;
}

const byCode = {
  name: 'membership-by-code',
  text: `select customer, name, subscription, schedule, plan_name as "planName", product_class as "productClass", status, period_end as "periodEnd",
      price_increase as "priceIncrease"
    from roster_entry where code = $1 and not removed`,
};

/** Runs often, so it is prepared by name. */
export async function membershipOf(pool: Pool, code: string): Promise<Membership | null> {
  const { rows } = await pool.raw.query<Membership>(byCode, [code]);
  return rows[0] ?? null;
}
