import type { BarcodeScanner } from '../../ports/barcode-scanner.ts';
import type { Unsubscribe } from '../../ports/device.ts';
import { openTransport } from '../../transports/open-transport.ts';
import { TransportError, type Transport } from '../../transports/transport.ts';
import { ConnectedDevice } from '../connected-device.ts';
import { addressOf } from '../device-fields.ts';
import { CodeFramer, type ScannedCode } from './code-framer.ts';
import type { BarcodeScannerConfig } from './config.ts';

const openTimeoutMs = 2_000;

/** A pause of this length ends a code. */
const pauseMs = 100;

/** The same code again within this time is the same barcode, still under the scanner. */
const sameCodeMs = 1_000;

/** A code without unreadable bytes for so long after it shows that the scanner is readable again. */
const readableAfterMs = 1_000;

const unreadable = 'it sends unreadable bytes; check the baud rate and the parity';

/** A scanner that writes each code as a line of text (docs/site-devices.md#barcode-scanners). */
export class SerialBarcodeScanner extends ConnectedDevice<string> implements BarcodeScanner {
  readonly #config: BarcodeScannerConfig;
  #last = { code: '', at: -Infinity };
  #recovering: NodeJS.Timeout | undefined;

  constructor(config: BarcodeScannerConfig) {
    super();
    this.#config = config;
  }

  onScan(listener: (code: string) => void): Unsubscribe {
    return this.subscribe(listener);
  }

  protected override async serve(signal: AbortSignal): Promise<void> {
    const transport = await openTransport(addressOf(this.#config), { timeoutMs: openTimeoutMs, signal });
    const stopReceiving = this.#receive(transport);
    this.healthReport.ready();
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
    return () => {
      clearTimeout(timer);
      this.#stopRecovering();
    };
  }

  #report(codes: ScannedCode[]): void {
    for (const code of codes) {
      if (code === null) {
        this.#stopRecovering();
        this.healthReport.faulty(unreadable);
      } else {
        if (this.healthReport.current.status !== 'ready') this.#recovering ??= setTimeout(() => this.#recover(), readableAfterMs);
        if (this.#isNew(code)) this.tell(code);
      }
    }
  }

  #recover(): void {
    this.#stopRecovering();
    this.healthReport.ready();
  }

  #stopRecovering(): void {
    clearTimeout(this.#recovering);
    this.#recovering = undefined;
  }

  #isNew(code: string): boolean {
    const at = performance.now();
    const isSame = code === this.#last.code && at - this.#last.at < sameCodeMs;
    this.#last = { code, at };
    return !isSame;
  }
}
