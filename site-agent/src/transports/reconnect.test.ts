import { afterEach, expect, it, vi } from 'vitest';
import { keepConnected, type Reconnecting } from './reconnect.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

/**
 * Runs sessions until `howMany` are lost, and returns the reported losses. Nothing really waits; `waits` lists the milliseconds that would
 * have passed.
 */
function lossesOf(session: Reconnecting['session'], howMany: number, waits: number[] = []): Promise<unknown[]> {
  const { promise, resolve } = Promise.withResolvers<unknown[]>();
  const losses: unknown[] = [];
  const connection = keepConnected({
    session,
    onLost(error) {
      losses.push(error);
      if (losses.length < howMany) return;
      void connection.stop();
      resolve(losses);
    },
    async wait(ms) {
      waits.push(ms);
    },
  });
  return promise;
}

it('opens a fresh session after each loss, and tells each loss', async () => {
  const session = vi.fn(() => Promise.reject(new Error('refused')));

  expect(await lossesOf(session, 3)).toEqual(Array.from({ length: 3 }, () => new Error('refused')));
  expect(session).toHaveBeenCalledTimes(3);
});

it('counts a session that ended without an error as a loss', async () => {
  expect(await lossesOf(() => Promise.resolve(), 1)).toEqual([new Error('connection closed')]);
});

it('waits longer after each failure, and little again after a session that went well for a while', async () => {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  vi.spyOn(Math, 'random').mockReturnValue(0);
  const waits: number[] = [];
  const durations = [0, 0, 0, 60_000, 0];

  await lossesOf(
    async () => {
      now += durations.shift() ?? 0;
    },
    5,
    waits,
  );

  expect(waits.slice(0, 4)).toEqual([100, 200, 400, 100]);
});

it('ends the running session when it is stopped, and tells no loss', async () => {
  const onLost = vi.fn<(error: unknown) => void>();
  const session = vi.fn(
    (signal: AbortSignal) => new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true })),
  );
  const connection = keepConnected({ session, onLost });

  await connection.stop();

  expect(session).toHaveBeenCalledTimes(1);
  expect(onLost).not.toHaveBeenCalled();
});
