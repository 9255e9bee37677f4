import { describe, expect, it } from 'vitest';
import { ReaderClock } from './reader-clock.ts';

const utc = (ms: number) => ({ clock: 'utc', ms }) as const;

/** A clock that was synchronized at 0, when the reader's was at a million. */
function synchronized(): ReaderClock {
  const clock = new ReaderClock();
  clock.sync(utc(1_000_000), 0);
  return clock;
}

describe('the age of a read', () => {
  it.each([
    [1_000_000, 0, false],
    [1_000_000, 5_000, false],
    [1_000_000, 5_002, true],
    [994_000, 0, true],
    [1_060_000, 60_000, false],
  ])('is judged by the reader’s clock: seen at %i, arrived at %i', (seen, at, isOld) => {
    expect(synchronized().isOld(utc(seen), at)).toBe(isOld);
  });

  it('does not grow with a reader’s clock that is slower by 100 parts per million', () => {
    const clock = synchronized();
    const old = Array.from({ length: 100 }, (_none, hour) => {
      const at = hour * 3_600_000;
      return clock.isOld(utc(1_000_000 + at * (1 - 100e-6)), at);
    });
    expect(old).not.toContain(true);
  });

  it('does not grow in a weekend without a read', () => {
    const at = 60 * 3_600_000;
    expect(synchronized().isOld(utc(1_000_000 + at * (1 - 100e-6)), at)).toBe(false);
  });

  it('counts from the new time when the reader’s clock is set forward', () => {
    const clock = synchronized();
    expect(clock.isOld(utc(9_000_000), 1_000)).toBe(false);
    expect(clock.isOld(utc(8_990_000), 1_000)).toBe(true);
  });

  it('is that of the old time when the reader’s clock is set back', () => {
    const clock = synchronized();
    expect([0, 1_000, 2_000].map((at) => clock.isOld(utc(500_000 + at), at))).toEqual([true, true, true]);
  });

  it('does not compare uptime with UTC', () => {
    expect(synchronized().isOld({ clock: 'uptime', ms: 5 }, 100)).toBe(false);
  });
});
