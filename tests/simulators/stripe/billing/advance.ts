import { dueInstants, type DueInstant } from './due-instants.ts';
import { bill } from './engine.ts';
import type { BillingEvent } from './events.ts';
import type { Billed } from './invoice.ts';
import type { Instant, Invoice, Subscription } from './model.ts';
import { standardPolicy, type Policy } from './payment.ts';

export interface Attempt {
  at: Instant;
  invoice: number;
}

/**
 * Moves the clock to `until` (inclusive) and processes everything that becomes due by then, in order.
 * @param pays returns the card's response to an attempt to collect
 */
export function advance(
  subscription: Subscription,
  until: Instant,
  pays: (attempt: Attempt) => boolean,
  policy: Policy = standardPolicy,
): Billed {
  const invoices: Invoice[] = [];
  let present = subscription;
  for (;;) {
    const next = dueInstants(present)[0];
    if (!next || next.at > until) return { subscription: present, invoices };
    const outcome = bill(present, eventFor(next, pays), policy);
    invoices.push(...outcome.invoices);
    present = outcome.subscription;
  }
}

function eventFor(next: DueInstant, pays: (attempt: Attempt) => boolean): BillingEvent {
  if (next.what !== 'payment') return { type: 'due', at: next.at };
  return { type: 'payment', at: next.at, invoice: next.invoice, succeeded: pays({ at: next.at, invoice: next.invoice }) };
}
