import { beginTrial } from './begin-trial.ts';
import { BillingError } from './billing-error.ts';
import type { SetSchedule, Update } from './events.ts';
import { issueInvoice, type Billed } from './invoice.ts';
import { remainingTimeLine } from './lines.ts';
import type { Instant, Item, ItemChange, Line, ProrationBehavior, Subscription } from './model.ts';
import { debitFor, periodFrom } from './periods.ts';
import { changeItems, creditUnused, type Change } from './prorations.ts';

/**
 * Changes the subscription immediately. The caller handles `error_if_incomplete`: if the card is declined, it discards the outcome and
 * keeps the previous subscription.
 */
export function update(subscription: Subscription, event: Update): Billed {
  const { at, items = [], prorationBehavior = 'create_prorations', prorationDate = at } = event;
  refuseEnded(subscription);
  if (prorationDate !== at) refuseOutsidePeriod(subscription, items, prorationDate);
  const cancelAtPeriodEnd = event.cancelAt == null && (event.cancelAtPeriodEnd ?? subscription.cancelAtPeriodEnd);
  const cancelAt = chosenEnd(subscription, event, cancelAtPeriodEnd);
  const before = {
    ...subscription,
    taxRates: event.taxRates ?? subscription.taxRates,
    ...(event.discounts && { discounts: event.discounts }),
    cancelAtPeriodEnd,
    ...(event.daysUntilDue !== undefined && { daysUntilDue: event.daysUntilDue }),
    canceledAt: cancelAtPeriodEnd || cancelAt !== null ? (subscription.canceledAt ?? at) : null,
  };
  if (event.trialEnd !== undefined) return beginTrial(before, at, event.trialEnd, prorationBehavior !== 'none');
  const isMoved = cancelAt !== (subscription.cancelAt ?? null);
  const ended = isMoved ? movePeriodEnds({ ...before, cancelAt }, prorationBehavior !== 'none') : { subscription: before, lines: [] };
  return applyChanges(ended.subscription, items, { at, date: prorationDate, behavior: prorationBehavior, lines: ended.lines });
}

/** Changes items and handles the prorations by `behavior`: leaves them for the next invoice, invoices them, or creates none. */
export function applyChanges(
  before: Subscription,
  items: readonly ItemChange[],
  { at, date, behavior, lines: own = [] }: { at: Instant; date: Instant; behavior: ProrationBehavior; lines?: readonly Line[] },
): Billed {
  const changed = changeItems(before, items, date, behavior !== 'none');
  const { subscription } = changed;
  const lines = [...own, ...changed.lines];
  // newest first, as on Stripe's invoices
  const waiting = { ...subscription, pending: [...lines, ...subscription.pending] };
  if (behavior !== 'always_invoice' || lines.length === 0) return { subscription: waiting, invoices: [] };
  return issueInvoice(waiting, at, 'subscription_update', []);
}

/** A chosen end replaces the one at the period's end, and the other way round. */
function chosenEnd(subscription: Subscription, event: Update, atPeriodEnd: boolean): Instant | null {
  const cancelAt = event.cancelAt === undefined ? (subscription.cancelAt ?? null) : event.cancelAt;
  if (event.cancelAt != null && event.cancelAt <= event.at) throw new BillingError('cancel_in_past', 'The end must be in the future.');
  return atPeriodEnd ? null : cancelAt;
}

/** Ends the current periods at the chosen end, or at their natural ends again, with prorations of the time in between. */
function movePeriodEnds(subscription: Subscription, prorate: boolean): Change {
  let moved: Change = { subscription, lines: [] };
  for (const item of subscription.items) moved = movePeriodEnd(moved, item, prorate);
  return moved;
}

function movePeriodEnd({ subscription, lines }: Change, item: Item, prorate: boolean): Change {
  const isTrial = subscription.status === 'trialing';
  const { end } = periodFrom(subscription, item, item.period.start);
  if (end === item.period.end || isTrial) return { subscription, lines };
  const period = { ...item.period, end };
  const items = subscription.items.map((each) => (each === item ? { ...item, period } : each));
  const after = { ...subscription, items };
  if (!prorate) return { subscription: after, lines };
  if (end < item.period.end) {
    const credit = creditUnused(after, item.id, end);
    return { subscription: credit.subscription, lines: [...lines, ...credit.lines] };
  }
  const debit = debitFor(after, item, { start: item.period.end, end }, true);
  return { subscription: { ...after, debits: [...after.debits, debit] }, lines: [...lines, remainingTimeLine(item, debit)] };
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
