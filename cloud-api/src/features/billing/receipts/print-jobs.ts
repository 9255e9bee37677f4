import { seenIdsRetentionMs } from '@washdesk/site-protocol/timing';
import type { Alert } from '../../../common/alert.ts';
import type { Db } from '../../../db/pool.ts';
import { finishPrintJob, type PrintOutcome } from '../../../documents/print-job.ts';
import type { ReceiptKind } from '../../../documents/receipt-facts.ts';
import type { Attempt, ClaimedJob } from '../../../jobs/job.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { ReadSetting } from '../../../ports/settings.ts';
import type { CommandOutcome, SiteCommands, SiteJournals } from '../../../ports/site-commands.ts';
import { findReceipt } from './find-receipt.ts';
import { letterheadOf } from './letterhead.ts';
import { startSending, printJobById, requeuePrintJob, type PrintJob } from './print-jobs.store.ts';
import { receiptSource } from './receipt-source.ts';

interface Options {
  db: Db;
  sites: SiteCommands & SiteJournals;
  clock: Clock;
  settings: ReadSetting;
  alert: Alert;
}

interface End {
  /** `queued`: not sent yet because the site was offline, and not expired. */
  state: PrintOutcome | 'queued';
  reason: string | null;
}

/**
 * Timeout of the response: shorter than a worker's claim on its job, so that no other worker sends the job meanwhile. The agent's event
 * reports a later outcome.
 */
const answerWithinMs = 12_000;
/** Retry delay of a job for an offline site. */
const againAfterMs = 2_000;

const tooLate = 'the print deadline passed';

/**
 * How long an agent is sure to keep a job's id; after that it would print the job again. One hour is the margin for clock differences.
 */
const rememberedMs = seenIdsRetentionMs - 3_600_000;
const forgotten = 'it was sent too long ago to check';

/** Sends receipts to the sites' printers. Each id prints at most once, however often it is repeated. */
export class PrintJobs {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Prints an operation's receipt until it expires (docs/decisions/0018-paper.md). */
  async execute({ key }: ClaimedJob<'receipt.print'>): Promise<Attempt> {
    const job = await printJobById(this.#options.db, key);
    // a print in progress or of unknown outcome may be on paper: only a user sends it again
    if (job?.state !== 'queued') return { kind: 'done', result: { state: job?.state ?? 'gone' } };
    const { state, reason } = await this.send(job);
    return state === 'queued' ? { kind: 'later', reason: reason ?? '', waitMs: againAfterMs } : { kind: 'done', result: { state, reason } };
  }

  /** Sends the job unless it has expired. */
  async send(job: PrintJob): Promise<End> {
    const { db, sites, settings, alert } = this.#options;
    if (this.#isLate(job)) return this.#end(job, outcomeUnsent(job), tooLate);
    if (this.#isForgotten(job)) return this.#end(job, 'unknown', forgotten);
    const receipt = await findReceipt(db, job.subject, job.kind as ReceiptKind);
    const sending = await startSending(db, job, sites.journalOf(job.site));
    if (!sending) return { state: 'unknown', reason: null };
    const { id, site, printer, duplicate, journal } = sending;
    const source = receiptSource(receipt, { duplicate, letterhead: await letterheadOf(settings, receipt) });
    const options = { id, sentBefore: job.state !== 'queued', journal, waitMs: answerWithinMs };
    const outcome = await sites.send(site, printer, 'printer.print', { job: id, source }, options);
    if (outcome.kind === 'answered' && outcome.result.notKnown)
      alert('print.not-known', { site, printer, job: id }, 'the agent lost its record of this print job, so the result isn’t known');
    const { state, reason } = endOf(job, outcome);
    if (state !== 'unreachable') return this.#end(job, state, reason);
    if (job.until === null || job.state !== 'queued' || this.#isLate(job)) return this.#end(job, outcomeUnsent(job), reason);
    await requeuePrintJob(db, id, reason);
    return { state: 'queued', reason };
  }

  #isLate({ until }: PrintJob): boolean {
    return until !== null && until <= this.#options.clock.now();
  }

  #isForgotten({ state, asked }: PrintJob): boolean {
    return state !== 'queued' && asked.getTime() + rememberedMs <= this.#options.clock.now().getTime();
  }

  async #end({ id, site }: PrintJob, state: PrintOutcome, reason: string | null): Promise<End> {
    const { db, clock } = this.#options;
    await db.transaction().execute((tx) => finishPrintJob(tx, { id, site, state, reason, at: clock.now() }));
    return { state, reason };
  }
}

/** Returns the outcome of a job that cannot be sent now: one sent before may be on paper. */
const outcomeUnsent = ({ state }: PrintJob): PrintOutcome => (state === 'queued' ? 'failed' : 'unknown');

function endOf(
  job: PrintJob,
  outcome: CommandOutcome<'printer.print'>,
): { state: PrintOutcome; reason: string | null } | { state: 'unreachable'; reason: string } {
  switch (outcome.kind) {
    case 'answered':
      return { state: outcome.result.state, reason: outcome.result.reason };
    case 'unreachable':
      return { state: 'unreachable', reason: outcome.message };
    case 'unknown':
      return { state: 'unknown', reason: outcome.message };
    case 'refused':
      return { state: outcome.code === 'failed' ? 'unknown' : outcomeUnsent(job), reason: outcome.message };
    default:
      return outcome satisfies never;
  }
}
