import { lengthOf, naturalPeriod } from './calendar.ts';
import { costOf, discountedCost, discountsAt } from './discounts.ts';
import { periodLine } from './lines.ts';
import type { Debit, Instant, Item, Line, Span, Subscription } from './model.ts';
import { proratedShare } from './money.ts';
import { ratesFor } from './tax.ts';

type Priced = Pick<Item, 'id' | 'price' | 'quantity' | 'taxRates'>;
type Terms = Pick<Subscription, 'anchor' | 'cancelAt' | 'customer' | 'discounts' | 'taxRates'> & { items: readonly Priced[] };

/** Returns the item's period that starts at `from` and ends at the next natural boundary, at any distance, or at the chosen end. */
export function periodFrom({ anchor, cancelAt }: Pick<Subscription, 'anchor' | 'cancelAt'>, item: Priced, from: Instant): Span {
  const { end } = naturalPeriod(anchor, item.price.interval, from);
  return { start: from, end: cancelAt == null ? end : Math.min(end, cancelAt) };
}

/**
 * Returns the cost of `span` (within one natural period): price x quantity x its share of that period's seconds. A proration is net of
 * discounts; a whole period gets them with its invoice.
 */
export function debitFor(terms: Terms, item: Priced, span: Span, isProration: boolean): Debit {
  const naturalSeconds = lengthOf(naturalPeriod(terms.anchor, item.price.interval, span.start));
  const discounts = isProration ? discountsAt(terms, span.start) : [];
  const cost = discounts.length > 0 ? discountedCost(item, terms.items, discounts) : costOf(item);
  return {
    itemId: item.id,
    price: item.price,
    quantity: item.quantity,
    span,
    naturalSeconds,
    taxRates: ratesFor(terms, item),
    amount: proratedShare(cost, lengthOf(span), naturalSeconds),
    ...(discounts.length > 0 && { cost, discounts }),
    usedUntil: span.end,
    credited: 0,
  };
}

export interface BilledPeriod {
  item: Item;
  debit: Debit;
  line: Line;
}

/** Bills an item ahead from `from` to its next natural boundary: a whole period at a renewal, a part at a sign-up in between. */
export function billPeriod(terms: Terms, item: Priced, from: Instant): BilledPeriod {
  const period = periodFrom(terms, item, from);
  const natural = naturalPeriod(terms.anchor, item.price.interval, period.start);
  const isPart = lengthOf(period) < lengthOf(natural);
  const debit = debitFor(terms, item, period, isPart);
  return { item: { ...item, period }, debit, line: periodLine(item, debit, isPart) };
}
