import { Failure } from '../../../common/failure.ts';
import { networkLimits } from '../../../common/networks.ts';
import { rateLimiter } from '../../../common/rate-limit.ts';
import { countInHour, uncount } from '../../../db/hourly-count.ts';
import type { Db } from '../../../db/pool.ts';
import type { Visitor } from './visitors.ts';

/** Reads per minute and address of each public list, in this process. */
const readsPerMinute = 120;
export const readLimiter = () => rateLimiter(readsPerMinute, 60);

/**
 * Per hour, for all processes. A network may be a household, an office or part of a phone company. Opening a page also says whether there is
 * an account, so it counts as a search of its network.
 */
const searches = { browser: 10, network: 60 };
const pages = { browser: 12, email: 12, plate: 12 };

export const waitAMoment = (retryAfterSeconds: number): Failure =>
  new Failure(429, 'too_many_requests', 'Too many requests. Wait a moment and try again', { details: { retryAfterSeconds } });

type Limit = readonly [key: string, most: number];

const ofNetworks = (network: string): Limit[] =>
  networkLimits(network, searches.network).map(([one, most]) => [`online-search network ${one}`, most]);

/** Limits of the public sign-up that all processes share. */
export class OnlineLimits {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  /** @throws Failure 429 `too_many_requests` */
  async search({ browser, network }: Visitor): Promise<void> {
    await this.#use([
      ...ofNetworks(network),
      ...(browser === null ? [] : ([[`online-search browser ${browser}`, searches.browser]] as const)),
    ]);
  }

  /**
   * @returns takes the page back if none was opened; what was learned about accounts still counts
   * @throws Failure 429 `too_many_requests`
   */
  async page({ browser, network }: Visitor, { email, plate }: { email: string; plate: string }): Promise<() => Promise<void>> {
    await this.#use(ofNetworks(network));
    const counted = await this.#use([
      [`online-page email ${email.toLowerCase()}`, pages.email],
      [`online-page plate ${plate}`, pages.plate],
      ...(browser === null ? [] : ([[`online-page browser ${browser}`, pages.browser]] as const)),
    ]);
    return () => this.#takeBack(counted);
  }

  /** Counts nothing if one of the limits refuses. @returns the keys */
  async #use(limits: readonly Limit[]): Promise<string[]> {
    const counted: string[] = [];
    for (const [key, most] of limits) {
      const { attempts, endsInSeconds } = await countInHour(this.#db, key);
      counted.push(key);
      if (attempts <= most) continue;
      await this.#takeBack(counted);
      throw waitAMoment(endsInSeconds);
    }
    return counted;
  }

  async #takeBack(keys: readonly string[]): Promise<void> {
    for (const key of keys) await uncount(this.#db, key);
  }
}
