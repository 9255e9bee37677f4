import { uptime } from 'node:os';

export interface SteadySources {
  /** Milliseconds that stop while the computer sleeps. */
  monotonic: () => number;
  /** Milliseconds since the computer started, with the time it slept. Exact to a second on some systems. */
  sinceStart: () => number;
}

/** A smaller difference between the two sources is inexactness. */
const sleptAtLeastMs = 1_000;

/**
 * Returns a clock in milliseconds that never jumps and continues while the computer sleeps. Leases and deadlines of commands use it: on
 * Linux `performance.now()` stops in a suspended computer, so a command from before would still be in time after it.
 */
export function steadyClock(
  { monotonic, sinceStart }: SteadySources = { monotonic: () => performance.now(), sinceStart: () => uptime() * 1_000 },
): () => number {
  let seen = { monotonic: monotonic(), sinceStart: sinceStart() };
  let sleptMs = 0;
  return () => {
    const now = { monotonic: monotonic(), sinceStart: sinceStart() };
    // since the last reading only, because the two sources drift apart over weeks
    const missedMs = now.sinceStart - seen.sinceStart - (now.monotonic - seen.monotonic);
    if (missedMs > sleptAtLeastMs) sleptMs += missedMs;
    seen = now;
    return now.monotonic + sleptMs;
  };
}

export const steadyNow = steadyClock();
