import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { attemptLimiter } from './attempt-limiter.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('attemptLimiter', () => {
  it('refuses what exceeds the limit, says when to come back, and keeps the word', async () => {
    const limiter = attemptLimiter({ attempts: 2, seconds: 60 });
    await limiter.use('register 1');
    vi.advanceTimersByTime(20_000);
    await limiter.use('register 1');
    await expect(limiter.use('register 1')).rejects.toMatchObject({
      status: 429,
      code: 'too_many_attempts',
      details: { retryAfterSeconds: 40 },
    });
    vi.advanceTimersByTime(40_000);
    await expect(limiter.use('register 1')).resolves.toBeUndefined();
  });

  it('counts every key by itself', async () => {
    const limiter = attemptLimiter({ attempts: 1, seconds: 60 });
    await limiter.use('register 1');
    await expect(limiter.use('register 2')).resolves.toBeUndefined();
  });

  it('forgets an attempt that succeeded', async () => {
    const limiter = attemptLimiter({ attempts: 1, seconds: 60 });
    for (let turn = 0; turn < 5; turn += 1) {
      await limiter.use('register 1');
      await limiter.forgive('register 1');
    }
    await limiter.use('register 1');
    await expect(limiter.use('register 1')).rejects.toMatchObject({ status: 429 });
  });

  it('lets no more through when they come at once', async () => {
    const limiter = attemptLimiter({ attempts: 10, seconds: 60 });
    const tries = await Promise.allSettled(Array.from({ length: 50 }, () => limiter.use('register 1')));
    expect(tries.filter((one) => one.status === 'fulfilled')).toHaveLength(10);
  });
});
