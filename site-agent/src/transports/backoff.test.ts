import fc from 'fast-check';
import { expect, it } from 'vitest';
import { backoffDelay } from './backoff.ts';

const backoff = { minMs: 200, maxMs: 5_000 };

it('doubles from the shortest wait up to the longest', () => {
  const waits = [0, 1, 2, 3, 4, 5, 6].map((attempt) => backoffDelay(attempt, backoff, 1));
  expect(waits).toEqual([200, 400, 800, 1_600, 3_200, 5_000, 5_000]);
});

it('leaves the upper half of the wait to chance and never exceeds the longest', () => {
  fc.assert(
    fc.property(fc.nat(), fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), (attempt, chance) => {
      const wait = backoffDelay(attempt, backoff, chance);
      const longest = backoffDelay(attempt, backoff, 1);
      expect(wait).toBeGreaterThanOrEqual(longest / 2);
      expect(wait).toBeLessThanOrEqual(Math.min(longest, backoff.maxMs));
    }),
  );
});
