import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRandom, drawUnique } from './random.ts';

describe('the seeded source of chance', () => {
  it('gives the same numbers for the same seed and others for another', () => {
    const draw = (seed: number): number[] => {
      const random = createRandom(seed);
      return Array.from({ length: 20 }, () => random.whole(0, 1_000_000));
    };
    expect(draw(7)).toEqual(draw(7));
    expect(draw(7)).not.toEqual(draw(8));
  });

  it('keeps whole numbers within their bounds', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: -1000, max: 1000 }), fc.nat(1000), (seed, low, span) => {
        const number = createRandom(seed).whole(low, low + span);
        return Number.isInteger(number) && number >= low && number <= low + span;
      }),
    );
  });

  it('draws unique values until the pool is dry, then says so', () => {
    const random = createRandom(1);
    const taken = new Set<string>();
    const draw = () => drawUnique(taken, () => random.characters(1, 'ab'));
    expect(new Set([draw(), draw()])).toEqual(new Set(['a', 'b']));
    expect(draw).toThrow('exhausted');
  });
});
