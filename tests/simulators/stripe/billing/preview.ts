import { dueByCalendar } from './due-instants.ts';
import { bill } from './engine.ts';
import type { BillingEvent } from './events.ts';
import type { Invoice, Subscription } from './model.ts';

/**
 * The first invoice that the event will lead to: its own, or else the next one that the clock brings, its prorations included.
 * Null when none will ever come. The event is only thought of: keep nothing, and the subscription is as before.
 */
export function preview(subscription: Subscription | null, event: BillingEvent): Invoice | null {
  const outcome = bill(subscription, event);
  return outcome.invoices[0] ?? upcoming(outcome.subscription);
}

/** The next invoice if nothing changes, whether or not the open ones are paid; null when the subscription ends without one. */
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
