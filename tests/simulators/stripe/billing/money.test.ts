import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { minus, proratedShare, taxShare } from './money.ts';

const cents = fc.integer({ min: -100_000_000, max: 100_000_000 });
const wholes = fc.integer({ min: 1, max: 400 * 86_400 });
const fractions = fc.double({ min: 0, max: 1, noNaN: true });

describe('a prorated share', () => {
  // the first eight come from the bills of a real account
  it.each([
    [-1000, 6480, 2_592_000, -3],
    [1800, 6480, 2_592_000, 4],
    [3000, 6480, 2_592_000, 7],
    [-1000, 2, 3, -667],
    [1000, 1, 3, 333],
    [-1000, 2_591_992, 2_592_000, -1000],
    [1, 1, 1000, 0],
    [-1000, 1, 400, -3],
    [2999, 1, 2, 1499],
    [-2999, 1, 2, -1500],
    [4499, 1, 2, 2249],
    [1, 1, 3, 0],
    [-1, 1, 3, 0],
    [2, 1, 3, 1],
    [1, 1, 2, 0],
    [-1, 1, 2, -1],
    [0, 1, 2, 0],
  ])('%d x %d / %d is %d', (amount, part, whole, share) => {
    expect(proratedShare(amount, part, whole)).toBe(share);
  });

  it('of a credit is the opposite of its debit’s, or with half a cent between them one cent more', () => {
    fc.assert(
      fc.property(cents, wholes, wholes, (amount, part, whole) => {
        const halfBetween = (2n * BigInt(amount) * BigInt(part)) % (2n * BigInt(whole));
        const isHalf = halfBetween === BigInt(whole) || halfBetween === -BigInt(whole);
        const together = proratedShare(amount, part, whole) + proratedShare(minus(amount), part, whole);
        expect(together).toBe(isHalf ? -1 : 0);
      }),
    );
  });
});

describe('a share of tax', () => {
  it.each([
    [50, 5, 100, 3],
    [-50, 5, 100, -3],
    [2999, 625, 10_000, 187],
  ])('%d x %d / %d is %d', (amount, part, whole, share) => {
    expect(taxShare(amount, part, whole)).toBe(share);
  });

  it('of a credit is the opposite of its debit’s', () => {
    fc.assert(
      fc.property(cents, wholes, wholes, (amount, part, whole) => {
        expect(taxShare(minus(amount), part, whole)).toBe(minus(taxShare(amount, part, whole)));
      }),
    );
  });
});

describe.each([
  ['a prorated share', proratedShare],
  ['a share of tax', taxShare],
])('%s', (_name, shareOf) => {
  it('is within half a cent of the exact share', () => {
    fc.assert(
      fc.property(cents, wholes, fractions, (amount, whole, fraction) => {
        const part = Math.floor(whole * fraction);
        const error = BigInt(shareOf(amount, part, whole)) * BigInt(whole) - BigInt(amount) * BigInt(part);
        expect((error < 0n ? -error : error) * 2n).toBeLessThanOrEqual(BigInt(whole));
      }),
    );
  });

  it('and the share that is left add up to the whole, to the cent', () => {
    fc.assert(
      fc.property(cents, wholes, fractions, (amount, whole, fraction) => {
        const part = Math.floor(whole * fraction);
        const together = shareOf(amount, part, whole) + shareOf(amount, whole - part, whole);
        expect(Math.abs(together - amount)).toBeLessThanOrEqual(1);
      }),
    );
  });
});
