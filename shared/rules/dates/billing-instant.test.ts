import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { firstOfMonth, firstOfNextMonth, renewalFrom } from './billing-instant.ts';
import { siteDate } from './dates.ts';

/** Every time zone of a US state, including the unusual ones. */
const usZones = [
  'America/New_York',
  'America/Detroit',
  'America/Kentucky/Louisville',
  'America/Indiana/Indianapolis',
  'America/Chicago',
  'America/Menominee',
  'America/Denver',
  'America/Boise',
  'America/Phoenix',
  'America/Los_Angeles',
  'America/Anchorage',
  'America/Adak',
  'Pacific/Honolulu',
];
const earliestOpeningHour = 7;

const zone = fc.constantFrom(...usZones);
const now = fc.date({ min: new Date('2020-01-01T00:00:00Z'), max: new Date('2060-01-01T00:00:00Z'), noInvalidDate: true });

function hourIn(timeZone: string, at: Date): number {
  return Number(new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', hourCycle: 'h23' }).format(at));
}

describe('the billing instant', () => {
  it('is the 1st in every US zone, before any wash opens', () => {
    fc.assert(
      fc.property(now, zone, (at, timeZone) => {
        for (const billing of [firstOfMonth(at), firstOfNextMonth(at)]) {
          expect(siteDate(billing, timeZone)).toMatch(/-01$/);
          expect(hourIn(timeZone, billing)).toBeLessThan(earliestOpeningHour);
        }
      }),
    );
  });

  it('has every moment between the last and the next, and none between these', () => {
    fc.assert(
      fc.property(now, (at) => {
        const last = firstOfMonth(at);
        const next = firstOfNextMonth(at);
        expect(last.getTime()).toBeLessThanOrEqual(at.getTime());
        expect(next.getTime()).toBeGreaterThan(at.getTime());
        expect(firstOfNextMonth(last)).toEqual(next);
        expect(firstOfMonth(next)).toEqual(next);
      }),
    );
  });

  it('is one and the same for everything sold in one open day of any US wash', () => {
    fc.assert(
      fc.property(now, zone, (at, timeZone) => {
        fc.pre(hourIn(timeZone, at) >= earliestOpeningHour);
        const soldOn = siteDate(at, timeZone);
        expect(siteDate(firstOfMonth(at), timeZone).slice(0, 7)).toBe(soldOn.slice(0, 7));
      }),
    );
  });

  it.each([
    ['2026-11-21T03:56:00Z', '2026-11-01T10:00:00.000Z', '2026-12-01T10:00:00.000Z'],
    ['2026-12-31T23:59:59Z', '2026-12-01T10:00:00.000Z', '2027-01-01T10:00:00.000Z'],
    ['2027-01-01T05:30:00Z', '2026-12-01T10:00:00.000Z', '2027-01-01T10:00:00.000Z'],
    ['2027-01-01T10:00:00Z', '2027-01-01T10:00:00.000Z', '2027-02-01T10:00:00.000Z'],
  ])('around %s is %s and %s', (at, last, next) => {
    expect(firstOfMonth(new Date(at)).toISOString()).toBe(last);
    expect(firstOfNextMonth(new Date(at)).toISOString()).toBe(next);
  });
});

it.each([
  ['2026-12-01T10:00:00Z', '2026-12-01T10:00:00Z', '2026-12-01T10:00:00Z'],
  ['2026-12-01T10:00:00Z', '2027-02-01T10:00:00Z', '2027-02-01T10:00:00Z'],
  ['2026-11-15T10:00:00Z', '2026-12-01T10:00:00Z', '2026-12-15T10:00:00Z'],
  ['2027-01-31T10:00:00Z', '2027-02-01T10:00:00Z', '2027-02-28T10:00:00Z'],
])('a plan that renews at %s renews from %s on at %s', (renewal, from, expected) => {
  const seconds = (instant: string): number => Date.parse(instant) / 1_000;
  expect(renewalFrom(seconds(renewal), seconds(from))).toBe(seconds(expected));
});
