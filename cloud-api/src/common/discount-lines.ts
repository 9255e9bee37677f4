import type { ProviderInvoiceLine } from './provider-objects.ts';

type Discounted = Pick<ProviderInvoiceLine, 'amount' | 'description' | 'discount_amounts' | 'period'>;

export const discountOf = ({ discount_amounts: amounts }: Pick<ProviderInvoiceLine, 'discount_amounts'>): number =>
  (amounts ?? []).reduce((total, { amount }) => total + amount, 0);

/** Adds a line for what coupons take off each line, so that lines and tax add up to the total. */
export const withDiscountLines = (lines: readonly Discounted[]): Discounted[] =>
  lines.flatMap((line) => (discountOf(line) === 0 ? [line] : [line, { ...line, description: 'Discount', amount: -discountOf(line) }]));
