import { expect, it } from 'vitest';
import { CameraClock } from './camera-clock.ts';

const minute = 60_000;

/** Returns which of the events, each with its time by a right clock and its arrival, are old for a camera whose clock is off. */
function oldOf(events: [at: number, arrived: number][], offMs = 0): boolean[] {
  const clock = new CameraClock();
  return events.map(([at, arrived]) => clock.isOld(at + offMs, arrived));
}

it.each([0, 365 * 24 * 60 * minute, -45 * minute])('recognizes what is resent after a cut, with a clock that is %i ms off', (offMs) => {
  const live: [number, number] = [0, 100];
  const stored: [number, number][] = [
    [minute, 10 * minute],
    [3 * minute, 10 * minute + 50],
    [9 * minute, 10 * minute + 100],
  ];
  const after: [number, number] = [10 * minute + 200, 10 * minute + 300];
  expect(oldOf([live, ...stored, after], offMs)).toEqual([false, true, true, true, false]);
});

it('recognizes one event that is resent every few seconds', () => {
  const resent = Array.from({ length: 10 }, (_, n): [number, number] => [1_000, 20_000 + n * 5_000]);
  expect(oldOf([[0, 0], ...resent]).slice(1)).not.toContain(false);
});

it('takes events that arrive some seconds late', () => {
  expect(
    oldOf([
      [0, 0],
      [minute, minute + 8_000],
      [2 * minute, 2 * minute],
    ]),
  ).toEqual([false, false, false]);
});

it('follows a clock that was set back, from the second car on', () => {
  const before: [number, number] = [60 * minute, 60 * minute];
  const set = (at: number): [number, number] => [at - 30 * minute, at];
  expect(oldOf([before, set(61 * minute), set(62 * minute), set(63 * minute)])).toEqual([false, true, false, false]);
});

it('follows a clock that was set forward and back again', () => {
  const year = 365 * 24 * 60 * minute;
  expect(
    oldOf([
      [0, 0],
      [year + minute, minute],
      [2 * minute, 2 * minute],
      [3 * minute, 3 * minute],
    ]),
  ).toEqual([false, false, true, false]);
});

it('follows a clock that loses 20 s a day', () => {
  const hours = Array.from({ length: 72 }, (_, hour): [number, number] => {
    const arrived = hour * 60 * minute;
    return [arrived * (1 - 20 / 86_400), arrived];
  });
  expect(oldOf(hours)).not.toContain(true);
});
