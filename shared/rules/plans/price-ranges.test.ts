import { describe, expect, it } from 'vitest';
import { maximaBelowMinimum } from './price-ranges.ts';

const limits = { min_price: 2_299, max_car: 4_499, max_truck: 4_999, max_car_commercial: 6_499, max_truck_commercial: 6_999 };

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
