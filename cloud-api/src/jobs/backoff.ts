const shortestMs = 500;
const longestMs = 60_000;

/**
 * Returns the delay before the next attempt: it doubles with every attempt up to a minute; a quarter of it is random, so that jobs do not
 * retry all at once.
 */
export const backoffMs = (attempts: number, random = Math.random()): number =>
  Math.min(longestMs, shortestMs * 2 ** Math.min(attempts - 1, 10)) * (0.75 + random / 2);
