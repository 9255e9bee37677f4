import { BillingError } from './billing-error.ts';
import type { SetSchedule, Update } from './events.ts';
import { issueInvoice, type Billed } from './invoice.ts';
import type { Instant, ItemChange, ProrationBehavior, Subscription } from './model.ts';
import { changeItems } from './prorations.ts';

/**
 * Changes the subscription immediately. The caller handles `error_if_incomplete`: if the card is declined, it discards the outcome and
 * keeps the previous subscription.
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

/** Changes items and handles the prorations by `behavior`: leaves them for the next invoice, invoices them, or creates none. */
export function applyChanges(
  before: Subscription,
  items: readonly ItemChange[],
  { at, date, behavior }: { at: Instant; date: Instant; behavior: ProrationBehavior },
): Billed {
  const { subscription, lines } = changeItems(before, items, date, behavior !== 'none');
  // newest first, as on Stripe's invoices
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

/** Releases the schedule: the subscription continues unchanged, without further phases. */
export function releaseSchedule(subscription: Subscription): Subscription {
  refuseEnded(subscription);
  return { ...subscription, schedule: null };
}
