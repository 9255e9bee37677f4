import { expect, it } from 'vitest';
import { countedMonths, monthBounds, monthsUntil } from './month-bounds.ts';

const iso = ({ start, end }: { start: number; end: number }): string[] => [start, end].map((at) => new Date(at).toISOString());
const later = new Date('2030-01-01T00:00:00Z');

it('a month is the calendar month of its site, over every change of the clocks', () => {
  expect(iso(monthBounds('2026-11', 'America/Chicago', later))).toEqual(['2026-11-01T05:00:00.000Z', '2026-12-01T06:00:00.000Z']);
  expect(iso(monthBounds('2026-03', 'America/Indiana/Indianapolis', later))).toEqual([
    '2026-03-01T05:00:00.000Z',
    '2026-04-01T04:00:00.000Z',
  ]);
});

it('the running month ends at the instant of the count', () => {
  const now = new Date('2026-11-21T15:30:00Z');
  expect(iso(monthBounds('2026-11', 'America/Chicago', now))[1]).toBe(now.toISOString());
  expect(monthsUntil(now, 'America/Chicago').at(-1)).toBe('2026-11');
});

it('there are two years of months, and in the small hours of a 1st the running one is still the last', () => {
  const months = monthsUntil(new Date('2026-12-01T05:59:59Z'), 'America/Chicago');
  expect(months).toHaveLength(countedMonths);
  expect([months[0], months.at(-1)]).toEqual(['2024-11', '2026-11']);
  expect(monthsUntil(new Date('2026-12-01T06:00:00Z'), 'America/Chicago').at(-1)).toBe('2026-12');
});
