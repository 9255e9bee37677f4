const shortestMs = 500;
const longestMs = 60_000;

/**
 * The wait before the next attempt: it doubles with every attempt up to a minute, a quarter of it random so that many jobs do not come at
 * once.
 */
export const backoffMs = (attempts: number, random = Math.random()): number =>
  Math.min(longestMs, shortestMs * 2 ** Math.min(attempts - 1, 10)) * (0.75 + random / 2);
