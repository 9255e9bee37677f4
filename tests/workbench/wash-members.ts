import type { Company } from '@washdesk/simulators/company/company';
import type { Member } from '@washdesk/simulators/company/member-model';

/** Returns the prices of plans that lanes redeem: not all products are washes. */
export function washPricesOf({ products, prices }: Pick<Company, 'products' | 'prices'>): ReadonlySet<string> {
  const washPlans = new Set(products.filter(({ redeemable }) => redeemable).map(({ id }) => id));
  return new Set(prices.filter(({ productId }) => washPlans.has(productId)).map(({ id }) => id));
}

/** Returns the ordinary members whom a lane admits. */
export function washMembers(company: Company): Member[] {
  const edgeCases = new Set(Object.values(company.edgeCases).map(({ code }) => code));
  const washPrices = washPricesOf(company);
  return company.members.filter(
    ({ subscription, deleted, plate }) =>
      subscription?.status === 'active' && washPrices.has(subscription.priceId) && !deleted && !edgeCases.has(plate),
  );
}
