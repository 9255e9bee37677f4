import { describe, expect, it } from 'vitest';
import { isWithinHours, msUntilHours } from './day-hours.ts';

const hours = { from: '09:00', to: '19:00' };
const minute = 60_000;

describe('the hours of a site', () => {
  it.each([
    ['2026-11-24T14:59:59Z', false],
    ['2026-11-24T15:00:00Z', true],
    ['2026-11-25T00:59:59Z', true],
    ['2026-11-25T01:00:00Z', false],
    // daylight saving time
    ['2026-07-01T14:00:00Z', true],
    ['2026-07-02T00:00:00Z', false],
  ])('in Chicago hold at %s: %s', (instant, expected) => {
    expect(isWithinHours(new Date(instant), 'America/Chicago', hours)).toBe(expected);
  });

  it.each([
    ['2026-11-24T14:59:30Z', 0.5],
    ['2026-11-25T01:00:00Z', 14 * 60],
    ['2026-11-24T16:00:00Z', 0],
    ['2026-11-24T06:00:00Z', 9 * 60],
  ])('begin, at %s, in %s minutes', (instant, minutes) => {
    expect(msUntilHours(new Date(instant), 'America/Chicago', hours)).toBe(minutes * minute);
  });
});
