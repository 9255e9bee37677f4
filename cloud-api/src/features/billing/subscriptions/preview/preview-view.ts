import type { Preview } from '@washdesk/contracts/billing/plans/subscription-preview';
import { withTax, type TaxRate } from '@washdesk/rules/billing/tax';
import { discountOf, withDiscountLines } from '../../../../common/discount-lines.ts';
import type { ProviderInvoice, ProviderInvoiceLine } from '../../../../common/provider-objects.ts';
import type { InvoiceDiscount, InvoicePreview } from '../../../../ports/payments.ts';

/** Cents: Stripe's minimum charge; a smaller amount goes to the customer's balance and the next invoice. */
const leastCharge = 50;

/** Returns the part of an amount that is charged, not carried to the next invoice. */
export const chargedOf = (cents: number): number => (cents < leastCharge ? 0 : cents);

const linesOf = (lines: readonly ProviderInvoiceLine[]): Preview['lines'] =>
  withDiscountLines(lines).map(({ description, amount, period }) => ({
    description,
    amount,
    period: { start: period.start, end: period.end },
  }));

interface When {
  /** Epoch seconds from which the new plan is charged. */
  from: number;
  /** Epoch seconds of the next invoice. */
  date: number;
}

/**
 * Returns the preview of a start or change: what is due today, and what from when.
 * @param today null if nothing is billed now
 * @param next the invoice after it, as if it were the first; today's effect on the customer's balance is added here
 */
export function wholePreview(today: InvoicePreview | null, next: InvoicePreview, { from, date }: When): Preview {
  const left = today && leftAfter(today);
  const amount = left === null ? next.amount_due : chargedOf(next.total + left);
  const before = (today ?? next).starting_balance;
  return {
    due_today: today?.amount_due ?? 0,
    tax: today?.tax ?? 0,
    lines: linesOf(today?.lines ?? []),
    from,
    proration_date: from,
    balance: { before, after: (left ?? before) + next.total - amount },
    next: { date, amount, monthly: monthlyOf(next, date), tax: next.tax, lines: linesOf(next.lines) },
  };
}

/** Returns the customer's balance after an invoice. */
const leftAfter = ({ starting_balance, total, amount_due }: InvoicePreview): number => starting_balance + total - amount_due;

/**
 * Returns what each whole month costs with tax, without the credits and rests of earlier periods that the next invoice settles. Null if a
 * coupon lowers the invoice that does not last.
 */
function monthlyOf({ lines, amount_due, discounts }: InvoicePreview, date: number): number | null {
  if (lastingDiscounts(discounts, Infinity).length < discounts.length) return null;
  const whole = lines.filter(({ period }) => period.start >= date);
  return whole.length === 0 ? amount_due : totalOf(whole);
}

/**
 * Returns the next invoice of a plan whose schedule is released by the change: Stripe uses the schedule's price while it exists.
 * @param billed as Stripe would bill the change now
 * @param month a whole month of the new plan
 * @param date epoch seconds of the next invoice
 */
export function withoutSchedule(billed: InvoicePreview, month: InvoicePreview, date: number): InvoicePreview {
  const waiting = billed.lines.filter(({ period }) => period.start < date);
  const subtotal = sum(waiting.map(({ amount }) => amount)) + month.subtotal;
  const tax = sum(waiting.map(taxOf)) + month.tax;
  const total = totalOf(waiting) + month.total;
  const amount_due = chargedOf(billed.starting_balance + total);
  return { ...billed, subtotal, tax, total, amount_due, lines: [...waiting, ...month.lines] };
}

const sum = (cents: readonly number[]): number => cents.reduce((total, one) => total + one, 0);

/** Returns the discounts of an invoice that still apply at `date`, in epoch seconds. */
export const lastingDiscounts = (discounts: readonly InvoiceDiscount[], date: number): InvoiceDiscount[] =>
  discounts.filter(({ once, end }) => !once && (end === null || end > date));

/** Takes discounts off a month of one line that Stripe previewed without them. */
export function discountedMonth(month: InvoicePreview, discounts: readonly InvoiceDiscount[], rates: readonly TaxRate[]): InvoicePreview {
  const [line] = month.lines;
  if (!line || discounts.length === 0) return month;
  let net = month.subtotal;
  for (const { percentOff, amountOff } of discounts)
    net -= amountOff === null ? Math.round((net * (percentOff ?? 0)) / 100) : Math.min(amountOff, net);
  const tax = withTax(net, rates) - net;
  const lines = [{ ...line, discount_amounts: [{ amount: month.subtotal - net }], taxes: [{ amount: tax }] }];
  return { ...month, discounts, lines, tax, total: net + tax, amount_due: chargedOf(month.starting_balance + net + tax) };
}

/** Returns the part of an invoice for the periods from `date` on, without what earlier changes left to bill. */
export function periodsFrom(invoice: InvoicePreview, date: number): InvoicePreview {
  const lines = invoice.lines.filter(({ period }) => period.start >= date);
  const subtotal = sum(lines.map(({ amount }) => amount));
  const tax = sum(lines.map(taxOf));
  const total = totalOf(lines);
  return { ...invoice, lines, subtotal, tax, total, amount_due: chargedOf(invoice.starting_balance + total) };
}

const taxOf = ({ taxes }: ProviderInvoiceLine): number => sum(taxes?.map(({ amount }) => amount) ?? []);

/** Returns what lines cost with their discounts and tax. */
const totalOf = (lines: readonly ProviderInvoiceLine[]): number => sum(lines.map((line) => line.amount - discountOf(line) + taxOf(line)));

/** Amounts of one invoice, in cents. */
export interface Amounts {
  amount_due: number;
  subtotal: number;
  tax: number;
  total: number;
  lines: Preview['lines'];
  balance: Preview['balance'];
}

export function amountsOf(invoice: InvoicePreview): Amounts {
  const { amount_due, subtotal, tax, total, lines, starting_balance: before } = invoice;
  return { amount_due, subtotal, tax, total, lines: linesOf(lines), balance: { before, after: leftAfter(invoice) } };
}

/** Returns the amounts of an existing invoice that will be paid. */
export function amountsOfOpen(invoice: ProviderInvoice, balance: number): Amounts {
  const { amount_remaining, subtotal, total, total_excluding_tax, lines } = invoice;
  const tax = total - (total_excluding_tax ?? subtotal);
  // a finalized invoice has used the balance already
  return { amount_due: amount_remaining, subtotal, tax, total, lines: linesOf(lines.data), balance: { before: balance, after: balance } };
}

export function openInvoicePreview(invoice: ProviderInvoice): Pick<Preview, 'due_today' | 'tax' | 'lines'> {
  const { amount_due, tax, lines } = amountsOfOpen(invoice, 0);
  return { due_today: amount_due, tax, lines };
}
