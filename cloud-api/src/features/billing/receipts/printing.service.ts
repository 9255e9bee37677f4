import { siteOf, type Principal } from '../../../common/caller.ts';
import { Failure } from '../../../common/failure.ts';
import type { Db } from '../../../db/pool.ts';
import { enqueueAcknowledgement } from '../../../documents/print-job.ts';
import type { ReceiptKind } from '../../../documents/receipt-facts.ts';
import { writeReceipt } from '../../../documents/receipt.ts';
import { enqueue } from '../../../jobs/job.store.ts';
import type { RunJobNow } from '../../../jobs/run-job-now.ts';
import type { Clock } from '../../../ports/clock.ts';
import { findReceipt, increaseNotice } from './find-receipt.ts';
import { printAnswer, type PrintAnswer } from './print-answer.ts';
import { hasPrintJobs, insertPrintJob, printJobById, printerFor, lockReceipt, type PrintJob } from './print-jobs.store.ts';
import type { PrintJobs } from './print-jobs.ts';
import type { Receipt } from './receipt.ts';

/** How long an operation's receipt is printed automatically: customers do not wait longer. */
const printedByItselfMs = 2 * 60_000;
const printWithinDays = 1;

interface Options {
  db: Db;
  clock: Clock;
  jobs: PrintJobs;
  runJobNow: RunJobNow;
}

/** Prints receipts on the site's printer that serves the session's terminal. */
export class PrintingService {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  /**
   * Returns the state of a known job id. Sends a job of unknown outcome again under its id, which an agent never prints twice.
   * @throws Failure 404 `receipt_not_found`, 409 `no_location` or `no_printer`, 422 `key_reused`
   */
  async print(id: string, kind: ReceiptKind | undefined, job: string, by: Principal): Promise<PrintAnswer> {
    const { db, jobs, runJobNow } = this.#options;
    const site = siteOf(by);
    const receipt = await this.#receipt(id, kind, by);
    const begun = (await printJobById(db, job)) ?? (await this.#begin(job, receipt, site, by));
    if (begun.subject !== receipt.id || begun.kind !== receipt.kind)
      throw new Failure(422, 'key_reused', 'This print job is for another receipt');
    if (begun.state === 'queued' && begun.until) await runJobNow.attempt('receipt.print', job);
    else if (begun.state === 'queued' || begun.state === 'printing' || begun.state === 'unknown') await jobs.send(begun);
    const ended = await this.#job(job);
    if (ended.state === 'printed' && receipt.kind === 'priceincrease') await runJobNow.attempt('increase.acknowledge', receipt.id);
    return printAnswer(ended);
  }

  /**
   * Records that the member has the notice of the coming price that the browser printed.
   * @throws Failure 404 `receipt_not_found`
   */
  async acknowledge(id: string, by: Principal): Promise<{ acknowledged: boolean }> {
    const { db, clock, runJobNow } = this.#options;
    const receipt = await this.#receipt(id, 'priceincrease', by);
    await db.transaction().execute((tx) => enqueueAcknowledgement(tx, receipt.id, clock.now(), by));
    const attempt = await runJobNow.attempt('increase.acknowledge', receipt.id);
    return { acknowledged: attempt?.kind === 'done' };
  }

  /** Returns the receipt to print. Stores a notice of a coming price first, as a record of what the member was told. */
  async #receipt(id: string, kind: ReceiptKind | undefined, { site, terminal, employee, name: agent }: Principal): Promise<Receipt> {
    const { db, clock } = this.#options;
    const receipt = await findReceipt(db, id, kind);
    if (receipt.kind !== 'priceincrease' || receipt.record !== null) return receipt;
    const { schedule, customer, facts } = await increaseNotice(db, id);
    const told = { about: [facts.subscription], customer, operation: null, site, terminal, employee, agent, facts, at: clock.now() };
    const record = await db.transaction().execute((tx) => writeReceipt(tx, { kind: 'priceincrease', subject: schedule, ...told }));
    return findReceipt(db, record);
  }

  async #begin(job: string, receipt: Receipt, site: number, { terminal }: Principal): Promise<PrintJob> {
    const { db, clock } = this.#options;
    const printer = await printerFor(db, site, terminal);
    if (!printer) throw new Failure(409, 'no_printer', 'This terminal has no receipt printer');
    const { id: subject, kind, record, operation, at } = receipt;
    await db.transaction().execute(async (tx) => {
      await lockReceipt(tx, { kind, subject });
      const asked = clock.now();
      const ends = new Date(at.getTime() + printedByItselfMs);
      // the first print of an operation's receipt is retried as a job; a user requested any other and sees its outcome
      const until = operation !== null && ends > asked && !(await hasPrintJobs(tx, { kind, subject })) ? ends : null;
      const added = await insertPrintJob(tx, { id: job, site, printer, kind, subject, receipt: record, until, asked });
      if (!added || until === null) return;
      const printing = { what: 'receipt.print', key: job, site, customer: receipt.customer, payload: {} } as const;
      await enqueue(tx, { ...printing, deadlineDays: printWithinDays, created: asked });
    });
    return this.#job(job);
  }

  async #job(id: string): Promise<PrintJob> {
    const job = await printJobById(this.#options.db, id);
    if (!job) throw new Error(`Print job ${id} not found`);
    return job;
  }
}
