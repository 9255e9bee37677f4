import { seededRandom } from '@washdesk/simulators/seeded-random';
import { StripeFault } from '../wire/errors.ts';
import type { Behaviour } from './behaviour.ts';
import { RateLimits } from './rate-limits.ts';

/** A rate-limit response, with the reason of Stripe's header. */
export interface RateLimitRefusal {
  fault: StripeFault;
  reason: string;
}

/** Faults of a request, drawn from a seeded random source. */
export class Faults {
  readonly #behaviour: () => Behaviour;
  readonly #limits = new RateLimits();
  #draw: () => number;

  constructor(behaviour: () => Behaviour) {
    this.#behaviour = behaviour;
    this.#draw = seededRandom(behaviour().seed);
  }

  reseed(seed: number): void {
    this.#draw = seededRandom(seed);
  }

  isCutBefore(): boolean {
    return this.#behaviour().down || this.#happens(this.#behaviour().cutRequests);
  }

  isCutAfter(): boolean {
    return this.#happens(this.#behaviour().dropAnswers);
  }

  /** @throws StripeFault 500 instead of an execution */
  maybeBreakDown(): void {
    if (!this.#happens(this.#behaviour().serverErrors)) return;
    throw new StripeFault(500, 'An unknown error occurred', { type: 'api_error' });
  }

  tooMany(endpoint: string): RateLimitRefusal | null {
    const { rateLimit, limits } = this.#behaviour();
    const reason = rateLimit ? 'global-rate' : limits ? this.#limits.refuses(endpoint, performance.now()) : null;
    if (reason === null) return null;
    const message = 'Request rate limit exceeded. Learn more about rate limits here https://stripe.com/docs/rate-limits.';
    return { fault: new StripeFault(429, message, { code: 'rate_limit' }), reason };
  }

  /** A probability of 0 draws no number, so that faults do not affect each other. */
  #happens(probability: number): boolean {
    return probability > 0 && this.#draw() < probability;
  }
}
