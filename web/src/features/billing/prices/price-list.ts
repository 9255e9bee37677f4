import type { LocationPrice } from '@washdesk/contracts/billing/catalogue';
import { markOutsideRange } from '@washdesk/rules/plans/price-ranges';
import type { LimitsOf } from './use-prices.ts';

export interface PriceFilter {
  /** A part of the plan's name. */
  name: string;
  site: number | null;
  productClass: string | null;
  kind: 'all' | 'online' | 'offline' | 'outside';
}
export const everyPrice: PriceFilter = { name: '', site: null, productClass: null, kind: 'all' };

export type PriceOrder = 'site' | 'class' | 'plan' | 'cheapest' | 'dearest';

/** The comparison of each order; equal prices are ordered by site, as in the API. */
const comparisons: Readonly<Record<PriceOrder, (a: LocationPrice, b: LocationPrice) => number>> = {
  site: (a, b) => a.sitenumber - b.sitenumber,
  class: (a, b) => a.productClass.localeCompare(b.productClass),
  plan: (a, b) => a.planName.localeCompare(b.planName),
  cheapest: (a, b) => a.planPrice - b.planPrice,
  dearest: (a, b) => b.planPrice - a.planPrice,
};

interface Wanted {
  filter: PriceFilter;
  order: PriceOrder;
  limitsOf: LimitsOf;
}

/** Returns the prices that match the filter, sorted. */
export function shownPrices(prices: readonly LocationPrice[], { filter, order, limitsOf }: Wanted): LocationPrice[] {
  const name = filter.name.trim().toLowerCase();
  const suits = (price: LocationPrice): boolean =>
    price.planName.toLowerCase().includes(name) &&
    (filter.site === null || price.sitenumber === filter.site) &&
    (filter.productClass === null || price.productClass === filter.productClass) &&
    isOfKind(price, filter.kind, limitsOf);
  return prices.filter(suits).toSorted(comparisons[order]);
}

function isOfKind({ availableonline, planPrice, productClass }: LocationPrice, kind: PriceFilter['kind'], limitsOf: LimitsOf): boolean {
  if (kind === 'all') return true;
  if (kind === 'outside') return markOutsideRange(planPrice, limitsOf(productClass)) !== null;
  return (availableonline === 1) === (kind === 'online');
}
