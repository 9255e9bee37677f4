import type { DeviceHealth, HealthListener, Unsubscribe } from './device.ts';
import type { WriteDeadline } from './write-deadline.ts';

export type PrinterFault = 'paper-out' | 'cover-open' | 'offline' | 'printer-error' | 'unreachable' | 'no-answer' | 'unprintable';

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
  /** A job still in the queue then is not started. */
  deadline: WriteDeadline;
}

export interface ReceiptPrinter {
  /** Begins to watch the printer's status. Returns at once. */
  start(): void;
  /** Waits for the running job, then closes the connection to the printer. */
  stop(): Promise<void>;
  /**
   * Prints once. Jobs run one at a time, in call order; never throws for a printer's fault.
   * @throws CommandExpired if nothing was sent
   */
  print(job: PrintJob): Promise<PrintResult>;
  /** The last known health; `problem` is the root cause ('out of paper'). */
  health(): DeviceHealth;
  onHealth(listener: HealthListener): Unsubscribe;
}
