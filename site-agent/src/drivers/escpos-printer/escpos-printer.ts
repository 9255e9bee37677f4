import type { DeviceHealth, HealthListener, Unsubscribe } from '../../ports/device.ts';
import type { PrintJob, PrintResult, PrinterTrouble, ReceiptPrinter } from '../../ports/receipt-printer.ts';
import { pause } from '../../transports/reconnect.ts';
import { TransportError } from '../../transports/transport.ts';
import { HealthReport } from '../health-report.ts';
import type { EscposPrinterConfig } from './config.ts';
import { PrinterLine } from './printer-line.ts';
import { receiptBytes, UnprintableReceipt } from './receipt-bytes.ts';

/**
 * An ESC/POS printer on TCP (hardware section 4). Each job and each look is one short connection: most printers serve only
 * one at a time, and the register prints on the same one.
 */
export class EscposPrinter implements ReceiptPrinter {
  readonly #config: EscposPrinterConfig;
  readonly #health = new HealthReport();
  #stopping = new AbortController();
  #watching: Promise<void> | undefined;
  #last: Promise<unknown> = Promise.resolve();
  /** Whether an earlier job, perhaps of an earlier process, may still answer. */
  #settled = false;

  constructor(config: EscposPrinterConfig) {
    this.#config = config;
  }

  start(): void {
    this.#watching ??= this.#watch(this.#stopping.signal);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#watching;
    await this.#last;
    this.#stopping = new AbortController();
    this.#watching = undefined;
  }

  health(): DeviceHealth {
    return this.#health.current;
  }

  onHealth(listener: HealthListener): Unsubscribe {
    return this.#health.subscribe(listener);
  }

  async print({ source, signal }: PrintJob): Promise<PrintResult> {
    try {
      const bytes = receiptBytes(source, this.#config);
      return await this.#inTurn(async () => (signal?.aborted ? { state: 'failed', reason: 'late' } : this.#printNow(bytes)));
    } catch (error) {
      if (error instanceof UnprintableReceipt) return { state: 'failed', reason: 'unprintable' };
      throw error;
    }
  }

  async #printNow(bytes: Buffer): Promise<PrintResult> {
    const result = await this.#withLine<PrintResult>(
      async (line) => {
        const reason = await line.trouble();
        if (reason) return { state: 'failed', reason };
        this.#settled ||= await line.settle();
        return this.#settled ? line.print(bytes, this.#config.jobTimeoutMs) : { state: 'failed', reason: 'no-answer' };
      },
      { state: 'failed', reason: 'unreachable' },
    );
    if (result.state === 'unknown') this.#settled = false;
    this.#show(result.state === 'printed' ? undefined : result.reason);
    return result;
  }

  async #watch(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.#inTurn(async () => this.#show(await this.#withLine((line) => line.trouble(), 'unreachable')));
      await pause(this.#config.statusEveryMs, signal);
    }
  }

  /** @returns `otherwise` when the printer does not take the connection */
  async #withLine<T>(use: (line: PrinterLine) => Promise<T>, otherwise: T): Promise<T> {
    let line: PrinterLine;
    try {
      line = await PrinterLine.open(this.#config);
    } catch (error) {
      if (error instanceof TransportError) return otherwise;
      throw error;
    }
    try {
      return await use(line);
    } finally {
      line.close();
    }
  }

  /** One connection at a time, in the order of the calls. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => undefined);
    return done;
  }

  #show(trouble: PrinterTrouble | undefined): void {
    if (trouble === undefined) this.#health.ready();
    else if (trouble === 'unreachable' || trouble === 'no-answer') this.#health.offline(problems[trouble]);
    else this.#health.faulty(problems[trouble]);
  }
}

/** Root causes in IT's words (design section 8). */
const problems: Record<PrinterTrouble, string> = {
  'paper-out': 'out of paper',
  'cover-open': 'the cover is open',
  offline: 'set offline at the printer',
  'printer-error': 'the printer reports an error, perhaps of its cutter',
  unreachable: 'does not take a connection',
  'no-answer': 'takes a connection, but does not answer',
  unprintable: 'a receipt could not be drawn',
  late: 'jobs wait too long for their turn',
};
