import type { Pool } from '../../../db/pool.ts';
import { loadCatalogue, loadCustomerAggregates } from '../../../mirror/projection/customer-aggregates.store.ts';
import { planSummary } from '../../../mirror/projection/memberships.ts';
import { hasCode, otherHoldersOf, type Membership } from './membership.store.ts';

/** Returns the membership of one customer, even if lanes assign the code to another of its holders; null if the customer lacks the code. */
export async function chosenMembership(
  pool: Pool,
  { code, customer }: { code: string; customer: string },
  now: Date,
  goodDays: number,
): Promise<Membership | null> {
  if (!(await hasCode(pool.db, code, customer))) return null;
  const plan = await pool.db.transaction().execute(async (tx) => {
    const [aggregate] = await loadCustomerAggregates(tx, [customer]);
    return aggregate ? planSummary(aggregate, await loadCatalogue(tx), now, goodDays) : null;
  });
  if (!plan) return null;
  return {
    customer,
    name: plan.name,
    subscription: plan.subscription,
    schedule: plan.schedule,
    planName: plan.plan_name,
    productClass: plan.product_class,
    status: plan.status,
    periodEnd: plan.period_end,
    goodUntil: plan.good_until,
    priceIncrease: plan.price_increase,
    otherHolders: await otherHoldersOf(pool, code, customer),
  };
}
