import type { DeviceHealth, HealthListener, Unsubscribe } from './device.ts';

export type PrinterFault = 'paper-out' | 'cover-open' | 'offline' | 'printer-error' | 'unreachable' | 'no-answer' | 'unprintable' | 'late';

/**
 * - `printed`: the printer itself responded after the job's last line. A drained socket proves nothing.
 * - `unknown`: bytes were sent without that response. The paper may have all, some or nothing of it, and a printer that stopped may
 *   continue once it is fixed; only a person prints it again.
 * - `failed`: nothing was sent; the job may be retried.
 */
export type PrintResult = { state: 'printed' } | { state: 'unknown'; reason: PrinterFault } | { state: 'failed'; reason: PrinterFault };

export interface PrintJob {
  /** Durable id of the action; the caller ensures that an id is printed once. */
  jobId: string;
  /** A ReceiptLine document: screen and paper have the same source. */
  source: string;
  /** Aborts when the caller stops waiting for the paper: a job still in the queue is not started. */
  signal?: AbortSignal;
}

export interface ReceiptPrinter {
  /** Begins to watch the printer's status. Returns at once. */
  start(): void;
  /** Waits for the running job, then closes the connection to the printer. */
  stop(): Promise<void>;
  /** Prints once. Jobs run one at a time, in call order; never throws for a printer's fault. */
  print(job: PrintJob): Promise<PrintResult>;
  /** The last known health; `problem` is the root cause ('out of paper'). */
  health(): DeviceHealth;
  onHealth(listener: HealthListener): Unsubscribe;
}
