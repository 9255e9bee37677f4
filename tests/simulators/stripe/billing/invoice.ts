import type { BillingReason, Cents, Instant, Invoice, Line, OpenInvoice, Subscription, WaitingItem } from './model.ts';
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
  const all = [...(subscription.customer.waiting ?? []).map((item) => taxedLine(subscription, item)), ...own];

  const subtotal = sum(all.map(({ amount }) => amount));
  const tax = taxOf(all);
  const startingBalance = subscription.customer.balance;
  const due = subtotal + tax + startingBalance;
  const amountDue = due < minimumCharge ? 0 : due;
  const endingBalance = due - amountDue;
  const number = subscription.invoiceCount + 1;
  const invoice = { number, reason, created, lines: all, subtotal, tax, total: subtotal + tax, startingBalance, endingBalance, amountDue };
  return {
    subscription: {
      ...subscription,
      pending: [],
      invoiceCount: number,
      customer: { ...subscription.customer, balance: endingBalance, waiting: [] },
      openInvoices: amountDue === 0 ? subscription.openInvoices : [...subscription.openInvoices, opened(subscription, invoice)],
    },
    invoices: [invoice],
  };
}

function taxedLine(subscription: Subscription, { line, taxRates }: WaitingItem): Line {
  return taxRates === null ? line : { ...line, taxes: taxesOn(line.amount, ratesFor(subscription, { taxRates })) };
}

function opened({ status }: Subscription, { number, amountDue, reason, created }: Invoice): OpenInvoice {
  const firstAttempt = reason === 'subscription_cycle' ? created + draftSeconds : created;
  return { number, amountDue, attempts: 0, nextAttempt: status === 'unpaid' ? null : firstAttempt };
}
