import { describe, expect, it } from 'vitest';
import { DeadlinePassed, withinDeadline } from './deadline.ts';

describe('withinDeadline', () => {
  it('passes on what came in time, result or error', async () => {
    expect(await withinDeadline(1_000, () => Promise.resolve('done'))).toBe('done');
    await expect(withinDeadline(1_000, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  });

  it('aborts the work at the deadline', async () => {
    const aborted = Promise.withResolvers<unknown>();
    const never = (signal: AbortSignal): Promise<never> => {
      signal.addEventListener('abort', () => aborted.resolve(signal.reason));
      return new Promise(() => undefined);
    };
    await expect(withinDeadline(10, never)).rejects.toThrow(DeadlinePassed);
    expect(await aborted.promise).toBeInstanceOf(DeadlinePassed);
  });
});
