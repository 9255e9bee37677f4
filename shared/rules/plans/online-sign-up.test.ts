import { describe, expect, it } from 'vitest';
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
  const plan: OfferedPlan = {
    price: 'price_1',
    name: 'Super Kiss',
    amount: 2_999,
    site: 12,
    active: true,
    problem: null,
    current: true,
    next: false,
    allowProrate: true,
    availableOnline: true,
    product: 'prod_1',
    productName: 'Super Kiss',
    productClass: 'Super Kiss',
    clubCode: 'A',
    upgradeClasses: [],
    downgradeClasses: [],
    duration: 6,
    onlineDuration: 6,
  };

  it.each<[string, Partial<OfferedPlan>, boolean]>([
    ['is listed so', {}, true],
    ['is no other', { availableOnline: false }, false],
    ['is none of yesterday', { current: false }, false],
    ['is not archived', { active: false }, false],
    ['belongs to a site', { site: null }, false],
  ])('%s', (_name, change, sold) => {
    expect(isSoldOnline({ ...plan, ...change })).toBe(sold);
  });
});
