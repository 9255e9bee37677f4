import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findSellers, probabilityOfAtLeast, type SellerFigures } from './seller-share.ts';

const seller = (name: string, count: number, work: number, isManager = false): SellerFigures => ({ seller: name, isManager, count, work });
const peers = Array.from({ length: 6 }, (_none, index) => seller(`peer ${index}`, index % 3, 50));

describe('an employee', () => {
  it('who gives far more than the peers for the same work is found', () => {
    expect(findSellers([...peers, seller('101', 20, 50)])).toEqual([
      { seller: '101', strength: 'strong', count: 20, expected: 0.9, percent: 77, percentOfWork: 14, peers: 6 },
    ]);
  });

  it('does not hide behind another who does the same', () => {
    expect(findSellers([...peers, seller('101', 20, 50), seller('102', 30, 50)]).map((one) => one.seller)).toEqual(['101', '102']);
  });

  it.each([
    ['gives few, even if the peers give nothing', [...peers.map((one) => ({ ...one, count: 0 })), seller('101', 4, 50)]],
    ['works that much more', [...peers, seller('101', 20, 1_000)]],
    ['has too few peers to compare with', [...peers.slice(0, 3), seller('101', 20, 50)]],
    ['is compared with other rights only', [...peers, seller('101', 20, 50, true)]],
  ])('who %s is not found', (_name, figures) => {
    expect(findSellers(figures)).toEqual([]);
  });

  it('at the rate of all is never found, however large the company', () => {
    const work = fc.integer({ min: 1, max: 400 });
    fc.assert(
      fc.property(fc.array(work, { minLength: 5, maxLength: 40 }), fc.double({ min: 0, max: 1, noNaN: true }), (all, rate) => {
        expect(findSellers(all.map((days, index) => seller(String(index), Math.floor(days * rate), days)))).toEqual([]);
      }),
    );
  });
});

describe('the probability of at least so many events', () => {
  it.each([
    [1, 1, 1 - Math.exp(-1)],
    [2, 1, 1 - 2 * Math.exp(-1)],
    [10, 2, 4.6498e-5],
    [1, 800, 1],
  ])('at least %d if %d are expected', (count, mean, probability) => {
    expect(probabilityOfAtLeast(count, mean)).toBeCloseTo(probability, 8);
  });

  it('falls with the number and rises with the expectation', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 200 }), fc.double({ min: 0.01, max: 150, noNaN: true }), (count, mean) => {
        const here = probabilityOfAtLeast(count, mean);
        expect(here).toBeGreaterThanOrEqual(0);
        expect(probabilityOfAtLeast(count + 1, mean)).toBeLessThanOrEqual(here + 1e-9);
        expect(probabilityOfAtLeast(count, mean * 1.1)).toBeGreaterThanOrEqual(here - 1e-9);
      }),
    );
  });
});
