import { describe, expect, it } from 'vitest';
import { latencyRatio, median, quantile, throughputRatio, type Run } from './figures.ts';

const run = (latencies: number[], elapsedMs = 1_000): Run => ({ latencies, elapsedMs });

describe('figures', () => {
  it('finds quantiles by nearest rank, whatever the order', () => {
    const hundred = Array.from({ length: 100 }, (_, place) => 100 - place);
    expect(quantile(hundred, 0.5)).toBe(50);
    expect(quantile(hundred, 0.99)).toBe(99);
    expect(quantile([7], 0.99)).toBe(7);
    expect(() => median([])).toThrow(RangeError);
  });

  it('compares medians of the runs, so that one bad run decides nothing', () => {
    const ours = [run([1, 1], 1_000), run([1, 1], 2_000), run([1, 1], 60_000)];
    const floor = [run([1, 1], 1_000), run([1, 1], 500), run([1, 1], 1_000)];
    expect(throughputRatio(ours, floor)).toBe(0.5);
    expect(latencyRatio([run([3]), run([6]), run([99])], [run([1]), run([2]), run([3])])).toBe(3);
  });
});
