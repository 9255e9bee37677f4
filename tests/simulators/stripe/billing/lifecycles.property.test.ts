import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seed } from '@washdesk/test-support/sizes';
import { advance } from './advance.ts';
import { naturalPeriod, lengthOf } from './calendar.ts';
import { bill } from './engine.ts';
import type { Create, Update } from './events.ts';
import { changeWithin, lifecycles } from './generated-lifecycles.fixture.ts';
import type { Instant } from './model.ts';
import { sum } from './money.ts';
import { preview, upcoming } from './preview.ts';
import { alwaysPays, replayEvents } from './replay-events.ts';

interface Step {
  from: Instant;
  /** Cents per month. */
  monthly: number;
}

/** Returns each price with the time it started. */
function stepsOf(sale: Create, changes: readonly Update[]): Step[] {
  const begun = { from: sale.backdateStartDate ?? sale.at, monthly: sale.items[0]?.price.amount ?? 0 };
  const changed = changes.map(({ at, items: [item] = [] }) => ({
    from: at,
    monthly: item && 'price' in item ? item.price.amount * item.quantity : 0,
  }));
  return [begun, ...changed];
}

/** Returns price x time, month by month, before any rounding. */
function exactCost(anchor: Instant, steps: readonly Step[], end: Instant): number {
  const months: { start: Instant; end: Instant }[] = [];
  for (let at = steps[0]?.from ?? end; at < end; at = months.at(-1)?.end ?? end) {
    months.push(naturalPeriod(anchor, { unit: 'month', count: 1 }, at));
  }
  const costs = months.flatMap((month) =>
    steps.map(({ from, monthly }, index) => {
      const until = Math.min(steps[index + 1]?.from ?? end, month.end);
      return (monthly * Math.max(0, until - Math.max(from, month.start))) / lengthOf(month);
    }),
  );
  return sum(costs);
}

describe('any life of half a year', () => {
  it('costs each price for as long as it held, to half a cent a line', () => {
    fc.assert(
      fc.property(lifecycles, ({ sale, changes }) => {
        const { subscription, invoices } = replayEvents([sale, ...changes]);
        const anchor = sale.anchor ?? sale.at;
        const end = naturalPeriod(anchor, { unit: 'month', count: 1 }, anchor + 180 * 86_400).end;
        const rest = advance(subscription, end, alwaysPays);
        const lines = [...invoices, ...rest.invoices].flatMap((invoice) => invoice.lines).filter(({ period }) => period.start < end);
        expect(rest.subscription.pending).toEqual([]);
        const error = Math.abs(sum(lines.map(({ amount }) => amount)) - exactCost(anchor, stepsOf(sale, changes), end));
        expect(error).toBeLessThanOrEqual(lines.length * 0.5 + 1e-6);
      }),
      { seed },
    );
  });

  it('adds up: lines to the subtotal, with tax to the total, with the balance to what was paid', () => {
    fc.assert(
      fc.property(lifecycles, ({ sale, changes }) => {
        const { invoices, subscription } = replayEvents([sale, ...changes]);
        for (const { lines, subtotal, tax, total } of invoices) {
          expect(subtotal).toBe(sum(lines.map(({ amount }) => amount)));
          expect(tax).toBe(sum(lines.flatMap(({ taxes }) => taxes.map(({ amount }) => amount))));
          expect(total).toBe(subtotal + tax);
        }
        const paid = sum(invoices.map(({ amountDue }) => amountDue));
        expect(paid + subscription.customer.balance).toBe(sum(invoices.map(({ total }) => total)) + (sale.customer?.balance ?? 0));
      }),
      { seed },
    );
  });
});

describe('any change', () => {
  it('without proration makes no line: the next month costs the new price', () => {
    fc.assert(
      fc.property(changeWithin, ({ sale, change }) => {
        const { subscription: before } = replayEvents([sale]);
        const { subscription, invoices } = bill(before, { ...change, prorationBehavior: 'none' });
        expect(invoices).toEqual([]);
        expect(subscription.pending).toEqual(before.pending);
        const [renewal] = advance(subscription, sale.anchor ?? change.at, alwaysPays).invoices;
        const [item] = subscription.items;
        expect(renewal?.lines.map(({ amount }) => amount)).toEqual([(item?.price.amount ?? 0) * (item?.quantity ?? 0)]);
      }),
      { seed },
    );
  });

  it('is previewed without changing anything', () => {
    fc.assert(
      fc.property(changeWithin, ({ sale, change }) => {
        const { subscription } = replayEvents([sale]);
        const copy = structuredClone(subscription);
        const next = upcoming(subscription);
        preview(subscription, change);
        expect(subscription).toEqual(copy);
        expect(upcoming(subscription)).toEqual(next);
      }),
      { seed },
    );
  });
});
