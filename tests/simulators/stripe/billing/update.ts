import { BillingError } from './billing-error.ts';
import type { SetSchedule, Update } from './events.ts';
import { issueInvoice, type Billed } from './invoice.ts';
import { changeItems } from './prorations.ts';
import type { Instant, ItemChange, ProrationBehavior, Subscription } from './model.ts';

/**
 * Changes the subscription at once. Whether the money must come first (`error_if_incomplete`) is the caller's: a declined card
 * means that it forgets the outcome and keeps the subscription as it was.
 */
export function update(subscription: Subscription, event: Update): Billed {
  const { at, items = [], prorationBehavior = 'create_prorations', prorationDate = at } = event;
  refuseEnded(subscription);
  if (prorationDate !== at) refuseOutsidePeriod(subscription, items, prorationDate);
  const cancelAtPeriodEnd = event.cancelAtPeriodEnd ?? subscription.cancelAtPeriodEnd;
  const before = {
    ...subscription,
    taxRates: event.taxRates ?? subscription.taxRates,
    cancelAtPeriodEnd,
    canceledAt: cancelAtPeriodEnd ? (subscription.canceledAt ?? at) : null,
  };
  return applyChanges(before, items, { at, date: prorationDate, behavior: prorationBehavior });
}

/** Changes items and does with the prorations as `behavior` says: leaves them for the next invoice, invoices them, or makes none. */
export function applyChanges(
  before: Subscription,
  items: readonly ItemChange[],
  { at, date, behavior }: { at: Instant; date: Instant; behavior: ProrationBehavior },
): Billed {
  const { subscription, lines } = changeItems(before, items, date, behavior !== 'none');
  // The newest come first, as on Stripe's invoices.
  const waiting = { ...subscription, pending: [...lines, ...subscription.pending] };
  if (behavior !== 'always_invoice' || lines.length === 0) return { subscription: waiting, invoices: [] };
  return issueInvoice(waiting, at, 'subscription_update', []);
}

export function refuseEnded({ endedAt }: Subscription): void {
  if (endedAt !== null) throw new BillingError('subscription_ended', 'The subscription has ended and can no longer change.');
}

function refuseOutsidePeriod({ items }: Subscription, changes: readonly ItemChange[], date: Instant): void {
  const changed = new Set(changes.map(({ id }) => id));
  const outside = items.some(({ id, period }) => changed.has(id) && (date < period.start || date > period.end));
  if (outside) throw new BillingError('proration_date_outside_period', 'The proration date must be within the current period.');
}

export function setSchedule(subscription: Subscription, { at, phases, releasesAt }: SetSchedule): Subscription {
  refuseEnded(subscription);
  if (phases.some(({ start }) => start <= at || start >= releasesAt)) {
    throw new BillingError('phase_in_past', 'A phase to come must start in the future and before the schedule ends.');
  }
  return { ...subscription, schedule: { phases, releasesAt } };
}

/** The subscription goes on as it is, and no phase comes any more. */
export function releaseSchedule(subscription: Subscription): Subscription {
  refuseEnded(subscription);
  return { ...subscription, schedule: null };
}
