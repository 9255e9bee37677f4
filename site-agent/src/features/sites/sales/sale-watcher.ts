import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { z } from 'zod';
import { sitewatchDevice } from '@washdesk/site-protocol/commands';
import type { Journal } from '../../../journal/journal.ts';
import type { EventDraft } from '../../../ports/commands.ts';
import { PosTimedOut, PosUnavailable } from '../../../ports/pos-database.ts';
import type { PosRestores } from '../../../ports/pos-restores.ts';
import type { PosSales, RegisterSale, SalesCursor, SalesBatch } from '../../../ports/pos-sales.ts';
import { RestoreCheck } from './restore-check.ts';

export interface SaleWatcherOptions {
  sales: PosSales & PosRestores;
  journal: Journal;
  /** Milliseconds between two queries. */
  everyMs: number;
  log: Logger;
}

const noteName = 'sales-seen';
const cursorNote = z.object({ upTo: z.int(), near: z.array(z.int()) });

/** Deadline for one batch, some 200 sales. */
const batchDeadlineMs = 10_000;

/**
 * Reports the registers' own sales to the cloud. Sales are in the journal before Sitewatch deletes them, so none is lost. If interrupted in
 * between, some are reported again, and the cloud identifies a sale by site and number.
 */
export class SaleWatcher {
  readonly #options: SaleWatcherOptions;
  readonly #restoreCheck: RestoreCheck;
  readonly #stopping = new AbortController();
  #running: Promise<void> | null = null;
  /** The last problem; null if there is none. */
  #problem: string | null = null;

  constructor(options: SaleWatcherOptions) {
    this.#options = options;
    this.#restoreCheck = new RestoreCheck({ restores: options.sales, journal: options.journal });
  }

  start(): void {
    this.#running ??= this.#run();
  }

  /** Waits for a running query. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    try {
      for (;;) {
        await this.#look(signal);
        await sleep(this.#options.everyMs, undefined, { signal });
      }
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  /** Takes all waiting sales. A failure is retried at the next query. */
  async #look(signal: AbortSignal): Promise<void> {
    try {
      await this.#checkRestored(signal);
      let more = true;
      while (more && !signal.aborted) more = await this.#takeLot(signal);
      this.#problem = null;
    } catch (error) {
      if (!signal.aborted) this.#tell(error);
    }
  }

  /** Reports each problem once. An unavailable Sitewatch is already visible in its own state. */
  #tell(error: unknown): void {
    const problem = String(error);
    if (problem === this.#problem) return;
    this.#problem = problem;
    const passing = error instanceof PosUnavailable || error instanceof PosTimedOut;
    this.#options.log[passing ? 'debug' : 'error']({ err: error }, 'Can’t read new sales from Sitewatch');
  }

  /** If Sitewatch was restored, sales are read again from the time of its backup. */
  async #checkRestored(signal: AbortSignal): Promise<void> {
    const cursor = await this.#restoreCheck.check(AbortSignal.any([signal, AbortSignal.timeout(batchDeadlineMs)]));
    if (cursor === null) return;
    this.#options.log.error({ cursor }, 'Sitewatch was restored from a backup; the cloud writes again what it lacks');
    this.#store({ sales: [], cursor });
  }

  #takeLot(signal: AbortSignal): Promise<boolean> {
    const store = (taken: SalesBatch): void => this.#store(taken);
    return this.#options.sales.takeSales(this.#cursor(), store, AbortSignal.any([signal, AbortSignal.timeout(batchDeadlineMs)]));
  }

  #cursor(): SalesCursor | null {
    const note = this.#options.journal.note(noteName);
    return note === null ? null : cursorNote.parse(JSON.parse(note));
  }

  #store({ sales, cursor }: SalesBatch): void {
    this.#options.journal.recordAll(sales.map(eventOf), { name: noteName, value: JSON.stringify(cursor) });
  }
}

function eventOf(sale: RegisterSale): EventDraft {
  return { kind: 'sale', source: sitewatchDevice, payload: sale };
}
