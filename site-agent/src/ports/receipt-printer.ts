import type { DeviceHealth, HealthListener, Unsubscribe } from './device.ts';

export type PrinterFault = 'paper-out' | 'cover-open' | 'offline' | 'printer-error' | 'unreachable' | 'no-answer' | 'unprintable' | 'late';

/**
 * - `printed`: the printer itself answered after the job's last line. A drained socket proves nothing.
 * - `unknown`: bytes were sent and that answer never came. The paper may hold all, some or nothing of it, and a printer
 *   that stopped may go on when it is mended; so nobody prints it again but a person.
 * - `failed`: nothing was sent; the job may be tried again.
 */
export type PrintResult = { state: 'printed' } | { state: 'unknown'; reason: PrinterFault } | { state: 'failed'; reason: PrinterFault };

export interface PrintJob {
  /** Durable id of the action; the caller sees to it that an id is printed once. */
  jobId: string;
  /** A ReceiptLine document: screen and paper come from the same source. */
  source: string;
  /** Aborts when nobody waits for the paper any more: a job whose turn has not come by then is not begun. */
  signal?: AbortSignal;
}

export interface ReceiptPrinter {
  /** Begins to watch the printer's status. Returns at once. */
  start(): void;
  /** Waits for the running job, then closes the connection to the printer. */
  stop(): Promise<void>;
  /** Prints once. Jobs are taken one after the other, in the order of the calls; never throws for a printer's fault. */
  print(job: PrintJob): Promise<PrintResult>;
  /** The last known health; `problem` says the root cause ('out of paper'). */
  health(): DeviceHealth;
  onHealth(listener: HealthListener): Unsubscribe;
}
