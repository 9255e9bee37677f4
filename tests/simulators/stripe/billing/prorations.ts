import { BillingError } from './billing-error.ts';
import { lengthOf } from './calendar.ts';
import { costOf } from './discounts.ts';
import { remainingTimeLine, trialLine, unusedTimeLine } from './lines.ts';
import type { Debit, Instant, Item, ItemChange, Line, Subscription } from './model.ts';
import { minus, proratedShare } from './money.ts';
import { debitFor, periodFrom } from './periods.ts';

export interface Change {
  subscription: Subscription;
  lines: Line[];
}

/**
 * Changes items as of `date`. With `prorate`, the unused time of billed amounts is credited and the remaining time of the new price is
 * debited, to the second. Otherwise, the next period costs the new price. A change to an identical item has no effect.
 */
export function changeItems(subscription: Subscription, changes: readonly ItemChange[], date: Instant, prorate: boolean): Change {
  let changed: Change = { subscription, lines: [] };
  for (const change of changes) {
    const { subscription: after, lines } = changeItem(changed.subscription, change, date, prorate);
    changed = { subscription: after, lines: [...changed.lines, ...lines] };
  }
  return changed;
}

/** Credits the billed amounts from `date` on, with one line per debit that covers any of that time. */
export function creditUnused(subscription: Subscription, itemId: string, date: Instant): Change {
  const lines: Line[] = [];
  const debits = subscription.debits.map((debit) => {
    if (debit.itemId !== itemId || debit.usedUntil <= date) return debit;
    const span = { start: Math.max(date, debit.span.start), end: debit.usedUntil };
    const amount = creditOf(debit, lengthOf(span));
    lines.push(unusedTimeLine(debit, span, minus(amount)));
    return { ...debit, usedUntil: span.start, credited: debit.credited + amount };
  });
  return { subscription: { ...subscription, debits }, lines };
}

/** Credits at the billed rate, and never more than the remainder. */
function creditOf(debit: Debit, seconds: number): number {
  const amount = minus(proratedShare(minus(debit.cost ?? costOf(debit)), seconds, debit.naturalSeconds));
  return Math.min(amount, debit.amount - debit.credited);
}

function changeItem(subscription: Subscription, change: ItemChange, date: Instant, prorate: boolean): Change {
  const present = subscription.items.find(({ id }) => id === change.id);
  if ('removed' in change) {
    if (!present) throw new BillingError('no_such_item', `There is no item ${change.id} to remove.`);
    const credit = prorate ? creditUnused(subscription, change.id, date) : { subscription, lines: [] };
    return { ...credit, subscription: { ...credit.subscription, items: subscription.items.filter((item) => item !== present) } };
  }
  if (present) refuseOtherInterval(present, change);

  const { id, price, quantity, taxRates = present?.taxRates } = change;
  const item = {
    id,
    price,
    quantity,
    ...(taxRates ? { taxRates } : {}),
    period: present?.period ?? firstPeriod(subscription, change, date),
  };
  const items = present ? subscription.items.map((each) => (each === present ? item : each)) : [...subscription.items, item];
  const switched = { ...subscription, items };
  const same = present?.price.id === price.id && present.quantity === quantity;
  if (same || !prorate || item.period.end <= date) return { subscription: switched, lines: [] };
  const credit = creditUnused(switched, id, date);
  const debit = debitRemaining(credit.subscription, item, date);
  return { subscription: debit.subscription, lines: [...credit.lines, ...debit.lines] };
}

function debitRemaining(subscription: Subscription, item: Item, date: Instant): Change {
  const span = { start: date, end: item.period.end };
  if (subscription.status === 'trialing') return { subscription, lines: [trialLine(item, span)] };
  const debit = debitFor(subscription, item, span, true);
  return { subscription: { ...subscription, debits: [...subscription.debits, debit] }, lines: [remainingTimeLine(item, debit)] };
}

function firstPeriod(subscription: Subscription, item: Exclude<ItemChange, { removed: true }>, date: Instant) {
  if (subscription.status === 'trialing' && subscription.trialEnd !== null) return { start: date, end: subscription.trialEnd };
  return periodFrom(subscription, item, date);
}

function refuseOtherInterval({ id, price }: Item, change: Exclude<ItemChange, { removed: true }>): void {
  const next = change.price.interval;
  if (price.interval.unit === next.unit && price.interval.count === next.count) return;
  throw new BillingError('interval_changed', `Item ${id} cannot change from one billing interval to another.`);
}
