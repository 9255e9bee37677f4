import type { Cancel } from './events.ts';
import { issueInvoice, type Billed } from './invoice.ts';
import { creditUnused, type Change } from './prorations.ts';
import { refuseEnded } from './update.ts';
import type { Instant, Line, Subscription } from './model.ts';

/**
 * Ends the subscription at once. Invoices that are open stay so, but nobody tries to collect them any more. What is credited waits for
 * any next invoice of the customer's, or is on a last one; a last one that owes nothing is lost with all its credit.
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

/** Whoever has credit left keeps it, though no subscription of theirs remains. */
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
