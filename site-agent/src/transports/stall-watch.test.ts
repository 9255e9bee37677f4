import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { StallWatch } from './stall-watch.ts';

let now: number;
let watch: StallWatch;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  now = 1_000;
  watch = new StallWatch(() => now);
  watch.start();
});
afterEach(() => {
  watch.stop();
  vi.useRealTimers();
});

/** Runs for so long, as a process does that is not stopped. */
function run(ms: number): void {
  for (const end = now + ms; now < end;) {
    now += 250;
    vi.advanceTimersByTime(250);
  }
}

it('is not behind while it runs, even after a second of work', () => {
  run(60_000);
  expect(watch.isBehind).toBe(false);
  now += 1_900;
  expect(watch.isBehind).toBe(false);
});

it('is behind for half a second after a stop, whether the timer or the bytes come first', () => {
  run(1_000);
  now += 3_000;
  expect(watch.isBehind).toBe(true);
  run(500);
  expect(watch.isBehind).toBe(false);

  now += 3_000;
  vi.advanceTimersByTime(250);
  expect(watch.isBehind).toBe(true);
  run(500);
  expect(watch.isBehind).toBe(false);
});
