import { expect, it } from 'vitest';
import { TrialLock } from './trial-lock.ts';

const never = new AbortController().signal;

it('lets one trial run at a time', async () => {
  const lock = new TrialLock();
  const order: string[] = [];
  const trial = async (name: string): Promise<void> => {
    const release = await lock.take(never);
    order.push(`${name} begins`);
    await Promise.resolve();
    order.push(`${name} ends`);
    release?.();
    // once more changes nothing
    release?.();
  };
  await Promise.all(['first', 'second', 'third'].map(trial));
  expect(order).toEqual(['first begins', 'first ends', 'second begins', 'second ends', 'third begins', 'third ends']);
});

it('is not taken by a trial that was abandoned while it waited', async () => {
  const lock = new TrialLock();
  const release = await lock.take(never);
  const stopping = new AbortController();
  const waiting = lock.take(stopping.signal);
  stopping.abort();
  expect([await waiting, await lock.take(stopping.signal), lock.tryTake()]).toEqual([null, null, null]);
  release?.();
  expect(await lock.take(never)).not.toBeNull();
});
