import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultSiteMapping, invalidSiteNumber, siteNumber } from './sites.ts';

describe('siteNumber', () => {
  it.each([
    ['12', 12],
    [27, 27],
    [' 12 ', 12],
    [1812, 12],
    ['1812', 12],
    [1832, 32],
    [1833, 31],
    [1834 + 100, 34],
    [1939, 91],
    [1987, 25],
    [1991, 91],
    [900, 91],
    [100, 91],
    [39, 91],
    [87, 25],
    [33, 31],
  ])('%j is site %d', (raw, site) => {
    expect(siteNumber(raw)).toEqual({ site });
  });

  it.each(['', 'Joliet', '-12', '12.5', '1e1', '0', 0, -12, 12.5, Number.NaN, Infinity, 101, 1800, 1834, 1900, 2000, 12_345, '99999999'])(
    'refuses %j',
    (raw) => {
      expect(siteNumber(raw)).toEqual({ error: invalidSiteNumber });
    },
  );

  it('takes a plain number, its text and the number with its century for one site', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 99 }), (plain) => {
        const expected = siteNumber(plain);
        expect(siteNumber(String(plain))).toEqual(expected);
        expect(siteNumber(plain + (plain > 33 ? 1900 : 1800))).toEqual(expected);
      }),
    );
  });

  it('leaves a site that is mapped already where it is', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2000 }), (raw) => {
        const once = siteNumber(raw);
        fc.pre('site' in once);
        expect(siteNumber(once.site)).toEqual(once);
      }),
    );
  });

  it('follows a company’s own mapping, one step far', () => {
    expect(siteNumber(5, { 5: 6, 6: 7 })).toEqual({ site: 6 });
    expect(siteNumber(87, {})).toEqual({ site: 87 });
    expect(siteNumber(87, JSON.parse(JSON.stringify(defaultSiteMapping)))).toEqual({ site: 25 });
  });
});
