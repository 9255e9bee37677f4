import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findTwoSites, leastDriveMinutes, milesBetween } from './two-sites.ts';

const joliet = { latitude: 41.5454, longitude: -88.1299 };
const places = new Map([
  [12, joliet],
  [27, { latitude: 41.4957, longitude: -87.3509 }],
  [31, { latitude: 41.5548, longitude: -88.0987 }],
]);
const start = Date.parse('2026-11-21T15:00:00Z');
const wash = (site: number, minute: number) => ({
  id: `${site} ${minute}`,
  at: start + minute * 60_000,
  site,
  plan: 'Super Kiss',
  day: '2026-11-21',
  hour: 9,
});
const place = fc.record({
  latitude: fc.double({ min: -90, max: 90, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
});

describe('the drive', () => {
  it('is 40 miles from Joliet to Merrillville, and takes at least 27 minutes', () => {
    const miles = milesBetween(joliet, places.get(27)!);
    expect(Math.round(miles)).toBe(40);
    expect(Math.round(leastDriveMinutes(miles))).toBe(28);
    expect(leastDriveMinutes(milesBetween(joliet, places.get(31)!))).toBe(0);
  });

  it('is the same both ways, and at most half around the earth', () => {
    fc.assert(
      fc.property(place, place, (one, other) => {
        const miles = milesBetween(one, other);
        expect(miles).toBeCloseTo(milesBetween(other, one), 6);
        expect(miles).toBeLessThanOrEqual(12_438);
        expect(leastDriveMinutes(miles)).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});

describe('washes at two sites', () => {
  it('closer than the drive are found, with both washes', () => {
    expect(findTwoSites([wash(27, 9), wash(12, 0)], places)).toEqual({
      facts: { kind: 'two-sites', times: 1, sites: [12, 27], miles: 40, driveMinutes: 28, apartMinutes: 9 },
      strength: 'weak',
      evidence: [
        { of: 'wash', id: '12 0', at: start },
        { of: 'wash', id: '27 9', at: start + 540_000 },
      ],
    });
  });

  it('are stronger each time', () => {
    const pairs = [0, 1_440, 2_880].flatMap((minute) => [wash(12, minute), wash(27, minute + 5)]);
    expect(findTwoSites(pairs, places)).toMatchObject({ strength: 'strong', facts: { times: 3 } });
  });

  it.each([
    ['farther apart than the drive', [wash(12, 0), wash(27, 24)]],
    ['on one way', [wash(12, 0), wash(31, 1)]],
    ['at a site without a known place', [wash(12, 0), wash(99, 1)]],
    ['twice at the same site', [wash(12, 0), wash(12, 1)]],
  ])('%s are not found', (_name, washes) => {
    expect(findTwoSites(washes, places)).toBeNull();
  });

  it('that any car can reach are never found, in any order', () => {
    const visit = fc.record({ site: fc.constantFrom(12, 27, 31), wait: fc.integer({ min: 28, max: 5_000 }) });
    fc.assert(
      fc.property(fc.array(visit), fc.boolean(), (visits, turned) => {
        let minute = 0;
        const washes = visits.map(({ site, wait }) => wash(site, (minute += wait)));
        expect(findTwoSites(turned ? washes.toReversed() : washes, places)).toBeNull();
      }),
    );
  });
});
