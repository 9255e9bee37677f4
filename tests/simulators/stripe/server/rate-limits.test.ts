import { describe, expect, it } from 'vitest';
import { RateLimits } from './rate-limits.ts';

describe('the limits of live mode', () => {
  it('admit 25 a second at one endpoint and 100 in all', () => {
    const limits = new RateLimits();
    const ask = (endpoint: string, times: number, at: number) => Array.from({ length: times }, () => limits.refuses(endpoint, at)).at(-1);
    expect(ask('a', 25, 0)).toBe(null);
    expect(ask('a', 1, 0)).toBe('endpoint-rate');
    expect(['b', 'c', 'd'].map((endpoint) => ask(endpoint, 25, 500))).toEqual([null, null, null]);
    expect(ask('e', 1, 999)).toBe('global-rate');
    expect(ask('a', 25, 1_000)).toBe(null);
    expect(ask('e', 1, 1_000)).toBe('global-rate');
    expect(ask('e', 1, 1_500)).toBe(null);
  });
});
