/** A rate of the card provider. */
export interface TaxRate {
  /** Per cent, with at most four decimals. */
  percentage: number;
  /** Whether the price holds the tax already. */
  inclusive: boolean;
}

/** A rate has at most four decimals, so this many make it whole. */
const wholePercent = 10_000;

/** The tax of one rate on an amount, to the nearest cent; half a cent goes up, as the provider rounds it. */
function taxOf(amount: number, { percentage }: TaxRate): number {
  const product = amount * Math.round(percentage * wholePercent);
  const whole = 100 * wholePercent;
  return Math.floor((2 * product + whole) / (2 * whole));
}

/** What an invoice of this amount comes to: each rate on the amount itself, each rounded by itself. Cents of an amount that is not negative. */
export const withTax = (amount: number, rates: readonly TaxRate[]): number =>
  rates.reduce((total, rate) => (rate.inclusive ? total : total + taxOf(amount, rate)), amount);
