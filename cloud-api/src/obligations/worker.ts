import type { Logger } from 'pino';
import type { Db } from '../db/pool.ts';
import { WorkLoop } from '../db/work-loop.ts';
import { backoffMs } from './backoff.ts';
import type { Attempt, ClaimedObligation, OwedName, Performers } from './obligation.ts';
import { claimDue, countOverdue, dueNow, giveUp, postpone, settle } from './obligation.store.ts';

const atOnce = 16;
const lookEveryMs = 1_000;
const tellOverdueEveryMs = 10 * 60_000;

/** Works off what is owed: claims, performs, settles or postpones. Several workers may run; a row has one holder at a time. */
export class ObligationWorker {
  readonly #db: Db;
  readonly #performers: Performers;
  readonly #names: OwedName[];
  readonly #log: Logger;
  readonly #loop: WorkLoop;
  #toldOverdue = -Infinity;

  constructor(options: { db: Db; performers: Performers; log: Logger }) {
    this.#db = options.db;
    this.#performers = options.performers;
    this.#names = Object.keys(options.performers) as OwedName[];
    this.#log = options.log;
    this.#loop = new WorkLoop({
      round: () => this.#round(),
      everyMs: lookEveryMs,
      onTrouble: (error) => options.log.warn({ err: error }, 'obligations cannot be worked off at the moment'),
    });
  }

  start(): void {
    this.#loop.start();
  }

  stop(): Promise<void> {
    return this.#loop.stop();
  }

  /** Something became owed: look now rather than at the next second. */
  poke(): void {
    this.#loop.poke();
  }

  /** A site came back. */
  async siteIsBack(site: number): Promise<void> {
    await dueNow(this.#db, site);
    this.poke();
  }

  async #round(): Promise<number> {
    const claimed = await claimDue(this.#db, this.#names, atOnce);
    await Promise.all(claimed.map((one) => this.#attempt(one)));
    await this.#tellOverdue();
    return claimed.length;
  }

  async #attempt(obligation: ClaimedObligation): Promise<void> {
    const attempt = await this.#perform(obligation);
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
      return { kind: 'later', reason: error instanceof Error ? error.message : String(error) };
    }
  }

  async #tellOverdue(): Promise<void> {
    if (performance.now() - this.#toldOverdue < tellOverdueEveryMs) return;
    this.#toldOverdue = performance.now();
    const count = await countOverdue(this.#db, this.#names);
    if (count) this.#log.error({ count }, 'obligations are past their deadline and need a person');
  }
}
