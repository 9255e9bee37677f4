/** A token bucket. Times are milliseconds of one monotonic clock. */
export class RateLimit {
  readonly #perMs: number;
  readonly #burst: number;
  #tokens: number;
  #at = 0;

  constructor({ perSecond, burst }: { perSecond: number; burst: number }) {
    this.#perMs = perSecond / 1_000;
    this.#burst = burst;
    this.#tokens = burst;
  }

  /** Takes a token, if there is one. */
  allows(now: number): boolean {
    this.#tokens = Math.min(this.#burst, this.#tokens + (now - this.#at) * this.#perMs);
    this.#at = now;
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }
}
