export interface Backoff {
  /** Wait after the first failure, in milliseconds. */
  minMs: number;
  /** Maximum wait. */
  maxMs: number;
}

/**
 * Doubles with every failed attempt up to `maxMs`. The upper half of each wait is random, so that a site's devices do not all reconnect at
 * once after a power failure.
 * @param attempt 0 for the first wait
 * @param chance a number from 0 up to 1
 */
export function backoffDelay(attempt: number, { minMs, maxMs }: Backoff, chance: number): number {
  const full = Math.min(maxMs, minMs * 2 ** Math.min(attempt, 30));
  return full / 2 + (full / 2) * chance;
}
