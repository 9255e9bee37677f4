import type { Cancel } from './events.ts';
import { issueInvoice, type Billed } from './invoice.ts';
import { creditUnused } from './prorations.ts';
import { refuseEnded } from './update.ts';
import type { Instant, Line, Subscription } from './model.ts';

/** Ends the subscription at once. Invoices that are open stay so, but nobody tries to collect them any more; a last one is collected. */
export function cancel(subscription: Subscription, { at, prorate, invoiceNow }: Cancel): Billed {
  refuseEnded(subscription);
  const credited = prorate ? creditAll(subscription, at) : subscription;
  const ended = end(credited, at);
  return invoiceNow ? issueInvoice(ended, at, 'subscription_update', []) : { subscription: ended, invoices: [] };
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

function creditAll(subscription: Subscription, at: Instant): Subscription {
  let credited = subscription;
  const lines: Line[] = [];
  for (const { id } of subscription.items) {
    const credit = creditUnused(credited, id, at);
    credited = credit.subscription;
    lines.push(...credit.lines);
  }
  return { ...credited, pending: [...lines, ...credited.pending] };
}
