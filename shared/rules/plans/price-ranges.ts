import { centsToDollars } from '../billing/money.ts';
import { downgradeCapCents } from './plan-choice.ts';

/** Limits of a product class's price, by vehicle; cents per month (docs/rules/billing.md#price-ranges). */
export interface PriceLimits {
  min_price: number;
  max_car: number;
  max_truck: number;
  max_car_commercial: number;
  max_truck_commercial: number;
}
type MaximumName = Exclude<keyof PriceLimits, 'min_price'>;

/** The maxima with the vehicles they apply to. */
const vehicleNames: Readonly<Record<MaximumName, string>> = {
  max_car: 'cars',
  max_truck: 'trucks',
  max_car_commercial: 'commercial cars',
  max_truck_commercial: 'commercial trucks',
};
const maximumNames = Object.keys(vehicleNames) as MaximumName[];

/** Returns every maximum below the minimum. */
export const maximaBelowMinimum = (limits: PriceLimits): MaximumName[] => maximumNames.filter((name) => limits[name] < limits.min_price);

export interface Vehicle {
  isTruck: boolean;
  isCommercial: boolean;
}

/** Returns the maximum that applies to a vehicle. */
export function maximumFor({ isTruck, isCommercial }: Vehicle): MaximumName {
  if (isTruck) return isCommercial ? 'max_truck_commercial' : 'max_truck';
  return isCommercial ? 'max_car_commercial' : 'max_car';
}

/** Whether a price is below the minimum. The cap after a downgrade is never too low, because every downgrade may end there. */
const isTooLow = (amount: number, { min_price }: PriceLimits): boolean => amount < min_price && amount !== downgradeCapCents;

/**
 * Returns why a member cannot get this price, with the limits; null if possible.
 * @param limits of the price's product class; null if the class has no row and so no limits
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

/** Returns how a listed price is outside its range for any vehicle; null if it is inside. */
export function markOutsideRange(amount: number, limits: PriceLimits | null): string | null {
  if (limits === null) return null;
  if (isTooLow(amount, limits)) return 'Below range';
  const exceeded = maximumNames.filter((name) => amount > limits[name]);
  if (exceeded.length === 0) return null;
  return exceeded.length === maximumNames.length
    ? 'Above range'
    : `Above range for ${exceeded.map((name) => vehicleNames[name]).join(', ')}`;
}
