import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { billingPeriod, daysIn, monthOf, shiftMonth } from './calendar.ts';

describe('months', () => {
  it('shifts over the turn of the year, both ways', () => {
    expect(shiftMonth({ year: 2026, month: 11 }, 3)).toEqual({ year: 2027, month: 2 });
    expect(shiftMonth({ year: 2026, month: 1 }, -13)).toEqual({ year: 2024, month: 12 });
    expect(daysIn({ year: 2028, month: 2 })).toBe(29);
  });

  it('comes back when shifted back', () => {
    const months = fc.record({ year: fc.integer({ min: 2000, max: 2100 }), month: fc.integer({ min: 1, max: 12 }) });
    fc.assert(
      fc.property(months, fc.integer({ min: -500, max: 500 }), (month, count) => {
        expect(shiftMonth(shiftMonth(month, count), -count)).toEqual(month);
      }),
    );
  });
});

describe('the billing period', () => {
  it('turns on the 1st at 10:00 UTC, not at midnight', () => {
    expect(billingPeriod(new Date('2026-11-01T09:59:59.999Z')).end.toISOString()).toBe('2026-11-01T10:00:00.000Z');
    expect(billingPeriod(new Date('2026-11-01T10:00:00Z')).start.toISOString()).toBe('2026-11-01T10:00:00.000Z');
  });

  it('holds the instant it was asked for and spans one month', () => {
    const instants = fc.date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(instants, (now) => {
        const { start, end } = billingPeriod(now);
        expect(start.getTime()).toBeLessThanOrEqual(now.getTime());
        expect(end.getTime()).toBeGreaterThan(now.getTime());
        expect(monthOf(end)).toEqual(shiftMonth(monthOf(start), 1));
      }),
    );
  });
});
