import { setTimeout as sleep } from 'node:timers/promises';
import type { PrinterFault, PrintResult } from '../../ports/receipt-printer.ts';
import { WriteDeadline } from '../../ports/write-deadline.ts';
import { openTransport } from '../../transports/open-transport.ts';
import { wireMs } from '../../transports/serial-settings.ts';
import type { Transport } from '../../transports/transport.ts';
import { addressOf } from '../device-fields.ts';
import type { EscposPrinterConfig } from './config.ts';
import { completionRequest, realTimeStatus, realTimeFault, StatusParser, type StatusEvent } from './status-bytes.ts';

const connectTimeoutMs = 2_000;
const statusTimeoutMs = 1_000;

/** Responses of an earlier job arrive within this time. */
const quietMs = 300;

/** Maximum time to wait for a printer that keeps sending. */
const settleTimeoutMs = 2_000;

/** Maximum time to send the rest of a job whose outcome is known. */
const finishTimeoutMs = 2_000;

/** Bytes that arrived while the computer was suspended are read within this time. */
const lateBytesMs = 50;

type Heard = StatusEvent | { kind: 'lost' } | { kind: 'silence' };

/** One connection to a printer, for one job or one status query. */
export class PrinterConnection {
  readonly #transport: Transport;
  readonly #config: EscposPrinterConfig;
  readonly #heard: Heard[] = [];
  #sending: Promise<void> = Promise.resolve();
  #wake: (() => void) | undefined;

  private constructor(transport: Transport, config: EscposPrinterConfig) {
    this.#transport = transport;
    this.#config = config;
    const parser = new StatusParser();
    transport.onData((chunk) => this.#hear(...parser.push(chunk)));
    void transport.closed.then(() => this.#hear({ kind: 'lost' }));
  }

  /** @throws TransportError if the printer does not accept the connection */
  static async open(config: EscposPrinterConfig): Promise<PrinterConnection> {
    const times = { timeoutMs: connectTimeoutMs, writeTimeoutMs: config.jobTimeoutMs };
    return new PrinterConnection(await openTransport(addressOf(config), times), config);
  }

  /** Queries the printer's status; returns undefined if there is no fault. */
  async fault(): Promise<PrinterFault | undefined> {
    const printer = await this.#askStatus(1);
    const cause = await this.#askStatus(2);
    return printer === undefined || cause === undefined ? 'no-answer' : realTimeFault(printer, cause);
  }

  /**
   * Discards responses of an earlier job. After a job of unknown outcome its response may still arrive and would be taken for the next
   * job's.
   * @returns false if the printer does not finish its job, or never stops sending
   */
  async settle(): Promise<boolean> {
    this.#send(completionRequest);
    const first = await this.#answerTo('completion', performance.now() + statusTimeoutMs);
    if (!first) return false;
    const deadline = performance.now() + settleTimeoutMs;
    while (await this.#answerTo('completion', performance.now() + quietMs)) if (performance.now() > deadline) return false;
    return true;
  }

  /**
   * Sends a job and waits for the printer's response after its last line. From the first byte on, every other outcome is `unknown`.
   * @throws CommandExpired if nothing was sent
   */
  async print(job: Buffer, sendDeadline: WriteDeadline): Promise<PrintResult> {
    const { serial, jobTimeoutMs } = this.#config;
    const deadline = performance.now() + jobTimeoutMs + (serial ? wireMs(job.length, serial) : 0);
    this.#send(job, sendDeadline);
    for (;;) {
      const heard = await this.#next(deadline);
      if (heard.kind === 'completion') return heard.paperOut ? { state: 'unknown', reason: 'paper-out' } : { state: 'printed' };
      if (heard.kind === 'automatic' && heard.fault) return { state: 'unknown', reason: heard.fault };
      if (heard.kind === 'lost') return { state: 'unknown', reason: 'unreachable' };
      if (heard.kind === 'silence' || performance.now() > deadline) return { state: 'unknown', reason: 'no-answer' };
    }
  }

  /**
   * Resolves when the next connection can be opened. A job that has begun is sent to its end: a printer that waits for the rest of a
   * command would take the next job for it.
   */
  async close(): Promise<void> {
    await Promise.race([this.#sending, sleep(finishTimeoutMs)]);
    this.#transport.close();
    await this.#transport.closed;
  }

  async #askStatus(n: 1 | 2): Promise<number | undefined> {
    this.#send(realTimeStatus(n));
    const answer = await this.#answerTo('real-time', performance.now() + statusTimeoutMs);
    return answer?.byte;
  }

  /** Returns the next response of that kind; undefined if none arrives in time or the connection is lost. */
  async #answerTo<K extends StatusEvent['kind']>(kind: K, deadline: number): Promise<Extract<StatusEvent, { kind: K }> | undefined> {
    for (;;) {
      const heard = await this.#next(deadline);
      if (isKind(heard, kind)) return heard;
      if (heard.kind === 'lost' || heard.kind === 'silence' || performance.now() > deadline) return undefined;
    }
  }

  /** Sends bytes. A failed write ends the connection, which then counts as `lost`. */
  #send(bytes: Uint8Array, deadline = WriteDeadline.none): void {
    this.#sending = this.#transport.write(bytes, deadline).catch(() => this.#transport.close());
  }

  #hear(...heard: Heard[]): void {
    this.#heard.push(...heard);
    this.#wake?.();
  }

  async #next(deadline: number): Promise<Heard> {
    if (this.#heard.length === 0) await this.#nextEvent(deadline - performance.now());
    return this.#heard.shift() ?? { kind: 'silence' };
  }

  #nextEvent(withinMs: number): Promise<void> {
    return new Promise((resolve) => {
      // After the computer was suspended, Node runs timers first: bytes that arrived meanwhile are read before it counts as silence.
      let timer = setTimeout(() => (timer = setTimeout(resolve, lateBytesMs)), withinMs);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

function isKind<K extends StatusEvent['kind']>(heard: Heard, kind: K): heard is Extract<StatusEvent, { kind: K }> {
  return heard.kind === kind;
}
