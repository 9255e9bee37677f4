import { centsToDollars } from '../billing/money.ts';
import { downgradeCapCents } from './plan-choice.ts';

/** What a price of one product class may be, by vehicle; cents a month (docs/rules/billing.md#price-ranges). */
export interface PriceLimits {
  min_price: number;
  max_car: number;
  max_truck: number;
  max_car_commercial: number;
  max_truck_commercial: number;
}
type MaximumName = Exclude<keyof PriceLimits, 'min_price'>;

/** The highest prices with the vehicles that they are for. */
const vehicleNames: Readonly<Record<MaximumName, string>> = {
  max_car: 'cars',
  max_truck: 'trucks',
  max_car_commercial: 'commercial cars',
  max_truck_commercial: 'commercial trucks',
};
const maximumNames = Object.keys(vehicleNames) as MaximumName[];

/** Every highest price that is below the lowest. */
export const maximaBelowMinimum = (limits: PriceLimits): MaximumName[] => maximumNames.filter((name) => limits[name] < limits.min_price);

export interface Vehicle {
  isTruck: boolean;
  isCommercial: boolean;
}

/** The highest price that counts for a vehicle. */
export function maximumFor({ isTruck, isCommercial }: Vehicle): MaximumName {
  if (isTruck) return isCommercial ? 'max_truck_commercial' : 'max_truck';
  return isCommercial ? 'max_car_commercial' : 'max_car';
}

/** Nobody pays more than the cap after a downgrade, so a price of exactly the cap is never too low. */
const isTooLow = (amount: number, { min_price }: PriceLimits): boolean => amount < min_price && amount !== downgradeCapCents;

/**
 * Why a member may not get this price, with the limits; null where the member may.
 * @param limits of the price's product class; null for a class without a row, which is not limited
 */
export function refusalOfPrice(
  { amount, productClass }: { amount: number; productClass: string },
  limits: PriceLimits | null,
  vehicle: Vehicle,
): string | null {
  if (limits === null) return null;
  const name = maximumFor(vehicle);
  if (!isTooLow(amount, limits) && amount <= limits[name]) return null;
  const range = `${centsToDollars(limits.min_price)} to ${centsToDollars(limits[name])}`;
  return `${centsToDollars(amount)} is outside the price range of ${productClass} for ${vehicleNames[name]}: ${range}`;
}

/** How a price of the company's list lies outside its range, whatever is driven, in words; null inside it. */
export function markOutsideRange(amount: number, limits: PriceLimits | null): string | null {
  if (limits === null) return null;
  if (isTooLow(amount, limits)) return 'Below range';
  const exceeded = maximumNames.filter((name) => amount > limits[name]);
  if (exceeded.length === 0) return null;
  return exceeded.length === maximumNames.length
    ? 'Above range'
    : `Above range for ${exceeded.map((name) => vehicleNames[name]).join(', ')}`;
}
