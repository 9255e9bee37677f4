import { sum } from './money.ts';
import { taxOf } from './tax.ts';
import type { BillingReason, Cents, Instant, Invoice, Line, OpenInvoice, Subscription } from './model.ts';

/** In US dollars; less is not charged but carried to the customer's balance ("Customer invoice balance"). */
const minimumCharge: Cents = 50;

/** A renewal's invoice stays a draft for about an hour before it is charged ("Using trial periods on subscriptions"). */
const draftSeconds = 3600;

export interface Billed {
  subscription: Subscription;
  invoices: Invoice[];
}

/** Puts all that waits, and `lines` after it, on one invoice; none at all if that is nothing. */
export function issueInvoice(subscription: Subscription, created: Instant, reason: BillingReason, lines: readonly Line[]): Billed {
  const all = [...subscription.pending, ...lines];
  if (all.length === 0) return { subscription, invoices: [] };

  const subtotal = sum(all.map(({ amount }) => amount));
  const tax = taxOf(all);
  const startingBalance = subscription.customer.balance;
  const owed = subtotal + tax + startingBalance;
  const amountDue = owed < minimumCharge ? 0 : owed;
  const endingBalance = owed - amountDue;
  const number = subscription.invoiceCount + 1;
  const invoice = { number, reason, created, lines: all, subtotal, tax, total: subtotal + tax, startingBalance, endingBalance, amountDue };
  return {
    subscription: {
      ...subscription,
      pending: [],
      invoiceCount: number,
      customer: { ...subscription.customer, balance: endingBalance },
      openInvoices: amountDue === 0 ? subscription.openInvoices : [...subscription.openInvoices, opened(subscription, invoice)],
    },
    invoices: [invoice],
  };
}

function opened({ status }: Subscription, { number, amountDue, reason, created }: Invoice): OpenInvoice {
  const firstAttempt = reason === 'subscription_cycle' ? created + draftSeconds : created;
  return { number, amountDue, attempts: 0, nextAttempt: status === 'unpaid' ? null : firstAttempt };
}
