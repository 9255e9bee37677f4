import { discountLines, discountOf, discountsAt, usedUp } from './discounts.ts';
import type { BillingReason, Cents, Debit, Instant, Invoice, Line, OpenInvoice, Subscription, WaitingItem } from './model.ts';
import { sum } from './money.ts';
import { ratesFor, taxesOn, taxOf } from './tax.ts';

/** In US dollars. A smaller amount is not charged but added to the customer's balance ("Customer invoice balance"). */
const minimumCharge: Cents = 50;

/** A renewal invoice stays a draft for about an hour before it is charged ("Using trial periods on subscriptions"). */
const draftSeconds = 3600;

export interface Billed {
  subscription: Subscription;
  invoices: Invoice[];
}

/**
 * Puts all pending lines, then `lines`, on one invoice. Issues none if the subscription itself has nothing to bill. The customer's own
 * pending items are included.
 */
export function issueInvoice(subscription: Subscription, created: Instant, reason: BillingReason, lines: readonly Line[]): Billed {
  const own = [...subscription.pending, ...lines];
  if (own.length === 0) return { subscription, invoices: [] };
  const gross = [...(subscription.customer.waiting ?? []).map((item) => taxedLine(subscription, item)), ...own];
  const all = discountLines(gross, discountsAt(subscription, created));

  const subtotal = sum(all.map(({ amount }) => amount));
  const tax = taxOf(all);
  const startingBalance = subscription.customer.balance;
  const total = subtotal - sum(all.map(discountOf)) + tax;
  const due = total + startingBalance;
  const amountDue = due < minimumCharge ? 0 : due;
  const endingBalance = due - amountDue;
  const number = subscription.invoiceCount + 1;
  const invoice = { number, reason, created, lines: all, subtotal, tax, total, startingBalance, endingBalance, amountDue };
  const { customer, ...rest } = usedUp(subscription, all, created);
  return {
    subscription: {
      ...subscription,
      ...rest,
      debits: netDebits(subscription, all, created),
      pending: [],
      invoiceCount: number,
      customer: { ...customer, balance: endingBalance, waiting: [] },
      openInvoices: amountDue === 0 ? subscription.openInvoices : [...subscription.openInvoices, opened(subscription, invoice)],
    },
    invoices: [invoice],
  };
}

function taxedLine(subscription: Subscription, { line, taxRates }: WaitingItem): Line {
  if (taxRates === null) return line;
  const rates = ratesFor(subscription, { taxRates });
  return { ...line, taxes: taxesOn(line.amount, rates), taxRates: rates };
}

/** Lowers the debits of discounted lines, so that a later credit returns only what was billed. */
function netDebits(subscription: Subscription, lines: readonly Line[], at: Instant): readonly Debit[] {
  return subscription.debits.map((debit) => {
    const line = lines.find(({ itemId, period, proration }) => itemId === debit.itemId && !proration && period.start === debit.span.start);
    const off = line ? discountOf(line) : 0;
    if (off === 0 || debit.cost !== undefined) return debit;
    return { ...debit, amount: debit.amount - off, cost: debit.amount - off, discounts: discountsAt(subscription, at) };
  });
}

function opened({ status, daysUntilDue = null }: Subscription, { number, amountDue, reason, created }: Invoice): OpenInvoice {
  const sent = daysUntilDue !== null;
  const firstAttempt = reason === 'subscription_cycle' || sent ? created + draftSeconds : created;
  return { number, amountDue, attempts: 0, ...(sent && { sent }), nextAttempt: status === 'unpaid' ? null : firstAttempt };
}
