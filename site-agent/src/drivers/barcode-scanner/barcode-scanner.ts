import type { BarcodeScanner } from '../../ports/barcode-scanner.ts';
import type { DeviceHealth, HealthListener, Unsubscribe } from '../../ports/device.ts';
import { openTransport } from '../../transports/open-transport.ts';
import { keepConnected, type Connection } from '../../transports/reconnect.ts';
import { TransportError, type Transport } from '../../transports/transport.ts';
import { addressOf } from '../device-fields.ts';
import { describe, HealthReport } from '../health-report.ts';
import { Listeners } from '../listeners.ts';
import { CodeFramer, type ScannedCode } from './code-framer.ts';
import type { BarcodeScannerConfig } from './config.ts';

const openTimeoutMs = 2_000;

/** A pause of this length ends a code. */
const pauseMs = 100;

/** The same code again within this time is the same barcode, still under the scanner. */
const sameCodeMs = 1_000;

const unreadable = 'it sends unreadable bytes; check the baud rate and the parity';

/** A scanner that writes each code as a line of text (docs/site-devices.md#barcode-scanners). */
export class SerialBarcodeScanner implements BarcodeScanner {
  readonly #config: BarcodeScannerConfig;
  readonly #health = new HealthReport();
  readonly #listeners = new Listeners<string>();
  #connection: Connection | undefined;
  #last = { code: '', at: -Infinity };

  constructor(config: BarcodeScannerConfig) {
    this.#config = config;
  }

  start(): void {
    this.#connection ??= keepConnected({
      session: (signal) => this.#listen(signal),
      onLost: (error) => this.#health.offline(describe(error)),
    });
  }

  async stop(): Promise<void> {
    await this.#connection?.stop();
    this.#connection = undefined;
  }

  onScan(listener: (code: string) => void): Unsubscribe {
    return this.#listeners.add(listener);
  }

  health(): DeviceHealth {
    return this.#health.current;
  }

  onHealth(listener: HealthListener): Unsubscribe {
    return this.#health.subscribe(listener);
  }

  async #listen(signal: AbortSignal): Promise<void> {
    const transport = await openTransport(addressOf(this.#config), { timeoutMs: openTimeoutMs, signal });
    const stopReceiving = this.#receive(transport);
    this.#health.ready();
    const cause = await transport.closed;
    stopReceiving();
    throw new TransportError(cause);
  }

  /** @returns a function that discards a code that has begun */
  #receive(transport: Transport): () => void {
    const framer = new CodeFramer(this.#config);
    let timer: NodeJS.Timeout | undefined;
    transport.onData((chunk) => {
      clearTimeout(timer);
      this.#report(framer.push(chunk));
      if (framer.hasRest) timer = setTimeout(() => this.#report(framer.end()), pauseMs);
    });
    return () => clearTimeout(timer);
  }

  #report(codes: ScannedCode[]): void {
    for (const code of codes) {
      if (code === null) this.#health.faulty(unreadable);
      else {
        this.#health.ready();
        if (this.#isNew(code)) this.#listeners.tell(code);
      }
    }
  }

  #isNew(code: string): boolean {
    const at = performance.now();
    const isSame = code === this.#last.code && at - this.#last.at < sameCodeMs;
    this.#last = { code, at };
    return !isSame;
  }
}
