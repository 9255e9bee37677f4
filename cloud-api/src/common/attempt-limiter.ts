import { rateLimiter, type RateLimiter } from './rate-limit.ts';

/**
 * Limits guessing. An attempt counts before it is checked, so that concurrent attempts cannot exceed the limit. A successful one is
 * forgiven, so that legitimate users are never locked out. Throws 429 `too_many_attempts`.
 */
export function attemptLimiter({ attempts, seconds }: { attempts: number; seconds: number }): RateLimiter {
  return rateLimiter(attempts, seconds, (retryAfterSeconds) => ({
    code: 'too_many_attempts',
    message: `Too many attempts. Wait ${retryAfterSeconds} seconds and try again`,
  }));
}
