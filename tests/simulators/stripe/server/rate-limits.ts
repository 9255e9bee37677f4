/** Stripe's limits in live mode, in requests per second. */
const inAll = 100;
const anEndpoint = 25;
const windowMs = 1_000;

/** The exceeded limit, as in the header `stripe-rate-limited-reason`. */
export type LimitReason = 'global-rate' | 'endpoint-rate';

/** Counts the requests of the last second, except rejected ones. */
export class RateLimits {
  #recent: { endpoint: string; at: number }[] = [];

  /**
   * @param now any clock in milliseconds
   * @returns why the request is rejected, or null if it is allowed
   */
  refuses(endpoint: string, now: number): LimitReason | null {
    this.#recent = this.#recent.filter(({ at }) => now - at < windowMs);
    if (this.#recent.length >= inAll) return 'global-rate';
    if (this.#recent.filter((each) => each.endpoint === endpoint).length >= anEndpoint) return 'endpoint-rate';
    this.#recent.push({ endpoint, at: now });
    return null;
  }
}
