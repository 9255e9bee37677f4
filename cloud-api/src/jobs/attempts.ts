import type { Logger } from 'pino';
import type { Db } from '../db/pool.ts';
import { backoffMs } from './backoff.ts';
import type { Attempt, ClaimedObligation, OwedName, Performers } from './obligation.ts';
import { giveUp, postpone, settle } from './obligation.store.ts';

/** For cashiers; what it was is in the log. */
const broke = 'Something went wrong on our side';

/** Does what was claimed, and writes down how that ended. */
export class Attempts {
  readonly names: readonly OwedName[];
  readonly #db: Db;
  readonly #performers: Performers;
  readonly #log: Logger;

  constructor(options: { db: Db; performers: Performers; log: Logger }) {
    this.#db = options.db;
    this.#performers = options.performers;
    this.#log = options.log;
    this.names = Object.keys(options.performers) as OwedName[];
  }

  async make(obligation: ClaimedObligation): Promise<Attempt> {
    const attempt = await this.#perform(obligation);
    await this.#close(obligation, attempt);
    return attempt;
  }

  async #close(obligation: ClaimedObligation, attempt: Attempt): Promise<void> {
    switch (attempt.kind) {
      case 'done':
        return settle(this.#db, obligation, attempt.result);
      case 'refused':
        this.#log.error(
          { what: obligation.what, key: obligation.key, site: obligation.site, reason: attempt.reason },
          'an obligation was refused',
        );
        return giveUp(this.#db, obligation, attempt.reason);
      case 'later':
        return postpone(this.#db, obligation, attempt.reason, attempt.waitMs ?? backoffMs(obligation.attempts));
      default:
        return attempt satisfies never;
    }
  }

  async #perform(obligation: ClaimedObligation): Promise<Attempt> {
    const perform = this.#performers[obligation.what] as ((one: ClaimedObligation) => Promise<Attempt>) | undefined;
    try {
      if (!perform) throw new Error(`nobody knows how to do ${obligation.what}`);
      return await perform(obligation);
    } catch (error) {
      this.#log.error({ err: error, what: obligation.what, key: obligation.key }, 'an attempt broke');
      return { kind: 'later', reason: broke };
    }
  }
}
