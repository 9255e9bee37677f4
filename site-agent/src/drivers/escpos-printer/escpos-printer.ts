import type { DeviceHealth, HealthListener, Unsubscribe } from '../../ports/device.ts';
import type { PrintJob, PrintResult, PrinterFault, ReceiptPrinter } from '../../ports/receipt-printer.ts';
import type { WriteDeadline } from '../../ports/write-deadline.ts';
import { pause } from '../../transports/reconnect.ts';
import { TransportError } from '../../transports/transport.ts';
import { HealthReport } from '../health-report.ts';
import { Turns } from '../turns.ts';
import type { EscposPrinterConfig } from './config.ts';
import { PrinterConnection } from './printer-connection.ts';
import { receiptBytes, UnprintableReceipt } from './receipt-bytes.ts';

/**
 * An ESC/POS printer on TCP or a serial port (docs/site-devices.md#receipt-printers). Each job and each status query is one short connection: most printers
 * serve only one at a time, and the register prints on the same printer.
 */
export class EscposPrinter implements ReceiptPrinter {
  readonly #config: EscposPrinterConfig;
  readonly #health = new HealthReport();
  #stopping = new AbortController();
  #watching: Promise<void> | undefined;
  /** One connection at a time. */
  readonly #turns = new Turns();
  /** Why the printer could not be reached, as a sentence for IT. */
  #unreachable = problems.unreachable;
  /** Whether no response of an earlier job, perhaps of an earlier process, can still arrive. */
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
    await this.#turns.ended();
    this.#stopping = new AbortController();
    this.#watching = undefined;
  }

  health(): DeviceHealth {
    return this.#health.current;
  }

  onHealth(listener: HealthListener): Unsubscribe {
    return this.#health.subscribe(listener);
  }

  async print({ source, deadline }: PrintJob): Promise<PrintResult> {
    try {
      const bytes = receiptBytes(source, this.#config);
      return await this.#turns.take(() => this.#printNow(bytes, deadline));
    } catch (error) {
      if (error instanceof UnprintableReceipt) return { state: 'failed', reason: 'unprintable' };
      throw error;
    }
  }

  async #printNow(bytes: Buffer, deadline: WriteDeadline): Promise<PrintResult> {
    deadline.check();
    const result = await this.#withConnection<PrintResult>(
      async (connection) => {
        const reason = await connection.fault();
        if (reason) return { state: 'failed', reason };
        this.#settled ||= await connection.settle();
        return this.#settled ? connection.print(bytes, deadline) : { state: 'failed', reason: 'no-answer' };
      },
      { state: 'failed', reason: 'unreachable' },
    );
    if (result.state === 'unknown') this.#settled = false;
    this.#show(result.state === 'printed' ? undefined : result.reason);
    return result;
  }

  async #watch(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.#turns.take(async () => this.#show(await this.#withConnection((connection) => connection.fault(), 'unreachable')));
      await pause(this.#config.statusEveryMs, signal);
    }
  }

  /** @returns `otherwise` if the printer does not accept the connection */
  async #withConnection<T>(use: (connection: PrinterConnection) => Promise<T>, otherwise: T): Promise<T> {
    let connection: PrinterConnection;
    try {
      connection = await PrinterConnection.open(this.#config);
    } catch (error) {
      if (!(error instanceof TransportError)) throw error;
      this.#unreachable = error.message;
      return otherwise;
    }
    try {
      return await use(connection);
    } finally {
      await connection.close();
    }
  }

  #show(fault: PrinterFault | undefined): void {
    if (fault === undefined) this.#health.ready();
    else if (fault === 'unreachable') this.#health.offline(this.#unreachable);
    else if (fault === 'no-answer') this.#health.offline(this.#config.serial ? silentSerial : problems[fault]);
    else this.#health.faulty(problems[fault]);
  }
}

const silentSerial = 'doesn’t respond; check that it is on, and its baud rate and flow control';

/** The printer's faults as sentences for IT (docs/rules/sites.md#devices-at-a-site). */
const problems: Record<PrinterFault, string> = {
  'paper-out': 'out of paper',
  'cover-open': 'the cover is open',
  offline: 'set to offline on the printer',
  'printer-error': 'the printer reports an error, possibly the cutter',
  unreachable: 'refuses connections',
  'no-answer': 'accepts connections but doesn’t respond',
  unprintable: 'a receipt couldn’t be rendered',
};
