import { spawnSync } from 'node:child_process';
import os from 'node:os';

/** Measured once at the start of a run and inherited by all its programs and test processes. */
const variable = 'TIMEOUT_SCALE';
/** Duration of an empty Node program on a quiet machine. */
const quietMs = 40;
const largestScale = 20;
/** A longer wait only delays the report of a hang. */
const longestMs = 600_000;

/** How much slower this machine is than a quiet one; at least 1. */
export const timeoutScale = Number(process.env[variable]) || measureScale();
process.env[variable] = String(timeoutScale);

/**
 * Returns a timeout that ends a hang and measures nothing: `ms` on a quiet machine, longer on a slow or busy one, at most ten minutes or
 * twice `ms`.
 */
export function scaledTimeout(ms: number): number {
  return Math.ceil(Math.min(ms * timeoutScale, Math.max(2 * ms, longestMs)));
}

/** Returns a signal that aborts a hanging call. */
export function abortOnHang(): AbortSignal {
  return AbortSignal.timeout(scaledTimeout(120_000));
}

function measureScale(): number {
  const began = performance.now();
  spawnSync(process.execPath, ['--eval', '']);
  const slowness = (performance.now() - began) / quietMs;
  const load = os.loadavg()[0]! / os.availableParallelism();
  return Math.min(Math.max(1, slowness, load), largestScale);
}
