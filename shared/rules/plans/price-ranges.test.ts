import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { centsToDollars } from '../billing/money.ts';
import { downgradeCapCents } from './plan-choice.ts';
import { markOutsideRange, maximaBelowMinimum, maximumFor, refusalOfPrice, type PriceLimits, type Vehicle } from './price-ranges.ts';

const limits = { min_price: 2_299, max_car: 4_499, max_truck: 4_999, max_car_commercial: 6_499, max_truck_commercial: 6_999 };
const car = { isTruck: false, isCommercial: false };

describe('the limits of a price range', () => {
  it.each([
    [{}, []],
    [{ max_car: 2_299 }, []],
    [{ max_car: 2_298 }, ['max_car']],
    [{ min_price: 5_000 }, ['max_car', 'max_truck']],
    [{ min_price: 7_000 }, ['max_car', 'max_truck', 'max_car_commercial', 'max_truck_commercial']],
  ])('with %j: %j lie below the lowest price', (change, below) => {
    expect(maximaBelowMinimum({ ...limits, ...change })).toEqual(below);
  });
});

describe('a price outside its range', () => {
  const refused = (amount: number, vehicle: Vehicle = car) => refusalOfPrice({ amount, productClass: 'Super Kiss' }, limits, vehicle);

  it.each([
    [2_298, car, '$22.98 is outside the price range of Super Kiss for cars: $22.99 to $44.99'],
    [4_500, car, '$45.00 is outside the price range of Super Kiss for cars: $22.99 to $44.99'],
    [5_000, { isTruck: true, isCommercial: false }, '$50.00 is outside the price range of Super Kiss for trucks: $22.99 to $49.99'],
    [
      6_500,
      { isTruck: false, isCommercial: true },
      '$65.00 is outside the price range of Super Kiss for commercial cars: $22.99 to $64.99',
    ],
    [
      7_000,
      { isTruck: true, isCommercial: true },
      '$70.00 is outside the price range of Super Kiss for commercial trucks: $22.99 to $69.99',
    ],
  ])('%i for %j: %s', (amount, vehicle, sentence) => expect(refused(amount, vehicle)).toBe(sentence));

  it.each([
    [2_299, null],
    [4_499, null],
    [2_298, 'Below range'],
    [4_500, 'Above range for cars'],
    [5_000, 'Above range for cars, trucks'],
    [7_000, 'Above range'],
  ])('%i in the price grid: %s', (amount, mark) => expect(markOutsideRange(amount, limits)).toBe(mark));
});

const cents = fc.integer({ min: 0, max: 20_000 });
const anyLimits: fc.Arbitrary<PriceLimits> = fc
  .tuple(cents, cents, cents, cents, cents)
  .map(([min_price, car_, truck, carCommercial, truckCommercial]) => ({
    min_price,
    max_car: min_price + car_,
    max_truck: min_price + truck,
    max_car_commercial: min_price + carCommercial,
    max_truck_commercial: min_price + truckCommercial,
  }));
const vehicles = fc.record({ isTruck: fc.boolean(), isCommercial: fc.boolean() });
const every: Vehicle[] = [false, true].flatMap((isTruck) => [false, true].map((isCommercial) => ({ isTruck, isCommercial })));
const withProductClass = (amount: number) => ({ amount, productClass: 'Interior' });

describe('every price', () => {
  it('is taken from its lowest to the vehicle’s highest price alone, and the refusal names both', () => {
    fc.assert(
      fc.property(cents, anyLimits, vehicles, (amount, range, vehicle) => {
        const refusal = refusalOfPrice(withProductClass(amount), range, vehicle);
        const highest = range[maximumFor(vehicle)];
        const inside = (amount >= range.min_price || amount === downgradeCapCents) && amount <= highest;
        expect(refusal === null).toBe(inside);
        const words = `${centsToDollars(range.min_price)} to ${centsToDollars(highest)}`;
        expect(refusal ?? words).toContain(words);
      }),
    );
  });

  it('at the cap of a downgrade is never below the range, whatever the minimum', () => {
    fc.assert(
      fc.property(anyLimits, vehicles, (range, vehicle) => {
        fc.pre(range[maximumFor(vehicle)] >= downgradeCapCents);
        expect(refusalOfPrice(withProductClass(downgradeCapCents), range, vehicle)).toBeNull();
      }),
    );
  });

  it('of a class without a row is not limited', () => {
    fc.assert(
      fc.property(cents, vehicles, (amount, vehicle) => {
        expect(refusalOfPrice(withProductClass(amount), null, vehicle)).toBeNull();
        expect(markOutsideRange(amount, null)).toBeNull();
      }),
    );
  });

  it('is marked in the grid exactly where it is refused to some vehicle', () => {
    fc.assert(
      fc.property(cents, anyLimits, (amount, range) => {
        const refusedToSome = every.some((vehicle) => refusalOfPrice(withProductClass(amount), range, vehicle) !== null);
        expect(markOutsideRange(amount, range) !== null).toBe(refusedToSome);
      }),
    );
  });
});
