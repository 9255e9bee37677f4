import { describe, expect, it } from 'vitest';
import { offeredPlan } from './offered-plan.fixture.ts';
import type { OfferedPlan } from './offered-plan.ts';
import { isPostalCodeOf, isSoldOnline, type OnlineCountry } from './online-sign-up.ts';

describe('the postal code of a country', () => {
  it.each<[OnlineCountry, string, boolean]>([
    ['US', '60435', true],
    ['US', '60435-1234', false],
    ['US', '6043', false],
    ['US', 'K1A 0B1', false],
    ['CA', 'K1A 0B1', true],
    ['CA', 'k1a0b1', true],
    ['CA', '60435', false],
    ['CA', 'K1A 0B', false],
  ])('%s %s: %s', (country, code, suits) => {
    expect(isPostalCodeOf(country, code)).toBe(suits);
  });
});

describe('a plan that is sold online', () => {
  it.each<[string, Partial<OfferedPlan>, boolean]>([
    ['is listed so', {}, true],
    ['is no other', { availableOnline: false }, false],
    ['is none of yesterday', { current: false }, false],
    ['is not archived', { active: false }, false],
    ['belongs to a site', { site: null }, false],
  ])('%s', (_name, change, sold) => {
    expect(isSoldOnline(offeredPlan(change))).toBe(sold);
  });
});
