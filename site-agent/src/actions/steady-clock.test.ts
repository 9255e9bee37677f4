import { describe, expect, it } from 'vitest';
import { steadyClock, steadyNow } from './steady-clock.ts';

describe('steadyClock', () => {
  it('continues while the computer sleeps, and adds nothing for what its sources differ in', () => {
    const at = { monotonic: 500, sinceStart: 90_000 };
    const now = steadyClock({ monotonic: () => at.monotonic, sinceStart: () => at.sinceStart });
    expect(now()).toBe(500);
    Object.assign(at, { monotonic: 1_500, sinceStart: 91_900 });
    expect(now()).toBe(1_500);
    Object.assign(at, { monotonic: 1_600, sinceStart: 271_900 });
    expect(now()).toBe(1_600 + 179_900);
    Object.assign(at, { monotonic: 2_600, sinceStart: 272_900 });
    expect(now()).toBe(2_600 + 179_900);
  });

  it('reads as the monotonic clock on a computer that is awake', () => {
    const before = performance.now();
    expect(steadyNow()).toBeGreaterThanOrEqual(before);
    expect(steadyNow()).toBeLessThanOrEqual(performance.now());
  });
});
