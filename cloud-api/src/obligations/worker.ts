import type { Logger } from 'pino';
import type { Db } from '../db/pool.ts';
import type { Attempt, ClaimedObligation, Performers } from './obligation.ts';
import { claimDue, countOverdue, dueNow, giveUp, postpone, settle } from './obligation.store.ts';

const atOnce = 16;
const lookEveryMs = 1_000;
const shortestMs = 500;
const longestMs = 60_000;
const tellOverdueEveryMs = 10 * 60_000;

/** Doubles with every attempt up to a minute, with a quarter of chance so that many do not come at once. */
export const backoffMs = (attempts: number, random = Math.random()): number =>
  Math.min(longestMs, shortestMs * 2 ** Math.min(attempts - 1, 10)) * (0.75 + random / 2);

/** Works off what is owed: claims, performs, settles or postpones. Several workers may run; a row has one holder at a time. */
export class ObligationWorker {
  readonly #db: Db;
  readonly #performers: Performers;
  readonly #log: Logger;
  #running: Promise<void> | null = null;
  #wake: (() => void) | null = null;
  #stopped = false;
  #toldOverdue = -Infinity;

  constructor(options: { db: Db; performers: Performers; log: Logger }) {
    this.#db = options.db;
    this.#performers = options.performers;
    this.#log = options.log;
  }

  start(): void {
    this.#running = this.#loop();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.poke();
    await this.#running;
  }

  /** Something became owed: look now rather than at the next second. */
  poke(): void {
    this.#wake?.();
  }

  /** A site came back. */
  async siteIsBack(site: number): Promise<void> {
    await dueNow(this.#db, site);
    this.poke();
  }

  async #loop(): Promise<void> {
    while (!this.#stopped) {
      try {
        const claimed = await claimDue(this.#db, atOnce);
        await Promise.all(claimed.map((one) => this.#attempt(one)));
        await this.#tellOverdue();
        if (claimed.length === 0) await this.#pause();
      } catch (error) {
        this.#log.warn({ err: error }, 'obligations cannot be worked off at the moment');
        await this.#pause();
      }
    }
  }

  #pause(): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        this.#wake = null;
        resolve();
      };
      const timer = setTimeout(done, lookEveryMs);
      this.#wake = done;
    });
  }

  async #attempt(obligation: ClaimedObligation): Promise<void> {
    const attempt = await this.#perform(obligation);
    switch (attempt.kind) {
      case 'done':
        return settle(this.#db, obligation.id, attempt.result);
      case 'refused':
        this.#log.error(
          { what: obligation.what, key: obligation.key, site: obligation.site, reason: attempt.reason },
          'an obligation was refused',
        );
        return giveUp(this.#db, obligation.id, attempt.reason);
      case 'later':
        return postpone(this.#db, obligation.id, attempt.reason, backoffMs(obligation.attempts));
      default:
        return attempt satisfies never;
    }
  }

  async #perform(obligation: ClaimedObligation): Promise<Attempt> {
    const perform = this.#performers[obligation.what];
    try {
      return await perform(obligation);
    } catch (error) {
      this.#log.error({ err: error, what: obligation.what, key: obligation.key }, 'an attempt broke');
      return { kind: 'later', reason: error instanceof Error ? error.message : String(error) };
    }
  }

  async #tellOverdue(): Promise<void> {
    if (performance.now() - this.#toldOverdue < tellOverdueEveryMs) return;
    this.#toldOverdue = performance.now();
    const count = await countOverdue(this.#db);
    if (count) this.#log.error({ count }, 'obligations are past their deadline and need a person');
  }
}
