import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { Failure } from '../../http/failure.ts';

/**
 * Bounds guessing. An attempt counts before it is judged, so that many at once are no way around the limit; one that
 * succeeds is forgiven, so that honest work is never locked out.
 */
export class AttemptLimiter {
  readonly #attempts: RateLimiterMemory;

  constructor(options: { attempts: number; seconds: number }) {
    this.#attempts = new RateLimiterMemory({ points: options.attempts, duration: options.seconds });
  }

  /** @throws Failure 429 `too_many_attempts` with `retryAfterSeconds` */
  async use(key: string): Promise<void> {
    try {
      await this.#attempts.consume(key);
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused;
      const retryAfterSeconds = Math.max(1, Math.ceil(refused.msBeforeNext / 1000));
      throw new Failure(429, 'too_many_attempts', `Too many attempts. Please wait ${retryAfterSeconds} seconds and try again`, {
        details: { retryAfterSeconds },
      });
    }
  }

  async forgive(key: string): Promise<void> {
    await this.#attempts.reward(key);
  }
}
