import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { UsageRecord } from '@washdesk/site-protocol/sitewatch';
import type { Journal } from '../../../journal/journal.ts';
import { PosRefused } from '../../../ports/pos-database.ts';
import type { PosWrites } from '../../../ports/pos-writes.ts';

export interface UsageWriterOptions {
  /** Null if the site has no Sitewatch. */
  sitewatch: Pick<PosWrites, 'recordUsage'> | null;
  journal: Journal;
  log: Logger;
  retryMs?: number;
}

const writeDeadlineMs = 10_000;

/**
 * Writes the usages of lanes into the site's Sitewatch, with or without the cloud, in their order. A usage's id makes a repeated write
 * harmless: after a crash, and when the cloud asks for the sale's number.
 */
export class UsageWriter {
  readonly #options: UsageWriterOptions;
  readonly #stopping = new AbortController();
  #running: Promise<void> | null = null;

  constructor(options: UsageWriterOptions) {
    this.#options = options;
  }

  /** Writes what is unwritten, until Sitewatch has everything. */
  start(): void {
    if (this.#stopping.signal.aborted) return;
    this.#running ??= this.#run().finally(() => {
      this.#running = null;
      // stored since the run looked for the next one
      if (this.#options.journal.laneUsages.nextUnwritten()) this.start();
    });
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { journal, log, retryMs = 5_000 } = this.#options;
    const { signal } = this.#stopping;
    for (let usage = journal.laneUsages.nextUnwritten(); usage && !signal.aborted; usage = journal.laneUsages.nextUnwritten()) {
      try {
        await this.#write(usage);
        journal.usageWritten(usage.usageId);
      } catch (error) {
        log.warn({ err: error, usage: usage.usageId }, 'Usage not written to Sitewatch, retrying');
        await sleep(retryMs, undefined, { signal }).catch(() => undefined);
      }
    }
  }

  /** If Sitewatch refuses a usage, it also refuses the cloud's job for it, which reports that to IT. */
  async #write(usage: UsageRecord): Promise<void> {
    const { sitewatch, log } = this.#options;
    try {
      await sitewatch?.recordUsage(usage, AbortSignal.any([this.#stopping.signal, AbortSignal.timeout(writeDeadlineMs)]));
    } catch (error) {
      if (!(error instanceof PosRefused)) throw error;
      log.error({ err: error, usage: usage.usageId }, 'Sitewatch refused a usage');
    }
  }
}
