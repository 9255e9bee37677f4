export interface MonthlyReturns {
  year: number;
  /** 1 to 12. */
  month: number;
  returns: number;
}

/**
 * Returns the newest month on record and those before it, oldest first, including months without a wash; plans are merged per month.
 * `label` is '2026-11'.
 */
export function lastMonths(months: readonly MonthlyReturns[], count: number): { label: string; returns: number }[] {
  const newest = Math.max(...months.map(({ year, month }) => year * 12 + month - 1));
  return Array.from({ length: count }, (_, back) => newest - (count - 1 - back)).map((index) => {
    const [year, month] = [Math.floor(index / 12), (index % 12) + 1];
    const returns = months.filter((one) => one.year === year && one.month === month).reduce((sum, one) => sum + one.returns, 0);
    return { label: `${year}-${String(month).padStart(2, '0')}`, returns };
  });
}
