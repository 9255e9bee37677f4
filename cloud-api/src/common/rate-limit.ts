import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { Failure } from './failure.ts';

export interface RateLimiter {
  /**
   * Counts one use.
   * @param onFirstRefusal called before the first refusal of a key in its window
   * @throws Failure 429, `too_many_requests` unless overridden, with `retryAfterSeconds`
   */
  use(key: string, onFirstRefusal?: () => void | Promise<void>): Promise<void>;
  /** Takes back the last counted use of a key. */
  forgive(key: string): Promise<void>;
}

/** Builds the message for a caller who has to wait this long. */
type Refusal = (retryAfterSeconds: number) => { code: string; message: string };

const tooManyRequests: Refusal = () => ({ code: 'too_many_requests', message: 'Too many requests. Wait a moment and try again' });

/** Allows `points` uses of one key in `seconds`, counted in this process. */
export function rateLimiter(points: number, seconds: number, refusal: Refusal = tooManyRequests): RateLimiter {
  const memory = new RateLimiterMemory({ points, duration: seconds });
  return {
    async use(key, onFirstRefusal) {
      try {
        await memory.consume(key);
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) throw refused;
        if (refused.consumedPoints === points + 1) await onFirstRefusal?.();
        const retryAfterSeconds = Math.max(1, Math.ceil(refused.msBeforeNext / 1000));
        const { code, message } = refusal(retryAfterSeconds);
        throw new Failure(429, code, message, { details: { retryAfterSeconds } });
      }
    },
    forgive: async (key) => void (await memory.reward(key)),
  };
}
