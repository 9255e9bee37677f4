import { describe, expect, it } from 'vitest';
import { namedPeriod, type PeriodName } from './periods.ts';

describe('namedPeriod', () => {
  it.each<[PeriodName, today: string, from: string, to: string]>([
    ['today', '2026-11-26', '2026-11-26', '2026-11-26'],
    ['yesterday', '2026-11-01', '2026-10-31', '2026-10-31'],
    ['thisWeek', '2026-11-26', '2026-11-23', '2026-11-26'],
    ['thisWeek', '2026-11-29', '2026-11-23', '2026-11-29'],
    ['lastWeek', '2026-11-29', '2026-11-16', '2026-11-22'],
    ['lastWeek', '2026-11-30', '2026-11-23', '2026-11-29'],
    ['thisMonth', '2026-11-26', '2026-11-01', '2026-11-26'],
    ['lastMonth', '2026-03-31', '2026-02-01', '2026-02-28'],
    ['lastMonth', '2026-01-01', '2025-12-01', '2025-12-31'],
  ])('%s on %s is %s to %s', (name, today, from, to) => {
    expect(namedPeriod(name, today)).toEqual({ from, to });
  });
});
