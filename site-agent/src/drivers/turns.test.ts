import { expect, it } from 'vitest';
import { Turns } from './turns.ts';

it('begins within the call if nothing is running, so that the request leaves before a synchronous write to the disk', async () => {
  const turns = new Turns();
  const begun: string[] = [];
  const work = (name: string) => async () => void begun.push(name);
  const first = turns.take(work('first'));
  expect(begun).toEqual(['first']);
  await first;
  await turns.take(work('second'));
  void turns.take(work('third'));
  expect(begun).toEqual(['first', 'second', 'third']);
});

it('runs work in call order, also after a failure', async () => {
  const turns = new Turns();
  const slow = Promise.withResolvers<void>();
  const begun: string[] = [];
  const first = turns.take(() => slow.promise);
  const second = turns.take(async () => void begun.push('second'));
  const third = turns.take(async () => void begun.push('third'));
  expect(begun).toEqual([]);
  slow.reject(new Error('no response'));
  await expect(first).rejects.toThrow('no response');
  await Promise.all([second, third]);
  expect(begun).toEqual(['second', 'third']);
  await expect(
    turns.take(() => {
      throw new Error('not a promise');
    }),
  ).rejects.toThrow('not a promise');
});
