import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { minus, shareOf } from './money.ts';

const cents = fc.integer({ min: -100_000_000, max: 100_000_000 });
const wholes = fc.integer({ min: 1, max: 400 * 86_400 });

describe('a share of an amount', () => {
  it.each([
    [2999, 1, 2, 1500],
    [-2999, 1, 2, -1500],
    [1, 1, 3, 0],
    [-1, 1, 3, 0],
    [2, 1, 3, 1],
    [0, 1, 2, 0],
  ])('%d x %d / %d is %d', (amount, part, whole, share) => {
    expect(shareOf(amount, part, whole)).toBe(share);
  });

  it('is within half a cent of the exact share', () => {
    fc.assert(
      fc.property(cents, wholes, fc.double({ min: 0, max: 1, noNaN: true }), (amount, whole, fraction) => {
        const part = Math.floor(whole * fraction);
        const error = BigInt(shareOf(amount, part, whole)) * BigInt(whole) - BigInt(amount) * BigInt(part);
        expect((error < 0n ? -error : error) * 2n).toBeLessThanOrEqual(BigInt(whole));
      }),
    );
  });

  it('and the share that is left add up to the whole, to the cent', () => {
    fc.assert(
      fc.property(cents, wholes, fc.double({ min: 0, max: 1, noNaN: true }), (amount, whole, fraction) => {
        const part = Math.floor(whole * fraction);
        const together = shareOf(amount, part, whole) + shareOf(amount, whole - part, whole);
        expect(Math.abs(together - amount)).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('of a credit is the opposite of its debit’s', () => {
    fc.assert(
      fc.property(cents, wholes, wholes, (amount, part, whole) => {
        expect(shareOf(minus(amount), part, whole)).toBe(minus(shareOf(amount, part, whole)));
      }),
    );
  });
});
