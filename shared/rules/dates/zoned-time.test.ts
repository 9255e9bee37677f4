import { describe, expect, it } from 'vitest';
import { zonedTime } from './zoned-time.ts';

describe('zonedTime', () => {
  it.each([
    ['2026-11-21T15:05:00Z', 'America/Chicago', '9:05 AM', 'CST'],
    ['2026-07-01T05:00:00Z', 'America/Chicago', '12:00 AM', 'CDT'],
    ['2026-11-21T15:05:00Z', 'America/New_York', '10:05 AM', 'EST'],
    ['2026-11-21T15:05:00Z', 'America/Indiana/Indianapolis', '10:05 AM', 'EST'],
    ['2026-11-21T15:05:00Z', 'UTC', '3:05 PM', 'UTC'],
  ])('%s at %s is %s %s', (instant, timeZone, time, zone) => {
    expect(zonedTime(new Date(instant), timeZone)).toEqual({ time, zone });
  });
});
