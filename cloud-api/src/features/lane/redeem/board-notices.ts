import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { lanesTopic } from '@washdesk/contracts/lane/board';
import type { Db } from '../../../db/pool.ts';
import { publishLive } from '../../../live/publish.ts';

/** Redeems of a site within this time are one notice. */
const apartMs = 50;

/**
 * Notifies the lane boards of redeems, after their commit: PostgreSQL commits transactions that notify one at a time. A lost notice is made
 * up for by the boards' next read (docs/decisions/0126-lane-board.md).
 */
export class BoardNotices {
  readonly #db: Db;
  readonly #log: Logger;
  readonly #waiting = new Set<number>();
  #sending: Promise<void> | null = null;

  constructor({ db, log }: { db: Db; log: Logger }) {
    this.#db = db;
    this.#log = log;
  }

  redeemed(site: number): void {
    this.#waiting.add(site);
    this.#sending ??= this.#send();
  }

  /** Resolves when all notices are sent. */
  async stop(): Promise<void> {
    await this.#sending;
  }

  async #send(): Promise<void> {
    while (this.#waiting.size > 0) {
      const sites = [...this.#waiting];
      this.#waiting.clear();
      try {
        for (const site of sites) await publishLive(this.#db, lanesTopic, { type: 'changed', site });
      } catch (error) {
        this.#log.warn({ err: error, sites }, 'Lane boards not notified of redeems; they read again within 15 s');
      }
      await sleep(apartMs);
    }
    this.#sending = null;
  }
}
