/**
 * Money is integer cents everywhere; dollars exist only where a request, a page or a document is read or written
 * (docs/decisions/0015-money-as-cents.md).
 */

/** The largest amount that can be charged at once: eight digits of cents at the card provider. */
export const maxAmountCents = 99_999_999;

const dollarsForm = /^(?<minus>-)?(?<whole>\d*)(?:\.(?<fraction>\d{1,2}))?$/;

// 'negative' drops the minus of zero: nobody writes the amount '-0'.
const usDollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', signDisplay: 'negative' });

/**
 * Integer cents from dollars as typed: '12.5' is 1250, '.50' is 50, '-12.50' is -1250. Null for anything else: nothing typed, more than two decimals,
 * signs of grouping or currency, exponents, and amounts beyond exact integers. No floating point on the way.
 */
export function dollarsToCents(text: string): number | null {
  const parts = dollarsForm.exec(text.trim())?.groups;
  if (!parts) return null;
  const { minus, whole = '', fraction = '' } = parts;
  if (whole === '' && fraction === '') return null;
  const cents = Number(whole + fraction.padEnd(2, '0'));
  if (!Number.isSafeInteger(cents)) return null;
  return minus && cents > 0 ? -cents : cents;
}

/** Integer cents of an amount that can be paid, as typed in dollars: above zero, and no more than can be charged at once. Null for anything else. */
export function payableCents(text: string): number | null {
  const cents = dollarsToCents(text);
  return cents !== null && cents > 0 && cents <= maxAmountCents ? cents : null;
}

/** Cents as people read them: 123450 is '$1,234.50', -50 is '-$0.50'. Exact for any amount that a card can be charged. */
export function centsToDollars(cents: number): string {
  return usDollars.format(cents / 100);
}
