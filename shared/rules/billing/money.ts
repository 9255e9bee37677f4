/**
 * Money is integer cents everywhere. Dollars exist only where a request, page or document is read or written
 * (docs/decisions/0015-money-as-cents.md).
 */

/** The largest amount of one charge: eight digits of cents at the card provider. */
export const maxAmountCents = 99_999_999;

/** What is wrong with an amount that is none. */
export const amountWords = 'Dollars with at most two decimals, like 12.50';

const dollarsForm = /^(?<minus>-)?(?<whole>\d*)(?:\.(?<fraction>\d{1,2}))?$/;

// 'negative' drops the minus sign of zero: no '-0'.
const usDollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', signDisplay: 'negative' });

/**
 * Parses dollars as typed into integer cents: '12.5' is 1250, '.50' is 50, '-12.50' is -1250. Returns null for anything else: empty text,
 * more than two decimals, grouping or currency signs, exponents, amounts beyond exact integers. Uses no floating point.
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

/**
 * Parses dollars as typed into integer cents of a payable amount: above zero, at most the largest charge. Returns null for anything else.
 */
export function payableCents(text: string): number | null {
  const cents = dollarsToCents(text);
  return cents !== null && cents > 0 && cents <= maxAmountCents ? cents : null;
}

/** Formats cents as dollars: 123450 is '$1,234.50', -50 is '-$0.50'. Exact for any amount that a card can be charged. */
export function centsToDollars(cents: number): string {
  return usDollars.format(cents / 100);
}
