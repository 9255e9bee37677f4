import { Failure } from '../../../common/failure.ts';
import { rateLimiter } from '../../../common/rate-limit.ts';
import { countInHour } from '../../../db/hourly-count.ts';
import type { Db } from '../../../db/pool.ts';
import type { Visitor } from './visitors.ts';

/** Reads per minute and address of each public list, in this process. */
export const readsPerMinute = 120;
export const readLimiter = () => rateLimiter(readsPerMinute, 60);

/**
 * Per hour, for all processes. A network may be a household, an office or part of a phone company. Opening a page also says whether there is
 * an account, so it counts as a search of its network.
 */
const searches = { browser: 10, network: 60 };
const pages = { browser: 12, email: 12, plate: 12 };

export const waitAMoment = (retryAfterSeconds: number): Failure =>
  new Failure(429, 'too_many_requests', 'Too many requests. Wait a moment and try again', { details: { retryAfterSeconds } });

/** Limits of the public sign-up that all processes share. */
export class OnlineLimits {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  /** @throws Failure 429 `too_many_requests` */
  search({ browser, network }: Visitor): Promise<void> {
    return this.#use([
      [`online-search network ${network}`, searches.network],
      ...(browser === null ? [] : ([[`online-search browser ${browser}`, searches.browser]] as const)),
    ]);
  }

  /** @throws Failure 429 `too_many_requests` */
  page({ browser, network }: Visitor, { email, plate }: { email: string; plate: string }): Promise<void> {
    return this.#use([
      [`online-search network ${network}`, searches.network],
      [`online-page email ${email.toLowerCase()}`, pages.email],
      [`online-page plate ${plate}`, pages.plate],
      ...(browser === null ? [] : ([[`online-page browser ${browser}`, pages.browser]] as const)),
    ]);
  }

  async #use(limits: readonly (readonly [key: string, most: number])[]): Promise<void> {
    for (const [key, most] of limits) {
      const { attempts, endsInSeconds } = await countInHour(this.#db, key);
      if (attempts > most) throw waitAMoment(endsInSeconds);
    }
  }
}
