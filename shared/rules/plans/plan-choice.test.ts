import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { offeredPlan, type OfferedPlan } from './offered-plan.ts';
import { downgradeCapCents, downgradesOf, inOfferOrder, isOffered, otherPricesOf, suitsPlate, upgradesOf } from './plan-choice.ts';

const settings = { mapping: { 87: 25 }, durations: { 'Super Kiss': 6 }, defaultDuration: 3, defaultOnlineDuration: 6 };

function plan(price: string, more: Partial<OfferedPlan> = {}): OfferedPlan {
  const product = { id: 'prod_1', name: 'Super Kiss', metadata: { product_class: 'Super Kiss', Sitewatch_Club_Code: 'A' } };
  const made = offeredPlan({ id: price, nickname: null, unit_amount: 2999, metadata: { site: '12' } }, product, settings);
  return { ...made, ...more };
}

describe('a plan made of a price and its product', () => {
  it('takes class, club code and targets from the product, site and flags from the price', () => {
    const metadata = { product_class: 'Super Kiss', Sitewatch_Club_Code: 'A', upgrade_class: 'Super Kiss Plus, Super Interior' };
    const price = {
      id: 'price_1',
      nickname: 'Gold',
      unit_amount: 2999,
      metadata: { site: '1987', allow_prorate: 'false', availableonline: '1' },
    };
    expect(offeredPlan(price, { id: 'prod_1', name: 'Kiss', metadata }, settings)).toEqual({
      price: 'price_1',
      name: 'Gold',
      amount: 2999,
      // 1987 is site 87, which maps to site 25
      site: 25,
      active: true,
      current: true,
      next: false,
      allowProrate: false,
      availableOnline: true,
      product: 'prod_1',
      productName: 'Kiss',
      productClass: 'Super Kiss',
      clubCode: 'A',
      upgradeClasses: ['Super Kiss Plus', 'Super Interior'],
      downgradeClasses: [],
      duration: 6,
      onlineDuration: 6,
      problem: null,
    });
  });

  it('of an archived product is not active, and of no site is sold nowhere', () => {
    const archived = { id: 'prod_1', name: 'Kiss', active: false, metadata: {} };
    const made = offeredPlan({ id: 'price_1', nickname: null, unit_amount: 100, metadata: {} }, archived, settings);
    expect(made).toMatchObject({ active: false, site: null, productClass: 'Kiss', duration: 3 });
    expect(isOffered(made, 12)).toBe(false);
  });
});

it.each([
  ['E', 'ABC123-HI', true],
  ['F', 'ABC123-IL', false],
  ['e', '', false],
  ['A', 'ABC123-HI', false],
  ['A', 'ABC123-IL', true],
  ['B', '', true],
])('club code %s suits the plate "%s": %s', (clubCode, plate, suits) => {
  expect(suitsPlate({ clubCode }, plate)).toBe(suits);
});

const plans = fc
  .array(
    fc.record({
      price: fc.uuid(),
      clubCode: fc.constantFrom('A', 'B', 'E', 'F'),
      amount: fc.integer({ min: 0, max: 9_999 }),
      site: fc.constantFrom(12, 27, null),
      active: fc.boolean(),
      current: fc.boolean(),
      productClass: fc.constantFrom('Super Kiss', 'Super Kiss Plus', 'Interior', 'Super Interior'),
    }),
  )
  .map((all) => all.map((more) => plan(more.price, more)));
const plate = fc.constantFrom('ABC123-IL', 'ABC123-HI', '');
const from = plan('price_now', { upgradeClasses: ['Super Kiss Plus', 'Super Interior'], downgradeClasses: ['Super Kiss', 'Interior'] });

describe('the targets of a change', () => {
  it('are sold today at the site, of a named class, and suit the plate', () => {
    fc.assert(
      fc.property(plans, plate, (all, code) => {
        for (const [found, classes] of [
          [upgradesOf({ from, site: 12, plate: code }, all), from.upgradeClasses],
          [downgradesOf({ from, site: 12, plate: code }, all), from.downgradeClasses],
        ] as const) {
          const wanted = all.filter((one) => isOffered(one, 12) && classes.includes(one.productClass) && suitsPlate(one, code));
          expect(found.map(({ price }) => price).toSorted()).toEqual(wanted.map(({ price }) => price).toSorted());
        }
      }),
    );
  });

  it('of a downgrade never cost more than the cap, and never more than listed', () => {
    fc.assert(
      fc.property(plans, plate, (all, code) => {
        for (const { price, amount } of downgradesOf({ from, site: 12, plate: code }, all)) {
          const listed = all.find((one) => one.price === price)!.amount;
          expect(amount).toBe(listed > downgradeCapCents ? downgradeCapCents : listed);
        }
      }),
    );
  });

  it('of a change of price are of its class, and never the current one: another class is an upgrade or a downgrade', () => {
    const kept = plan('price_kept', { current: false });
    const other = plan('price_other', { productClass: 'Super Kiss Plus' });
    const found = otherPricesOf({ from, site: 12, plate: '' }, [from, kept, other, plan('price_27', { site: 27 })]);
    expect(found.map(({ price }) => price)).toEqual(['price_kept']);
  });

  it('are sorted by club code, then by price', () => {
    fc.assert(
      fc.property(plans, (all) => {
        const sorted = inOfferOrder(all);
        expect(sorted.toSorted((a, b) => (a.price < b.price ? -1 : 1))).toEqual(all.toSorted((a, b) => (a.price < b.price ? -1 : 1)));
        for (const [place, one] of sorted.slice(1).entries()) {
          const before = sorted[place]!;
          expect(before.clubCode < one.clubCode || (before.clubCode === one.clubCode && before.amount <= one.amount)).toBe(true);
        }
      }),
    );
  });
});
