import { offeredPlan, type PlanSettings } from '@washdesk/rules/plans/offered-plan';
import { badRequest } from '../../../common/failure.ts';
import type { Db } from '../../../db/pool.ts';
import { refusePriceOutOfRange } from '../../../documents/price-ranges.ts';
import { priceById } from '../../../mirror/reads/catalogue.store.ts';
import { latestPriceOf } from './customers.store.ts';

interface Options {
  db: Db;
  planSettings: () => Promise<PlanSettings>;
}

/**
 * Refuses to keep a price that a reinstatement or a change of price could not have: it must be sold, of the member's class and site, and in
 * its range (docs/rules/billing.md#kept-price). For a customer who never had a plan, any price of the catalog is accepted.
 * @throws Failure 400, 409 `price_out_of_range`
 */
export async function refuseOtherPlansPrice(
  { db, planSettings }: Options,
  customer: { id: string; metadata: Readonly<Record<string, string>> },
  price: string,
): Promise<void> {
  const [kept, paid, settings] = await Promise.all([priceById(db, price), latestPriceOf(db, customer.id), planSettings()]);
  const plan = kept && offeredPlan(kept.price, kept.product, settings);
  if (!plan?.active) throw badRequest('body.value', 'must be a price of the catalog that is in use');
  const former = paid === null ? null : await priceById(db, paid);
  const own = former && offeredPlan(former.price, former.product, settings);
  if (own && plan.productClass !== own.productClass)
    throw badRequest('body.value', `must be a price of ${own.productClass}, the member’s plan`);
  if (own && own.site !== null && plan.site !== own.site) throw badRequest('body.value', 'must be a price of the member’s site');
  await refusePriceOutOfRange(db, plan, customer);
}
