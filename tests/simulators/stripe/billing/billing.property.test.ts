import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { advance } from './advance.ts';
import { lengthOf, naturalPeriod } from './calendar.ts';
import { bill } from './engine.ts';
import type { Create, Update } from './events.ts';
import { changeWithin, firstMonths, prices, signUps } from './generated-lifecycles.fixture.ts';
import { sum } from './money.ts';
import { preview } from './preview.ts';
import { alwaysPays, replayEvents } from './replay-events.ts';

/** Returns the cost of the first month before rounding: each price for the seconds it applied. */
function exactCost(sale: Create, changes: readonly Update[]): number {
  const end = sale.anchor ?? sale.at;
  const price = sale.items[0]?.price;
  if (!price) return 0;
  const seconds = lengthOf(naturalPeriod(end, price.interval, end - 1));
  const steps = [{ from: sale.backdateStartDate ?? sale.at, amount: price.amount }, ...changes.map(stepOf)];
  return sum(steps.map(({ from, amount }, index) => (amount * ((steps[index + 1]?.from ?? end) - from)) / seconds));
}

function stepOf({ at, items = [] }: Update): { from: number; amount: number } {
  const item = items[0];
  return { from: at, amount: item && 'price' in item ? item.price.amount * item.quantity : 0 };
}

/** The unused time of the old price ends in exactly half a cent: its credit is rounded up, and its debit down. */
function creditsHalfACent(sale: Create, { at }: Update): boolean {
  const [item] = sale.items;
  const end = sale.anchor ?? sale.at;
  if (!item) return false;
  const seconds = lengthOf(naturalPeriod(end, item.price.interval, end - 1));
  return (2 * item.price.amount * item.quantity * (end - at)) % (2 * seconds) === seconds;
}

describe('any month of changes', () => {
  it('costs each price for as long as it held, to half a cent a line', () => {
    fc.assert(
      fc.property(firstMonths, ({ sale, changes }) => {
        const { subscription, invoices } = replayEvents([sale, ...changes]);
        const lines = [...invoices.flatMap((invoice) => invoice.lines), ...subscription.pending];
        const error = Math.abs(sum(lines.map(({ amount }) => amount)) - exactCost(sale, changes));
        expect(error).toBeLessThanOrEqual(lines.length * 0.5 + 1e-6);
      }),
    );
  });

  it('never credits more than was debited', () => {
    fc.assert(
      fc.property(firstMonths, ({ sale, changes }) => {
        for (const { amount, credited } of replayEvents([sale, ...changes]).subscription.debits) {
          expect(credited).toBeGreaterThanOrEqual(0);
          expect(credited).toBeLessThanOrEqual(amount);
        }
      }),
    );
  });

  it('accounts for every cent, and never charges less than nothing', () => {
    fc.assert(
      fc.property(firstMonths, ({ sale, changes }) => {
        let balance = 0;
        for (const invoice of replayEvents([sale, ...changes]).invoices) {
          expect(invoice.startingBalance).toBe(balance);
          expect(invoice.total).toBe(invoice.subtotal + invoice.tax);
          expect(invoice.subtotal).toBe(sum(invoice.lines.map(({ amount }) => amount)));
          expect(invoice.tax).toBe(sum(invoice.lines.flatMap(({ taxes }) => taxes.map(({ amount }) => amount))));
          expect(invoice.startingBalance + invoice.total).toBe(invoice.amountDue + invoice.endingBalance);
          expect(invoice.amountDue).toBeGreaterThanOrEqual(0);
          if (invoice.lines.every(({ amount }) => amount >= 0)) expect(invoice.total).toBeGreaterThanOrEqual(0);
          balance = invoice.endingBalance;
        }
      }),
    );
  });
});

describe('any change', () => {
  it('is previewed to the cent, also when the clock has moved on', () => {
    fc.assert(
      fc.property(changeWithin, fc.double({ min: 0, max: 1, noNaN: true }), ({ sale, change }, delay) => {
        const { subscription } = replayEvents([sale]);
        const later = change.at + Math.floor(((sale.anchor ?? change.at) - 1 - change.at) * delay);
        const previewed = preview(subscription, { ...change, prorationDate: change.at });
        const { subscription: changed, invoices } = bill(subscription, { ...change, at: later, prorationDate: change.at });
        const billed = invoices[0] ?? advance(changed, sale.anchor ?? later, alwaysPays).invoices[0];
        expect(previewed).toEqual({ ...billed, created: invoices[0] ? change.at : billed?.created });
      }),
    );
  });

  it('made again changes nothing and bills nothing', () => {
    fc.assert(
      fc.property(changeWithin, ({ sale, change }) => {
        const once = replayEvents([sale, change]).subscription;
        const { subscription, invoices } = bill(once, change);
        expect(invoices).toEqual([]);
        expect(subscription).toEqual(once);
      }),
    );
  });

  it('and its reversal in the same second cancel out, but for the half cent of a credit', () => {
    fc.assert(
      fc.property(changeWithin, ({ sale, change }) => {
        const original = sale.items.map(({ id, price, quantity }) => ({ id, price, quantity }));
        const before = replayEvents([sale]).invoices;
        const { subscription, invoices } = replayEvents([sale, change, { ...change, items: original }]);
        const lines = [...invoices.slice(before.length).flatMap((invoice) => invoice.lines), ...subscription.pending];
        const together = sum(lines.map(({ amount }) => amount));
        const isHalf = creditsHalfACent(sale, change);
        expect(together).toBeLessThanOrEqual(0);
        expect(together).toBeGreaterThanOrEqual(isHalf ? -1 : 0);
        if (!isHalf) expect(sum(lines.flatMap(({ taxes }) => taxes.map(({ amount }) => amount)))).toBe(0);
      }),
    );
  });

  it('leaves what it was given untouched and answers the same every time', () => {
    fc.assert(
      fc.property(changeWithin, ({ sale, change }) => {
        const { subscription } = replayEvents([sale]);
        const copy = structuredClone(subscription);
        expect(bill(subscription, change)).toEqual(bill(subscription, change));
        expect(subscription).toEqual(copy);
      }),
    );
  });
});

describe('any year', () => {
  it('is billed without a gap or an overlap, each renewal at the full price', () => {
    fc.assert(
      fc.property(signUps, prices, (sale, price) => {
        const start = replayEvents([sale]);
        const switched = bill(start.subscription, {
          type: 'update',
          at: sale.at,
          items: [{ id: 'si_1', price, quantity: 1 }],
          prorationBehavior: 'none',
        });
        const year = advance(switched.subscription, sale.at + 366 * 86_400, alwaysPays).invoices;
        const spans = [...start.invoices, ...year].flatMap(({ lines }) => lines.map(({ period }) => period));
        expect(spans.slice(1).map((span) => span.start)).toEqual(spans.slice(0, -1).map((span) => span.end));
        expect(new Set(year.map(({ total, tax }) => total - tax))).toEqual(new Set([price.amount]));
        expect(year.length).toBeGreaterThanOrEqual(12);
      }),
    );
  });
});
