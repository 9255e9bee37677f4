import { rateLimiter, type RateLimiter } from './rate-limit.ts';

/**
 * Limits guessing. An attempt counts before it is judged, so that many at once do not pass the limit; one that succeeds is forgiven, so
 * that honest work is never locked out. Refuses with 429 `too_many_attempts`.
 */
export function attemptLimiter({ attempts, seconds }: { attempts: number; seconds: number }): RateLimiter {
  return rateLimiter(attempts, seconds, (retryAfterSeconds) => ({
    code: 'too_many_attempts',
    message: `Too many attempts. Wait ${retryAfterSeconds} seconds and try again`,
  }));
}
