import type { Cancel } from './events.ts';
import { issueInvoice, type Billed } from './invoice.ts';
import type { Instant, Line, Subscription } from './model.ts';
import { creditUnused, type Change } from './prorations.ts';
import { refuseEnded } from './update.ts';

/**
 * Cancels the subscription immediately. Open invoices stay open, but are not collected any more. Credit goes to the customer's next invoice
 * or to a last one. A last invoice with nothing due is lost with its credit.
 */
export function cancel(subscription: Subscription, { at, prorate, invoiceNow }: Cancel): Billed {
  refuseEnded(subscription);
  const { subscription: credited, lines } = prorate ? creditAll(subscription, at) : { subscription, lines: [] };
  const ended = end(credited, at);
  if (!invoiceNow) return { subscription: keptForCustomer(ended, lines), invoices: [] };
  const { subscription: billed, invoices } = issueInvoice(
    { ...ended, pending: [...lines, ...ended.pending] },
    at,
    'subscription_cycle',
    [],
  );
  const [last] = invoices;
  if (!last || last.total > 0) return { subscription: billed, invoices };
  const untouched = { ...billed.customer, balance: ended.customer.balance };
  return {
    subscription: { ...billed, customer: untouched },
    invoices: [{ ...last, amountDue: 0, endingBalance: last.startingBalance, abandoned: true }],
  };
}

/** A customer keeps the credit after the last subscription ends. */
function keptForCustomer(ended: Subscription, credits: readonly Line[]): Subscription {
  const waiting = credits.map((line) => ({ line, taxRates: null }));
  return { ...ended, customer: { ...ended.customer, waiting: [...(ended.customer.waiting ?? []), ...waiting] } };
}

export function end(subscription: Subscription, at: Instant): Subscription {
  return {
    ...subscription,
    status: 'canceled',
    canceledAt: subscription.canceledAt ?? at,
    endedAt: at,
    schedule: null,
    openInvoices: subscription.openInvoices.map((invoice) => ({ ...invoice, nextAttempt: null })),
  };
}

function creditAll(subscription: Subscription, at: Instant): Change {
  let credited = subscription;
  const lines: Line[] = [];
  for (const { id } of subscription.items) {
    const credit = creditUnused(credited, id, at);
    credited = credit.subscription;
    lines.push(...credit.lines);
  }
  return { subscription: credited, lines };
}
