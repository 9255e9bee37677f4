import { expect, it } from 'vitest';
import { weekToReport } from './weekly-report.ts';

const chicago = 'America/Chicago';

it.each([
  ['a minute before Monday 6:00', '2026-11-23T11:59:00Z', null],
  ['on Monday at 6:00', '2026-11-23T12:00:00Z', '2026-11-16'],
  ['on Monday just before midnight', '2026-11-24T05:59:59Z', '2026-11-16'],
  ['late, on Thursday at 3:00', '2026-11-26T09:00:00Z', '2026-11-16'],
  ['late, in the last minute of Sunday', '2026-11-30T05:59:00Z', '2026-11-16'],
  ['no longer when the next week has begun', '2026-11-30T06:00:00Z', null],
  ['on Monday at 6:00 after the clocks went forward', '2026-03-09T11:00:00Z', '2026-03-02'],
  ['an hour earlier that Monday', '2026-03-09T10:59:00Z', null],
])('is due %s', (_when, at, from) => {
  expect(weekToReport(new Date(at), chicago)?.from ?? null).toBe(from);
});

it('is the week from Monday to Sunday', () => {
  expect(weekToReport(new Date('2026-11-23T12:00:00Z'), chicago)).toEqual({ from: '2026-11-16', to: '2026-11-22' });
});
