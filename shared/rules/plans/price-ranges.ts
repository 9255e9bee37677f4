/** What a price of one product class may be, by vehicle; cents a month (docs/rules/billing.md#price-ranges). */
export interface PriceLimits {
  min_price: number;
  max_car: number;
  max_truck: number;
  max_car_commercial: number;
  max_truck_commercial: number;
}

/** Every highest price that is below the lowest. */
export function maximaBelowMinimum({ min_price, ...maxima }: PriceLimits): (keyof typeof maxima)[] {
  const names = ['max_car', 'max_truck', 'max_car_commercial', 'max_truck_commercial'] as const;
  return names.filter((name) => maxima[name] < min_price);
}
