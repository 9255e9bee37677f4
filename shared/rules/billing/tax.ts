/** A tax rate of the card provider. */
export interface TaxRate {
  /** Percent, with at most four decimals. */
  percentage: number;
  /** Whether the price includes the tax. */
  inclusive: boolean;
}

/** The factor that makes a rate of at most four decimals an integer. */
const wholePercent = 10_000;

/** Returns the tax of one rate on an amount to the nearest cent; half a cent rounds up, as at the provider. */
function taxOf(amount: number, { percentage }: TaxRate): number {
  const product = amount * Math.round(percentage * wholePercent);
  const whole = 100 * wholePercent;
  return Math.floor((2 * product + whole) / (2 * whole));
}

/**
 * Returns an invoice's total: each rate applies to the amount itself and is rounded separately. The amount is in cents and not negative.
 */
export const withTax = (amount: number, rates: readonly TaxRate[]): number =>
  rates.reduce((total, rate) => (rate.inclusive ? total : total + taxOf(amount, rate)), amount);
