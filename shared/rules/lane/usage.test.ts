import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { usageAverages, usageBadge, usageTrend } from './usage.ts';
import type { MonthlyUsage } from './usage.ts';

const today = '2026-11-21';

/** Returns rows for the months before November 2026, latest first; `current` is for November itself. */
function months(returns: number[], current = 0): MonthlyUsage[] {
  const row = (monthsAgo: number, count: number) => {
    const index = 2026 * 12 + 10 - monthsAgo;
    return { year: Math.floor(index / 12), month: (index % 12) + 1, returns: count };
  };
  return [row(0, current), ...returns.map((count, index) => row(index + 1, count))];
}

const monthly = fc.array(fc.nat(31), { minLength: 12, maxLength: 12 });

describe('usageAverages', () => {
  it('takes whole months only, and each window’s own', () => {
    const rows = months([6, 6, 6, 6, 6, 6, 2, 2, 2, 2, 2, 2, 99], 99);
    expect(usageAverages(rows, today)).toEqual({ average12: 4, average6: 6 });
  });

  it('divides by 12 and 6 however short the membership', () => {
    expect(usageAverages(months([6]), today)).toEqual({ average12: 0.5, average6: 1 });
  });

  it('adds up several plans of one month, in any order', () => {
    fc.assert(
      fc.property(monthly, monthly, (a, b) => {
        const together = usageAverages([...months(a), ...months(b)], today);
        expect(together).toEqual(usageAverages(months(a.map((count, index) => count + (b[index] ?? 0))).toReversed(), today));
      }),
    );
  });

  it('is 0 without rows', () => {
    expect(usageAverages([], today)).toEqual({ average12: 0, average6: 0 });
  });
});

describe('usageTrend', () => {
  it.each([
    ['Rising', [3, 3, 3, 3, 3, 3, 2, 2, 2, 2, 2, 2]],
    ['Falling', [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]],
    ['Stagnant', [0, 6, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1]],
    ['No Usage', [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 9]],
    ['No Usage', []],
  ])('%s: %j', (trend, returns) => {
    expect(usageTrend(months(returns, 5), today)).toBe(trend);
  });

  it('turns round when the two halves are exchanged', () => {
    const opposite = { Rising: 'Falling', Falling: 'Rising', Stagnant: 'Stagnant', 'No Usage': 'No Usage' } as const;
    fc.assert(
      fc.property(monthly, (returns) => {
        const exchanged = [...returns.slice(6), ...returns.slice(0, 6)];
        expect(usageTrend(months(exchanged), today)).toBe(opposite[usageTrend(months(returns), today)]);
      }),
    );
  });

  it('crosses the turn of the year', () => {
    expect(usageTrend([{ year: 2025, month: 12, returns: 1 }], '2026-01-05')).toBe('Rising');
  });
});

describe('usageBadge', () => {
  it.each([
    [0, 'none'],
    [0.01, 'green'],
    [3, 'green'],
    [3.01, 'yellow'],
    [5, 'yellow'],
    [5.01, 'red'],
  ])('of %d is %s', (average, badge) => {
    expect(usageBadge(average)).toBe(badge);
  });
});
