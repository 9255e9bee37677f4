import { sum, taxShare } from './money.ts';
import type { Cents, Subscription, TaxLine, TaxRate } from './model.ts';

/** A rate has at most four decimals, so this many make it whole. */
const wholePercent = 10_000;

/** The rates for what is billed now: none for an exempt customer, the item's own before the subscription's. */
export function ratesFor(
  { customer, taxRates }: Pick<Subscription, 'customer' | 'taxRates'>,
  { taxRates: own = [] }: { taxRates?: readonly TaxRate[] },
): readonly TaxRate[] {
  if (customer.taxExempt) return [];
  return own.length > 0 ? own : taxRates;
}

/** The taxes of a line: each rate on the line's own amount, rounded by itself; a credit gets its tax back. */
export function taxesOn(amount: Cents, rates: readonly TaxRate[]): TaxLine[] {
  return rates.map(({ id, percentage }) => ({
    rateId: id,
    amount: taxShare(amount, Math.round(percentage * wholePercent), 100 * wholePercent),
    taxableAmount: amount,
  }));
}

export function taxOf(lines: Iterable<{ taxes: readonly TaxLine[] }>): Cents {
  let total = 0;
  for (const { taxes } of lines) total += sum(taxes.map(({ amount }) => amount));
  return total;
}
