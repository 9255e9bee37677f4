import { expect, it } from 'vitest';
import { lastMonths } from './last-months.ts';

it('are the newest and those before it, without a gap, over the turn of a year', () => {
  const months = [
    { year: 2026, month: 1, returns: 3 },
    { year: 2026, month: 1, returns: 1 },
    { year: 2025, month: 11, returns: 2 },
    { year: 2024, month: 3, returns: 9 },
  ];
  expect(lastMonths(months, 3)).toEqual([
    { label: '2025-11', returns: 2 },
    { label: '2025-12', returns: 0 },
    { label: '2026-01', returns: 4 },
  ]);
});
