import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withTax } from './tax.ts';

const rate = (percentage: number, inclusive = false) => ({ percentage, inclusive });

describe('withTax', () => {
  it.each([
    [2_999, [rate(5)], 3_149],
    [3_299, [rate(5)], 3_464],
    [2_999, [], 2_999],
    [1_010, [rate(5)], 1_061],
    [2_999, [rate(6.25), rate(1.75)], 3_238],
    [2_999, [rate(20, true)], 2_999],
    [0, [rate(5)], 0],
  ])('%i cents with %j come to %i', (amount, rates, total) => {
    expect(withTax(amount, rates)).toBe(total);
  });

  it('is never half a cent off for any rate', () => {
    const cents = fc.integer({ min: 0, max: 99_999_999 });
    const tenThousandths = fc.integer({ min: 0, max: 300_000 });
    fc.assert(
      fc.property(cents, tenThousandths, (amount, part) => {
        const exact = BigInt(amount) * BigInt(part);
        const tax = BigInt(withTax(amount, [rate(part / 10_000)]) - amount) * 1_000_000n;
        const off = tax > exact ? tax - exact : exact - tax;
        expect(off <= 500_000n).toBe(true);
      }),
    );
  });
});
