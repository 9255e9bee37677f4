import { beforeEach, describe, expect, it } from 'vitest';
import { CloudTime } from './cloud-time.ts';

/** True time. The computer's clock is off by `skewMs`; the monotonic clock has an arbitrary start. */
let trueMs: number;
let skewMs: number;
let time: CloudTime;

const start = Date.parse('2026-11-21T12:00:00.000Z');
const monotonic = (): number => trueMs - start + 777;
const newTime = (): CloudTime => new CloudTime({ monotonic, computer: () => trueMs + skewMs });

/** Sends a request that reaches the cloud after `there`; the response takes `back`. */
function ask(there: number, back: number, cloudAheadMs = 0): void {
  const askedAt = monotonic();
  trueMs += there;
  const now = trueMs + cloudAheadMs;
  trueMs += back;
  time.answered(askedAt, now);
}

beforeEach(() => {
  [trueMs, skewMs] = [start, 0];
  time = newTime();
});

describe("the cloud's time at the agent", () => {
  it('is not known before the first answer', () => {
    expect([time.now(), time.steadyTimeOf(start), time.skewMs(), time.problem()]).toEqual([null, null, null, null]);
  });

  it.each([-600_000, -30_000, 0, 30_000, 600_000])(
    'is right within half the way there and back, whatever the computer says (%i ms)',
    (wrong) => {
      skewMs = wrong;
      ask(5, 95);
      expect(Math.abs(time.now()! - trueMs)).toBeLessThanOrEqual(50);
      expect(time.steadyTimeOf(trueMs)).toBeLessThanOrEqual(monotonic());
      trueMs += 60_000;
      expect(Math.abs(time.now()! - trueMs)).toBeLessThanOrEqual(50);
    },
  );

  it('does not move when the clock of the computer jumps', () => {
    ask(1, 1);
    for (const jump of [600_000, -600_000, 86_400_000, -86_400_000]) {
      skewMs = jump;
      expect(Math.abs(time.now()! - trueMs)).toBeLessThanOrEqual(1);
    }
  });

  it('keeps the most exact answer, and takes any when that has grown old', () => {
    ask(1, 1);
    ask(0, 1_000);
    expect(time.now()).toBe(trueMs);
    trueMs += 61_000;
    ask(0, 1_000);
    expect(time.now()).toBe(trueMs - 500);
  });

  it('follows a cloud whose clock was set', () => {
    ask(1, 1);
    ask(1, 1, 3_600_000);
    expect(Math.abs(time.now()! - trueMs - 3_600_000)).toBeLessThanOrEqual(1);
  });
});

describe('what is wrong', () => {
  it.each([
    [-600_000, /10 min slow/],
    [600_000, /10 min fast/],
    [-7_000, /7 s slow/],
    [86_400_000, /24 h fast/],
    [4_000, null],
  ])('is a computer whose clock is wrong by %i ms', (wrong, words) => {
    skewMs = wrong;
    ask(1, 1);
    expect(Math.abs((time.skewMs() ?? NaN) - wrong)).toBeLessThanOrEqual(1);
    expect(time.problem() ?? 'nothing').toMatch(words ?? /^nothing$/);
  });
});

describe('after a restart without a line', () => {
  it('is the last known time plus what the computer says has passed, and says so', () => {
    skewMs = -600_000;
    ask(1, 1);
    const kept = time.toStore();
    trueMs += 3_600_000;
    time = newTime();
    time.resume(kept);
    expect(time.now()).toBeNull();
    expect(Math.abs(time.reckoned().getTime() - trueMs)).toBeLessThanOrEqual(1);
    expect(time.problem()).toMatch(/estimated/);
    ask(1, 1);
    expect(time.problem()).toMatch(/10 min slow/);
  });

  it('never goes behind the last known time', () => {
    ask(1, 1);
    const kept = time.toStore();
    const last = trueMs;
    skewMs = -86_400_000;
    time = newTime();
    time.resume(kept);
    expect(time.reckoned().getTime()).toBeGreaterThanOrEqual(last - 1);
  });

  it.each([null, '{"cloud":', '{"cloud":"x"}'])('is the computer’s where nothing better was ever known, or it is damaged: %s', (text) => {
    time.resume(text);
    expect(time.reckoned().getTime()).toBe(trueMs);
    expect(time.toStore()).toBeNull();
  });
});
