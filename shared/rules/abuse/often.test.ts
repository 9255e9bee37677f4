import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findOverDailyLimit } from './daily-limit.ts';
import { findShared } from './shared.ts';
import { visitsOf } from './visits.ts';

const hourMs = 3_600_000;
const start = Date.parse('2026-11-01T00:00:00Z');
const washAt = (at: number, plan = 'Super Kiss') => {
  const when = new Date(at);
  return { id: String(at), at, site: 12, plan, day: when.toISOString().slice(0, 10), hour: when.getUTCHours() };
};
const wash = (day: number, hour: number, plan?: string) => washAt(start + (day * 24 + hour) * hourMs, plan);
const wild = fc.array(
  fc.integer({ min: 0, max: 30 * 24 * 60 }).map((minute) => washAt(start + minute * 60_000)),
  { maxLength: 60 },
);

describe('a visit', () => {
  it('is one wash, however often a car is washed again within half an hour or recorded twice', () => {
    expect(visitsOf([wash(0, 9), wash(0, 9.2), wash(0, 9), wash(0, 9.6)])).toHaveLength(1);
  });

  it('never lasts longer by recording its washes twice', () => {
    fc.assert(
      fc.property(wild, (washes) => {
        expect(visitsOf([...washes, ...washes]).length).toBe(visitsOf(washes).length);
      }),
    );
  });
});

describe('the daily limit', () => {
  const many = [9, 11, 13, 15].map((hour) => wash(3, hour));

  it('is that of the plan, otherwise that of all plans', () => {
    expect(findOverDailyLimit(many, { '*': 3 })).toMatchObject({
      facts: { kind: 'daily-limit', days: 1, most: 4, limit: 3 },
      strength: 'weak',
      evidence: many.map(({ id, at }) => ({ of: 'wash', id, at })),
    });
    expect(findOverDailyLimit(many, { '*': 3, 'Super Kiss': 4 })).toBeNull();
    expect(findOverDailyLimit(many, {})).toBeNull();
  });

  it('is never exceeded by a day within it', () => {
    fc.assert(
      fc.property(wild, fc.integer({ min: 1, max: 5 }), (washes, limit) => {
        const most = Math.max(0, ...[...Map.groupBy(washes, ({ day }) => day).values()].map(({ length }) => length));
        const finding = findOverDailyLimit(washes, { '*': limit });
        const found = finding?.facts.kind === 'daily-limit' ? finding.facts.most : 0;
        expect([found <= most, finding === null || most > limit]).toEqual([true, true]);
      }),
    );
  });
});

describe('a shared plan', () => {
  const days = Array.from({ length: 10 }, (_none, day) => day * 2);

  it('washes again a few hours later, at many hours', () => {
    const finding = findShared(days.flatMap((day) => [wash(day, 7), wash(day, 8 + (day % 9))]));
    expect(finding).toMatchObject({ facts: { kind: 'shared', washes: 20, repeats: 10 }, strength: 'clear' });
    expect(finding?.evidence).toHaveLength(20);
  });

  it('is not one car that washes daily, or before and after each shift', () => {
    expect(findShared(Array.from({ length: 30 }, (_none, day) => wash(day, 7 + (day % 12))))).toBeNull();
    expect(findShared(days.flatMap((day) => [wash(day, 7), wash(day, 16)]))).toBeNull();
  });

  it('is never found in less than 18 washes, nor without a second wash on a day', () => {
    fc.assert(
      fc.property(wild, (washes) => {
        const few = washes.slice(0, 17);
        const daily = [...Map.groupBy(washes, ({ day }) => day)].map(([day]) => washAt(Date.parse(`${day}T09:00:00Z`)));
        expect([findShared(few), findShared(daily)]).toEqual([null, null]);
      }),
    );
  });
});
