import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { backoffMs } from './backoff.ts';

describe('backoffMs', () => {
  it('doubles from half a second up to a minute', () => {
    expect([1, 2, 3, 4, 5, 6, 7, 8, 9].map((attempts) => backoffMs(attempts, 0.5))).toEqual([
      500, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000,
    ]);
  });

  it('spreads by a quarter to either side, and never further', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000 }), fc.double({ min: 0, max: 1, noNaN: true }), (attempts, random) => {
        const middle = backoffMs(attempts, 0.5);
        const wait = backoffMs(attempts, random);
        expect(wait).toBeGreaterThanOrEqual(middle * 0.75);
        expect(wait).toBeLessThanOrEqual(middle * 1.25);
      }),
    );
  });
});
