import { dueByCalendar } from './due-instants.ts';
import { bill } from './engine.ts';
import type { BillingEvent } from './events.ts';
import type { Invoice, Subscription } from './model.ts';

/**
 * Returns the first invoice after the event, including prorations: the event's own, otherwise the next one by the clock. Null if there is
 * never one. Nothing is stored.
 */
export function preview(subscription: Subscription | null, event: BillingEvent): Invoice | null {
  const outcome = bill(subscription, event);
  return outcome.invoices[0] ?? upcoming(outcome.subscription);
}

/** Returns the next invoice if nothing changes, whether or not open invoices are paid. Null if the subscription ends without one. */
export function upcoming(subscription: Subscription): Invoice | null {
  let ahead = subscription;
  for (;;) {
    const next = dueByCalendar(ahead)[0];
    if (!next) return null;
    const outcome = bill(ahead, { type: 'due', at: next.at });
    if (outcome.invoices[0]) return outcome.invoices[0];
    ahead = outcome.subscription;
  }
}
