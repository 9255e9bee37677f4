import { describe, expect, it } from 'vitest';
import { GrowthRate } from './growth-rate.ts';

const hour = 3_600_000;

describe('GrowthRate', () => {
  it('is 0 before anything is added', () => {
    expect(new GrowthRate(0).perHour(5 * hour)).toBe(0);
  });

  it('counts the first hour as a whole one', () => {
    const rate = new GrowthRate(0);
    rate.add(600, 60_000);
    expect(rate.perHour(120_000)).toBe(600);
  });

  it('averages over the time since the start', () => {
    const rate = new GrowthRate(hour);
    for (let n = 0; n < 4; n += 1) rate.add(100, (1 + n) * hour);
    expect(rate.perHour(5 * hour)).toBe(100);
  });

  it('forgets what is older than 24 hours', () => {
    const rate = new GrowthRate(0);
    rate.add(1_000_000, 0);
    for (let n = 1; n <= 47; n += 1) rate.add(50, n * hour);
    expect(rate.perHour(48 * hour - 1)).toBeCloseTo(50, 3);
    expect(rate.perHour(48 * hour - 1)).toBeLessThan(51);
  });
});
