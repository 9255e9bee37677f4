import { describe, expect, it } from 'vitest';
import { wallClock } from './wall-clock.ts';

describe('the clock on the wall', () => {
  it.each([
    ['2026-11-21T18:30:15.250Z', 'America/Chicago', '2026-11-21 12:30:15.250'],
    ['2026-07-01T04:59:59.999Z', 'America/Chicago', '2026-06-30 23:59:59.999'],
    ['2026-11-21T05:00:00.000Z', 'America/Indiana/Indianapolis', '2026-11-21 00:00:00.000'],
    ['2026-11-21T00:00:00.000Z', 'UTC', '2026-11-21 00:00:00.000'],
  ])('shows %s in %s as %s', (instant, zone, shown) => {
    expect(wallClock(new Date(instant), zone)).toBe(shown);
  });
});
