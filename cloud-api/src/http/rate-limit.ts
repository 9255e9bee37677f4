import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { Failure } from './failure.ts';

export interface Limiter {
  /** Counts one use. @throws Failure 429 `too_many_requests` with `retryAfterSeconds` */
  use(key: string): Promise<void>;
}

/** At most `points` uses of one key in `seconds`, counted in this process. */
export function limiter(points: number, seconds: number, message = 'Too many requests. Please wait a moment and try again'): Limiter {
  const memory = new RateLimiterMemory({ points, duration: seconds });
  return {
    async use(key) {
      try {
        await memory.consume(key);
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) throw refused;
        throw new Failure(429, 'too_many_requests', message, { details: { retryAfterSeconds: Math.ceil(refused.msBeforeNext / 1000) } });
      }
    },
  };
}
