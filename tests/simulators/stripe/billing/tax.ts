import type { Cents, Subscription, TaxLine, TaxRate } from './model.ts';
import { sum, taxShare } from './money.ts';

/** Makes a rate an integer: it has at most four decimals. */
const wholePercent = 10_000;

/** Returns the current rates: none for an exempt customer; the item's rates override the subscription's. */
export function ratesFor(
  { customer, taxRates }: Pick<Subscription, 'customer' | 'taxRates'>,
  { taxRates: own = [] }: { taxRates?: readonly TaxRate[] },
): readonly TaxRate[] {
  if (customer.taxExempt) return [];
  return own.length > 0 ? own : taxRates;
}

/** Returns the taxes of a line: each rate applies to the line's amount and is rounded separately. A credit returns its tax. */
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
