import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { at } from './bills/worked-bill.ts';
import { anchorOn, dayName, naturalPeriod } from './calendar.ts';
import type { Interval } from './model.ts';

const month: Interval = { unit: 'month', count: 1 };
const instants = fc.integer({ min: at('2020-01-01 00:00'), max: at('2045-01-01 00:00') });
const intervals = fc.record({
  unit: fc.constantFrom('day', 'week', 'month', 'year'),
  count: fc.integer({ min: 1, max: 6 }),
}) as fc.Arbitrary<Interval>;

function monthOf(anchor: string, instant: string): string[] {
  const { start, end } = naturalPeriod(at(anchor), month, at(instant));
  return [start, end].map((each) => new Date(each * 1000).toISOString().slice(0, 16));
}

describe('a natural period', () => {
  it('goes from the 1st to the 1st, before the anchor and after it', () => {
    expect(monthOf('2026-12-01 10:00', '2026-11-21 15:30')).toEqual(['2026-11-01T10:00', '2026-12-01T10:00']);
    expect(monthOf('2026-12-01 10:00', '2026-12-01 10:00')).toEqual(['2026-12-01T10:00', '2027-01-01T10:00']);
    expect(monthOf('2026-12-01 10:00', '2028-02-29 23:00')).toEqual(['2028-02-01T10:00', '2028-03-01T10:00']);
  });

  it('of the 31st ends on the last day of a short month and finds its day again', () => {
    expect(monthOf('2027-01-31 00:00', '2027-02-10 00:00')).toEqual(['2027-01-31T00:00', '2027-02-28T00:00']);
    expect(monthOf('2027-01-31 00:00', '2027-03-10 00:00')).toEqual(['2027-02-28T00:00', '2027-03-31T00:00']);
    expect(monthOf('2027-01-31 00:00', '2028-02-10 00:00')).toEqual(['2028-01-31T00:00', '2028-02-29T00:00']);
  });

  it('holds its instant and begins where the one before it ends', () => {
    fc.assert(
      fc.property(instants, intervals, instants, (anchor, interval, instant) => {
        const period = naturalPeriod(anchor, interval, instant);
        expect(period.start).toBeLessThanOrEqual(instant);
        expect(period.end).toBeGreaterThan(instant);
        expect(naturalPeriod(anchor, interval, period.start)).toEqual(period);
        expect(naturalPeriod(anchor, interval, period.start - 1).end).toBe(period.start);
      }),
    );
  });
});

describe('an anchor by configuration', () => {
  const first = { dayOfMonth: 1, hour: 10, minute: 0, second: 0 };

  it.each([
    ['2026-11-21 15:30', '2026-12-01 10:00'],
    ['2026-12-01 09:59:59', '2026-12-01 10:00'],
    ['2026-12-01 10:00', '2027-01-01 10:00'],
    ['2026-12-31 23:59', '2027-01-01 10:00'],
  ])('of the 1st at ten, seen from %s, is %s', (now, anchor) => {
    expect(anchorOn(first, at(now))).toBe(at(anchor));
  });

  it('of the 31st waits for a month that has one', () => {
    expect(anchorOn({ ...first, dayOfMonth: 31 }, at('2027-02-10 00:00'))).toBe(at('2027-03-31 10:00'));
  });
});

it('names a day as invoices print it', () => {
  expect(dayName(at('2020-09-01 17:42'))).toBe('01 Sep 2020');
});
