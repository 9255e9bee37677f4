import { advance } from './advance.ts';
import { bill } from './engine.ts';
import type { BillingEvent } from './events.ts';
import type { Invoice, Subscription } from './model.ts';

/** A card that never declines. */
export const alwaysPays = (): boolean => true;

/** Applies the events in order, pays everything, and collects the invoices. */
export function replayEvents(events: readonly BillingEvent[]): { subscription: Subscription; invoices: Invoice[] } {
  const invoices: Invoice[] = [];
  let subscription: Subscription | null = null;
  for (const event of events) {
    const due = subscription && advance(subscription, event.at, alwaysPays);
    const outcome = bill(due && due.subscription, event);
    invoices.push(...(due?.invoices ?? []), ...outcome.invoices);
    subscription = advance(outcome.subscription, event.at, alwaysPays).subscription;
  }
  if (!subscription) throw new Error('No events to replay');
  return { subscription, invoices };
}
