import type { PriceChange } from '../../ports/payments.ts';

/** Returns the same item for a change and for its preview. Without proration it has no date. */
export const itemParams = ({ item, price, prorate, prorationDate }: PriceChange) => ({
  items: [{ id: item, price }],
  proration_behavior: prorate,
  proration_date: prorate === 'none' ? undefined : prorationDate,
});
