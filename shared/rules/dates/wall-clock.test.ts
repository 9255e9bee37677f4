import { describe, expect, it } from 'vitest';
import { instantOfWallClock, wallClock } from './wall-clock.ts';

const at = (text: string, zone = 'America/Chicago') => instantOfWallClock(text, zone).toISOString();

describe("a wall clock's time", () => {
  it.each([
    ['2026-11-21 09:30:00', 'America/Chicago', '2026-11-21T15:30:00.000Z'],
    ['2026-07-04 00:00:01', 'America/Chicago', '2026-07-04T05:00:01.000Z'],
    ['2026-11-21 09:30:00', 'America/Indiana/Indianapolis', '2026-11-21T14:30:00.000Z'],
    ['2026-12-31 23:59:59', 'America/Phoenix', '2027-01-01T06:59:59.000Z'],
    ['2026-11-21 09:30:00.1230', 'UTC', '2026-11-21T09:30:00.000Z'],
  ])('%s in %s is the instant at which it was shown', (text, zone, instant) => {
    expect(at(text, zone)).toBe(instant);
  });

  it('shown twice is the first of the two', () => {
    expect(at('2026-11-01 00:59:59')).toBe('2026-11-01T05:59:59.000Z');
    expect(at('2026-11-01 01:30:00')).toBe('2026-11-01T06:30:00.000Z');
    expect(at('2026-11-01 02:00:00')).toBe('2026-11-01T08:00:00.000Z');
  });

  it('that was skipped is where the clock would have been', () => {
    expect(at('2026-03-08 01:59:59')).toBe('2026-03-08T07:59:59.000Z');
    expect(at('2026-03-08 02:30:00')).toBe('2026-03-08T08:30:00.000Z');
    expect(at('2026-03-08 03:00:00')).toBe('2026-03-08T08:00:00.000Z');
  });

  it('that is none is refused', () => {
    for (const text of ['', '2026-11-21', '2026-11-21T09:30:00Z', 'yesterday']) expect(() => at(text)).toThrow(RangeError);
  });
});

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
