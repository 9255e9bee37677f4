import type { Logger } from 'pino';
import { WorkLoop } from '../common/work-loop.ts';
import type { Db } from '../db/pool.ts';
import type { Attempts } from './attempts.ts';
import { claimDue, countOverdue, makeJobsDue, maxConcurrentPerTarget, targetOf } from './job.store.ts';
import type { ClaimedJob } from './job.ts';

/** Maximum concurrent jobs: enough for several targets, so that one slow target does not block the others. */
const atOnce = 4 * maxConcurrentPerTarget;
const lookEveryMs = 1_000;
/** Minimum time between claims. Every redeem adds a job, and a claim of many rows costs no more than a claim of one. */
const claimsApartMs = 25;
const tellOverdueEveryMs = 10 * 60_000;

/** Processes pending jobs: claims, runs, then completes or postpones them. Several workers may run; a row has one holder at a time. */
export class JobWorker {
  readonly #db: Db;
  readonly #attempts: Attempts;
  readonly #log: Logger;
  readonly #loop: WorkLoop;
  readonly #running = new Map<Promise<unknown>, ClaimedJob>();
  #toldOverdue = -Infinity;

  constructor(options: { db: Db; attempts: Attempts; log: Logger }) {
    this.#db = options.db;
    this.#attempts = options.attempts;
    this.#log = options.log;
    this.#loop = new WorkLoop({
      round: () => this.#round(),
      everyMs: lookEveryMs,
      apartMs: claimsApartMs,
      onTrouble: (error) => options.log.warn({ err: error }, 'Cannot process jobs, retrying'),
    });
  }

  start(): void {
    this.#loop.start();
  }

  async stop(): Promise<void> {
    await this.#loop.stop();
    await Promise.all(this.#running.keys());
  }

  /** Claims immediately because a job was added, instead of waiting for the next poll. */
  poke(): void {
    this.#loop.poke();
  }

  /** Makes the jobs of a reconnected site due, and claims immediately. */
  async siteIsBack(site: number): Promise<void> {
    await makeJobsDue(this.#db, site);
    this.poke();
  }

  /**
   * Starts due jobs up to the limit; each job that ends makes room for another. A slow target delays only its own jobs.
   */
  async #round(): Promise<number> {
    await this.#tellOverdue();
    const freeSlots = atOnce - this.#running.size;
    const claimed =
      freeSlots > 0 ? await claimDue(this.#db, this.#attempts.names, Math.min(freeSlots, maxConcurrentPerTarget), this.#busyTargets()) : [];
    for (const one of claimed) this.#begin(one);
    return claimed.length;
  }

  #begin(one: ClaimedJob): void {
    const attempt = this.#attempts
      .make(one)
      .catch((error: unknown) => this.#log.warn({ err: error, what: one.what, key: one.key }, 'Outcome of a job attempt not stored'))
      .finally(() => {
        this.#running.delete(attempt);
        // claims again only when half of the jobs have ended
        if (this.#running.size <= atOnce / 2) this.#loop.poke();
      });
    this.#running.set(attempt, one);
  }

  /** Returns the targets that use their whole share. */
  #busyTargets(): string[] {
    const byTarget = Map.groupBy(this.#running.values(), targetOf);
    return [...byTarget].flatMap(([target, { length }]) => (length >= maxConcurrentPerTarget ? [target] : []));
  }

  async #tellOverdue(): Promise<void> {
    if (performance.now() - this.#toldOverdue < tellOverdueEveryMs) return;
    this.#toldOverdue = performance.now();
    const count = await countOverdue(this.#db, this.#attempts.names);
    if (count) this.#log.error({ count }, 'Jobs past their deadline; a person must handle them');
  }
}
