import { existsSync, openSync, readSync } from 'node:fs';
import { uptime } from 'node:os';

export interface SteadySources {
  /** Milliseconds that stop while the computer sleeps. */
  monotonic: () => number;
  /** Milliseconds since the computer started, with the time it slept. Exact to a second on some systems. */
  sinceStart: () => number;
}

/** A smaller difference between the two sources is inexactness. */
const sleptAtLeastMs = 1_000;

const uptimeFile = '/proc/uptime';
const longestUptime = 64;

/** Returns a source of the milliseconds since the computer started. Linux has them in a file, which `uptime` opens at every call. */
function uptimeSource(): () => number {
  if (!existsSync(uptimeFile)) return () => uptime() * 1_000;
  const file = openSync(uptimeFile, 'r');
  const text = Buffer.alloc(longestUptime);
  return () => Number.parseFloat(text.toString('latin1', 0, readSync(file, text, 0, longestUptime, 0))) * 1_000;
}

/**
 * Returns a clock in milliseconds that never jumps and continues while the computer sleeps. Leases and deadlines of commands use it: on
 * Linux `performance.now()` stops in a suspended computer, so a command from before would still be in time after it.
 */
export function steadyClock(
  { monotonic, sinceStart }: SteadySources = { monotonic: () => performance.now(), sinceStart: uptimeSource() },
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
