import { z } from 'zod';
import type { createIncrease, PaidPrice } from '@washdesk/contracts/billing/plans/price-increase';
import { parseUsDate } from '../../../domain/us-date.ts';

const optionalDay = z
  .string()
  .trim()
  .refine((text) => text === '' || parseUsDate(text) !== null, 'Type a date such as 06/01/2026')
  .transform((text) => parseUsDate(text) ?? undefined);

/** The form of a new increase; `prices` maps the current price to the new one. */
export const increaseForm = z.object({
  name: z.string().trim().min(1, 'Enter a name').max(80),
  effectiveDate: z.string().min(1, 'Choose an effective date'),
  signedUpFrom: optionalDay,
  signedUpBefore: optionalDay,
  prices: z.record(z.string(), z.string()).refine((prices) => Object.keys(prices).length > 0, 'Choose a new price for at least one plan'),
});
export type IncreaseFormValues = z.input<typeof increaseForm>;

export const emptyIncrease: IncreaseFormValues = { name: '', effectiveDate: '', signedUpFrom: '', signedUpBefore: '', prices: {} };

/** Returns the form's request. */
export function requestOf({ prices, ...same }: z.output<typeof increaseForm>): z.input<typeof createIncrease.body> {
  return { ...same, prices: Object.entries(prices).map(([from, to]) => ({ from, to })) };
}

export interface PriceFilter {
  /** The site of the prices; null for any. */
  site: number | null;
  productClass: string | null;
}

export const shownPrices = (prices: readonly PaidPrice[], { site, productClass }: PriceFilter): PaidPrice[] =>
  prices.filter((one) => (site === null || one.site === site) && (productClass === null || one.productClass === productClass));

/** Returns the next higher price of each plan that has one. */
export const nextPrices = (prices: readonly PaidPrice[]): Record<string, string> =>
  Object.fromEntries(prices.flatMap(({ price, targets: [next] }) => (next ? [[price, next.price]] : [])));

/** Returns how many members pay the chosen prices, and the increase per month before tax if none were skipped. */
export function sumOf(prices: readonly PaidPrice[], chosen: Readonly<Record<string, string>>): { members: number; more: number } {
  return prices.reduce(
    (sum, { price, amount, members, targets }) => {
      const target = targets.find((one) => one.price === chosen[price]);
      return target ? { members: sum.members + members, more: sum.more + members * (target.amount - amount) } : sum;
    },
    { members: 0, more: 0 },
  );
}
