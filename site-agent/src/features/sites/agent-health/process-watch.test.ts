import { expect, it } from 'vitest';
import { ProcessWatch } from './process-watch.ts';

const small = 100_000_000;
const stalled = 'The agent or its computer stood still for 3 s; check the computer’s load and that it never sleeps';

it('names a stall for a minute, and nothing for a timer that is a little late', () => {
  const watch = new ProcessWatch(1_000, 0);
  expect(watch.check(1_000, small)).toBeNull();
  expect(watch.check(3_500, small)).toBeNull();
  expect(watch.check(7_500, small)).toBe(stalled);
  for (let at = 8_500; at < 67_500; at += 1_000) expect(watch.check(at, small)).toBe(stalled);
  expect(watch.check(67_500, small)).toBeNull();
});

it('names for a minute that the last run hung', () => {
  const watch = new ProcessWatch(1_000, 0, true);
  expect(watch.check(1_000, small)).toBe('The agent hung and was started again; send its log to support');
  for (let at = 2_000; at < 60_000; at += 1_000) watch.check(at, small);
  expect(watch.check(60_000, small)).toBeNull();
});

it('names much memory while it is in use', () => {
  const watch = new ProcessWatch(1_000, 0);
  expect(watch.check(1_000, 1_250_000_000)).toBe('The agent uses 1.3 GB of memory; restart it and report it');
  expect(watch.check(2_000, small)).toBeNull();
});
