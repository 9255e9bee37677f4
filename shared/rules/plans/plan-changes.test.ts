import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Role } from '../company/roles.ts';
import { offeredPlan } from './offered-plan.fixture.ts';
import type { OfferedPlan } from './offered-plan.ts';
import {
  increaseItem,
  increaseStart,
  isIncrease,
  isLockedForSeller,
  isRecentEnough,
  keptPrice,
  nextPriceMetadata,
  refusalOf,
} from './plan-changes.ts';
import type { SubscriptionAction } from './statuses.ts';

const now = new Date('2026-11-21T15:00:00Z');
const at = (iso: string): number => Date.parse(iso) / 1_000;

const plan = (price: string, change: Partial<OfferedPlan> = {}) => offeredPlan({ price, ...change });

describe('refusalOf', () => {
  const rows: [SubscriptionAction, string, boolean][] = [
    ['upgrade', 'active', true],
    ['upgrade', 'trialing', false],
    ['downgrade', 'past_due', false],
    ['changeprice', 'trialing', true],
    ['changeprice', 'past_due', false],
    ['increase', 'active', true],
    ['discontinue', 'past_due', true],
    ['terminate', 'trialing', true],
    ['terminate', 'canceled', false],
    ['terminate', 'incomplete_expired', false],
    ['terminate', 'unpaid', true],
    ['terminate', 'paused', true],
    ['discontinue', 'unpaid', false],
    ['discontinue', 'incomplete', true],
    ['terminate', 'incomplete', true],
    ['upgrade', 'incomplete', false],
  ];
  it.each(rows)('%s of a plan that is %s: %s', (action, status, allowed) => {
    expect(refusalOf(action, { status, cancel_at_period_end: false }) === null).toBe(allowed);
  });

  it('leaves a discontinued plan nothing but to be reinstated', () => {
    for (const [action] of rows) expect(refusalOf(action, { status: 'active', cancel_at_period_end: true })).toMatch(/only be reinstated/);
  });
});

describe('isIncrease', () => {
  it.each([
    [{ amount: 3_299 }, true],
    [{ amount: 2_999 }, false],
    [{ amount: 3_299, active: false }, false],
    [{ amount: 3_299, productClass: 'Interior' }, false],
    [{ amount: 3_299, site: 27 }, false],
  ])('%o: %s', (change, expected) => {
    expect(isIncrease(plan('now'), plan('next', change))).toBe(expected);
  });
});

describe('isRecentEnough', () => {
  const period = { start: at('2026-11-01T10:00:00Z'), end: at('2026-12-01T10:00:00Z') };
  it.each([
    ['2026-11-21T15:00:00Z', '2026-11-21T15:00:00Z', true],
    ['2026-11-20T15:00:00Z', '2026-11-21T15:00:00Z', true],
    ['2026-11-20T14:59:59Z', '2026-11-21T15:00:00Z', false],
    ['2026-11-21T15:00:01Z', '2026-11-21T15:00:00Z', false],
    ['2026-11-01T10:00:00Z', '2026-11-01T10:00:00Z', true],
    ['2026-11-01T09:59:59Z', '2026-11-01T11:00:00Z', false],
    ['2026-12-01T10:00:00Z', '2026-12-01T10:00:00Z', false],
  ])('previewed %s, committed %s: %s', (previewed, committed, expected) => {
    expect(isRecentEnough(at(previewed), at(committed), period)).toBe(expected);
  });
});

describe('isLockedForSeller', () => {
  const sold = (hoursAgo: number) => ({ created: now.getTime() / 1_000 - hoursAgo * 3_600, metadata: { employeenumber: '101' } });
  it.each([
    ['their own, an hour ago', sold(1), { roles: Role.Cashier, employee: 101 }, true],
    ['their own, just under 48 hours ago', sold(47.99), { roles: Role.Cashier, employee: 101 }, true],
    ['their own, 48 hours ago', sold(48), { roles: Role.Cashier, employee: 101 }, false],
    ['another’s', sold(1), { roles: Role.Cashier, employee: 102 }, false],
    ['their own, as a user', sold(1), { roles: Role.User, employee: 101 }, false],
    ['one without a seller, as a program', { ...sold(1), metadata: {} }, { roles: 0, employee: null }, false],
  ])('%s', (_name, subscription, person, expected) => {
    expect(isLockedForSeller(subscription, person, now)).toBe(expected);
  });

  it('counts an online sign-up from its completion', () => {
    const completed = String(now.getTime() / 1_000 - 3_600);
    const old = { created: sold(200).created, metadata: { employeenumber: '101', signupcompleted: completed } };
    expect(isLockedForSeller(old, { roles: Role.Cashier, employee: 101 }, now)).toBe(true);
  });
});

describe('increaseStart', () => {
  it.each([
    [undefined, '2026-12-01T10:00:00.000Z'],
    ['2026-12-01', '2026-12-01T10:00:00.000Z'],
    ['2027-05-01', '2027-05-01T10:00:00.000Z'],
    ['2027-06-01', undefined],
    ['2026-11-01', undefined],
    ['2026-12-02', undefined],
  ])('%s: %s', (date, expected) => {
    expect(increaseStart(date, now)?.toISOString()).toBe(expected);
  });

  it('is always one of six firsts that lie ahead', () => {
    fc.assert(
      fc.property(fc.date({ min: new Date('2026-01-01'), max: new Date('2030-01-01'), noInvalidDate: true }), (today) => {
        const start = increaseStart(undefined, today)!;
        expect(start.getTime()).toBeGreaterThan(today.getTime());
        expect(start.getTime() - today.getTime()).toBeLessThanOrEqual(31 * 86_400_000);
      }),
    );
  });
});

describe('the kept price', () => {
  const metadata = (expires: string) => ({ nextprice: 'price_old', nextpriceexpires: expires });

  it('counts until it expires', () => {
    fc.assert(
      fc.property(fc.integer({ min: -100_000, max: 100_000 }), (seconds) => {
        const expires = now.getTime() / 1_000 + seconds;
        expect(keptPrice(metadata(String(expires)), now)).toEqual(seconds > 0 ? { price: 'price_old', expires } : null);
      }),
    );
  });

  it.each([[undefined], [{}], [metadata('')], [metadata('soon')], [{ nextprice: '', nextpriceexpires: '4000000000' }]])(
    'is none with %j',
    (odd) => {
      expect(keptPrice(odd, now)).toBeNull();
    },
  );
});

describe('what is written', () => {
  it('keeps a price for one month, to the second', () => {
    expect(nextPriceMetadata('price_1', now)).toEqual({ nextprice: 'price_1', nextpriceexpires: String(at('2026-12-21T15:00:00Z')) });
    const short = nextPriceMetadata('price_1', new Date('2027-01-31T15:00:00Z'));
    expect(short['nextpriceexpires']).toBe(String(at('2027-02-28T15:00:00Z')));
  });

  it('names the item of an increase', () => {
    expect(increaseItem(plan('next', { amount: 3_299 }))).toBe('PI 32.99 Sold');
    expect(increaseItem(plan('next', { amount: 4_700, productClass: 'Super Kiss Plus' }))).toBe('PI 47.00+ Sold');
  });
});
