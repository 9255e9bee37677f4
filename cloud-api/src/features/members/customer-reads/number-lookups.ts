import type { Alert } from '../../../common/alert.ts';
import { ownScope, type Principal } from '../../../common/caller.ts';
import { Failure } from '../../../common/failure.ts';
import { countInHour, uncount } from '../../../db/hourly-count.ts';
import type { Db } from '../../../db/pool.ts';
import { raiseAlert } from '../../../jobs/alert.store.ts';
import type { Clock } from '../../../ports/clock.ts';

/** Numbers per person and hour: more than a counter reads from cards, and far fewer than counting through them needs. */
const mostLookedUp = 60;
const mostUnknown = 15;

interface Options {
  db: Db;
  clock: Clock;
  alert: Alert;
}

/** Limits the lookup of numbers that a person could count through, such as gift cards. */
export class NumberLookups {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  /**
   * Counts the lookup before it is made.
   * @returns a function to call if the number was found
   * @throws Failure 429 `too_many_lookups`
   */
  async begin(principal: Principal): Promise<() => Promise<void>> {
    const { db } = this.#options;
    const [all, unknown] = ['number looked up', 'unknown number'].map((what) => `${what} ${ownScope(principal)}`) as [string, string];
    for (const [key, most] of [
      [all, mostLookedUp],
      [unknown, mostUnknown],
    ] as const) {
      const { attempts, endsInSeconds } = await countInHour(db, key);
      if (attempts <= most) continue;
      if (attempts === most + 1) await this.#report(principal);
      const minutes = Math.ceil(endsInSeconds / 60);
      throw new Failure(429, 'too_many_lookups', `Too many card numbers looked up. Wait ${minutes} minutes`, {
        details: { retryAfterSeconds: endsInSeconds },
      });
    }
    return () => uncount(db, unknown);
  }

  async #report({ id, name, site, device = null }: Principal): Promise<void> {
    const { db, clock, alert } = this.#options;
    const created = clock.now();
    const reason = `${name} (${id}) looks up unusually many card numbers. Ask what for, or sign them out at /admin/sessions.`;
    await raiseAlert(db, { key: `numbers.counted:${id}:${created.toISOString()}`, site, customer: null, reason, created });
    alert('numbers.counted', { person: id, site, device }, reason);
  }
}
