import type { CalendarDate } from '../dates/dates.ts';

/** A customer's washes in one month with one plan (docs/rules/members.md#usage). */
export interface MonthlyUsage {
  year: number;
  /** 1 to 12. */
  month: number;
  returns: number;
}

export interface UsageAverages {
  /** Washes per month over the last 12 and the last 6 whole months. */
  average12: number;
  average6: number;
}

export type UsageTrend = 'Rising' | 'Falling' | 'Stagnant' | 'No Usage';
export type UsageBadge = 'none' | 'green' | 'yellow' | 'red';

const mostForGreen = 3;
const mostForYellow = 5;

/**
 * Returns averages over windows that end at the start of the current month, always divided by 12 and 6, even for a shorter membership.
 * `today` is the site's date.
 */
export function usageAverages(rows: readonly MonthlyUsage[], today: CalendarDate): UsageAverages {
  return { average12: returnsBetween(rows, today, 12, 0) / 12, average6: returnsBetween(rows, today, 6, 0) / 6 };
}

/** Compares the last 6 whole months with the 6 before them; 'No Usage' without a wash in all twelve. */
export function usageTrend(rows: readonly MonthlyUsage[], today: CalendarDate): UsageTrend {
  const recent = returnsBetween(rows, today, 6, 0);
  const before = returnsBetween(rows, today, 12, 6);
  if (recent === 0 && before === 0) return 'No Usage';
  if (recent === before) return 'Stagnant';
  return recent > before ? 'Rising' : 'Falling';
}

/** Returns the band of a 12-month average: 0 none, up to 3 green, up to 5 yellow, above red. */
export function usageBadge(average12: number): UsageBadge {
  if (average12 <= 0) return 'none';
  if (average12 <= mostForGreen) return 'green';
  return average12 <= mostForYellow ? 'yellow' : 'red';
}

/** Sums the returns from `fromMonthsAgo` months before the start of the current month up to `toMonthsAgo` months before it. */
function returnsBetween(rows: readonly MonthlyUsage[], today: CalendarDate, fromMonthsAgo: number, toMonthsAgo: number): number {
  const thisMonth = monthIndex(Number(today.slice(0, 4)), Number(today.slice(5, 7)));
  const inWindow = (row: MonthlyUsage) => {
    const monthsAgo = thisMonth - monthIndex(row.year, row.month);
    return monthsAgo > toMonthsAgo && monthsAgo <= fromMonthsAgo;
  };
  return rows.filter(inWindow).reduce((sum, row) => sum + row.returns, 0);
}

function monthIndex(year: number, month: number): number {
  return year * 12 + month;
}
