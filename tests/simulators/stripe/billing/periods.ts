import { lengthOf, naturalPeriod } from './calendar.ts';
import { periodLine } from './lines.ts';
import type { Debit, Instant, Item, Line, Span, Subscription } from './model.ts';
import { proratedShare } from './money.ts';
import { ratesFor } from './tax.ts';

type Priced = Pick<Item, 'id' | 'price' | 'quantity' | 'taxRates'>;
type Terms = Pick<Subscription, 'anchor' | 'customer' | 'taxRates'>;

/** Returns the item's period that starts at `from` and ends at the next natural boundary, at any distance. */
export function periodFrom(anchor: Instant, item: Priced, from: Instant): Span {
  return { start: from, end: naturalPeriod(anchor, item.price.interval, from).end };
}

/** Returns the cost of `span` (within one natural period): price x quantity x its share of that period's seconds. */
export function debitFor(terms: Terms, item: Priced, span: Span): Debit {
  const naturalSeconds = lengthOf(naturalPeriod(terms.anchor, item.price.interval, span.start));
  return {
    itemId: item.id,
    price: item.price,
    quantity: item.quantity,
    span,
    naturalSeconds,
    taxRates: ratesFor(terms, item),
    amount: proratedShare(item.price.amount * item.quantity, lengthOf(span), naturalSeconds),
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
  const period = periodFrom(terms.anchor, item, from);
  const debit = debitFor(terms, item, period);
  return { item: { ...item, period }, debit, line: periodLine(item, debit, lengthOf(period) < debit.naturalSeconds) };
}
