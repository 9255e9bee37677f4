import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, addMonths, timeAgo, epochSeconds, formatDateUs, monthStart, nextDay, siteDate, wholeWeeks } from './dates.ts';

const instant = fc.date({ min: new Date('2000-01-01T00:00:00Z'), max: new Date('2100-01-01T00:00:00Z'), noInvalidDate: true });
const day = instant.map((at) => siteDate(at, 'UTC'));

describe('epochSeconds', () => {
  it('leaves out what is less than a second', () => {
    expect(epochSeconds(new Date('2026-11-21T15:00:00.999Z'))).toBe(1_795_273_200);
  });
});

describe('siteDate', () => {
  it.each([
    ['2026-11-21T05:59:59Z', 'America/Chicago', '2026-11-20'],
    ['2026-11-21T06:00:00Z', 'America/Chicago', '2026-11-21'],
    ['2026-11-21T05:30:00Z', 'America/Indiana/Indianapolis', '2026-11-21'],
    ['2026-07-01T04:59:59Z', 'America/Chicago', '2026-06-30'],
    ['2026-07-01T05:00:00Z', 'America/Chicago', '2026-07-01'],
    ['2027-01-01T09:59:59Z', 'Pacific/Honolulu', '2026-12-31'],
  ])('%s in %s is %s', (at, timeZone, date) => {
    expect(siteDate(at, timeZone)).toBe(date);
    expect(siteDate(new Date(at), timeZone)).toBe(date);
  });

  it('is the ISO date in UTC', () => {
    fc.assert(
      fc.property(instant, (at) => {
        expect(siteDate(at, 'UTC')).toBe(at.toISOString().slice(0, 10));
      }),
    );
  });

  it('refuses what is no zone or no instant', () => {
    expect(() => siteDate('2026-11-21T00:00:00Z', 'America/Joliet')).toThrow(RangeError);
    expect(() => siteDate('yesterday', 'UTC')).toThrow(RangeError);
  });
});

describe('addMonths', () => {
  it.each([
    ['2026-01-31', 1, '2026-02-28'],
    ['2028-01-31', 1, '2028-02-29'],
    ['2026-11-21', 2, '2027-01-21'],
    ['2026-01-15', -1, '2025-12-15'],
    ['2026-12-01', 0, '2026-12-01'],
    ['2026-03-31', -13, '2025-02-28'],
  ])('%s and %d months is %s', (date, months, expected) => {
    expect(addMonths(date, months)).toBe(expected);
  });

  it('adds up on a first of the month, where no day can be lost', () => {
    const months = fc.integer({ min: -240, max: 240 });
    fc.assert(
      fc.property(day.map(monthStart), months, months, (first, a, b) => {
        expect(addMonths(addMonths(first, a), b)).toBe(addMonths(first, a + b));
      }),
    );
  });

  it('stays in the month it aims at', () => {
    fc.assert(
      fc.property(day, fc.integer({ min: -240, max: 240 }), (date, months) => {
        expect(monthStart(addMonths(date, months))).toBe(addMonths(monthStart(date), months));
      }),
    );
  });
});

describe('ago', () => {
  const now = new Date('2026-11-21T12:00:00Z');

  it.each([
    ['2026-11-21T12:00:05Z', 'just now'],
    ['2026-11-21T11:59:01Z', 'just now'],
    ['2026-11-21T11:59:00Z', '1 min ago'],
    ['2026-11-21T11:57:00Z', '3 min ago'],
    ['2026-11-21T11:00:01Z', '59 min ago'],
    ['2026-11-21T10:00:00Z', '2 h ago'],
    ['2026-11-20T12:00:01Z', '23 h ago'],
    ['2026-11-20T12:00:00Z', '1 d ago'],
    ['2026-09-23T12:00:00Z', '59 d ago'],
    ['2026-09-22T12:00:00Z', '2 mo ago'],
    ['2024-11-20T12:00:00Z', '2 y ago'],
  ])('%s is %s', (then, text) => {
    expect(timeAgo(then, now)).toBe(text);
    expect(timeAgo(new Date(then), now)).toBe(text);
  });
});

it('formatDateUs writes month, day, year', () => {
  expect(formatDateUs('2026-03-09')).toBe('03/09/2026');
});

it('monthStart is the 1st', () => {
  expect(monthStart('2026-03-09')).toBe('2026-03-01');
});

it.each([
  ['2026-03-09', '2026-03-10'],
  ['2026-02-28', '2026-03-01'],
  ['2028-02-28', '2028-02-29'],
  ['2026-12-31', '2027-01-01'],
])('nextDay of %s is %s', (date, next) => {
  expect(nextDay(date)).toBe(next);
});

describe('addDays', () => {
  it.each([
    ['2026-11-24', 0, '2026-11-24'],
    ['2026-11-24', -89, '2026-08-27'],
    ['2026-12-31', 1, '2027-01-01'],
    ['2028-02-28', 1, '2028-02-29'],
  ])('%s and %i days is %s', (date, days, wanted) => {
    expect(addDays(date, days)).toBe(wanted);
  });
});

describe('wholeWeeks', () => {
  it.each([
    ['2026-11-16', '2026-11-29', '2026-11-16', '2026-11-30'],
    ['2026-11-17', '2026-11-29', '2026-11-23', '2026-11-30'],
    ['2026-11-17', '2026-11-28', '2026-11-17', '2026-11-17'],
    ['2026-11-24', '2026-11-24', '2026-11-24', '2026-11-24'],
    ['9999-12-31', '9999-12-31', '9999-12-31', '9999-12-31'],
  ])('from %s to %s begin on %s and end before %s', (from, to, first, end) => {
    expect(wholeWeeks(from, to)).toEqual({ first, end });
  });

  it('leave out at most six days at each end', () => {
    fc.assert(
      fc.property(day, fc.integer({ min: 0, max: 400 }), (from, length) => {
        const days = [from];
        for (let count = 0; count < length; count += 1) days.push(nextDay(days.at(-1)!));
        const { first, end } = wholeWeeks(from, days.at(-1)!);
        const weeks = days.filter((one) => one >= first && one < end);
        expect(weeks.length % 7).toBe(0);
        expect(weeks.length === 0 || new Date(first).getUTCDay() === 1).toBe(true);
        const outside = days.filter((one) => one < first || one >= end);
        expect(weeks.length > 0 ? outside.length : Math.max(0, outside.length - 6)).toBeLessThan(13);
      }),
    );
  });
});
