import type { PriceChange } from '../../ports/payments.ts';

/** The same item in a change and in its preview. Without proration there is no date either. */
export const itemParams = ({ item, price, prorate, prorationDate }: PriceChange) => ({
  items: [{ id: item, price }],
  proration_behavior: prorate,
  proration_date: prorate === 'none' ? undefined : prorationDate,
});
