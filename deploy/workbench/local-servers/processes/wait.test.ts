import { expect, it, vi } from 'vitest';
import { reportSlow, until } from './wait.ts';

const what = 'stripe is ready';

it('until returns the first answer', async () => {
  const answers = [null, undefined, 0, 1];
  expect(await until(() => answers.shift(), { what, everyMs: 1 })).toBe(0);
});

it('until gives up with what it waited for', async () => {
  await expect(until(() => null, { what, withinMs: 10, everyMs: 1 })).rejects.toThrow(
    /^Timed out after .* s waiting for: stripe is ready\.$/,
  );
});

it('reportSlow reports while the work continues, and no longer', async () => {
  vi.useFakeTimers();
  const reported = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const work = Promise.withResolvers<string>();
  const reporting = reportSlow(what, work.promise);
  vi.advanceTimersByTime(45_000);
  work.resolve('ready');
  expect(await reporting).toBe('ready');
  vi.advanceTimersByTime(45_000);
  expect(reported.mock.calls).toEqual([
    ['Still waiting after 20 s for: stripe is ready'],
    ['Still waiting after 40 s for: stripe is ready'],
  ]);
  vi.restoreAllMocks();
  vi.useRealTimers();
});
