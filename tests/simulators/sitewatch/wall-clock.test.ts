import { expect, it } from 'vitest';
import { wallClock } from './wall-clock.ts';

it.each([
  ['2026-11-21T15:30:05Z', 'America/Chicago', '2026-11-21 09:30:05'],
  ['2026-07-01T15:30:05Z', 'America/Chicago', '2026-07-01 10:30:05'],
  ['2026-07-01T04:00:00Z', 'America/Indiana/Indianapolis', '2026-07-01 00:00:00'],
])('%s in %s is %s', (instant, timeZone, expected) => {
  expect(wallClock(instant, timeZone)).toBe(expected);
});
