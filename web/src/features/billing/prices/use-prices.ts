import type { LocationPrice, PriceProblem } from '@washdesk/contracts/billing/catalogue';
import type { PriceRange } from '@washdesk/contracts/company/reference';
import { usePriceRangesQuery, usePricesOfSitesQuery } from './prices-api.ts';

/** Returns the range of a product class; null if its prices are not limited. */
export type LimitsOf = (productClass: string) => PriceRange | null;

interface Prices {
  prices: readonly LocationPrice[];
  /** Prices meant as plans that cannot be sold. */
  problems: readonly PriceProblem[];
  limitsOf: LimitsOf;
  error: unknown;
  isLoading: boolean;
  refetch: () => void;
}

/** Returns every current price with its range. Prices are shown only after the ranges are loaded, so that none lacks its mark. */
export function usePrices(): Prices {
  const prices = usePricesOfSitesQuery();
  const ranges = usePriceRangesQuery({ query: { mode: 'raw' } });
  const error = (prices.data ? null : prices.error) ?? (ranges.data ? null : ranges.error) ?? null;
  const limits = new Map(ranges.data?.priceranges.map((range) => [range.product_class, range]));
  return {
    prices: ranges.data && prices.data ? prices.data.prices : [],
    problems: prices.data?.problems ?? [],
    limitsOf: (productClass) => limits.get(productClass) ?? null,
    error,
    isLoading: (!prices.data || !ranges.data) && error === null,
    refetch: () => {
      if (!prices.data) void prices.refetch();
      if (!ranges.data) void ranges.refetch();
    },
  };
}
