import type { PrinterFault, PrintResult } from '../../ports/receipt-printer.ts';
import { WriteDeadline } from '../../ports/write-deadline.ts';
import { openTcp } from '../../transports/tcp.ts';
import type { Transport } from '../../transports/transport.ts';
import type { EscposPrinterConfig } from './config.ts';
import { completionRequest, realTimeStatus, realTimeFault, StatusParser, type StatusEvent } from './status-bytes.ts';

const connectTimeoutMs = 2_000;
const statusTimeoutMs = 1_000;

/** Responses of an earlier job arrive within this time. */
const quietMs = 300;

/** Maximum time to wait for a printer that keeps sending. */
const settleTimeoutMs = 2_000;

type Heard = StatusEvent | { kind: 'lost' } | { kind: 'silence' };

/** One connection to a printer, for one job or one status query. */
export class PrinterConnection {
  readonly #transport: Transport;
  readonly #heard: Heard[] = [];
  #wake: (() => void) | undefined;

  private constructor(transport: Transport) {
    this.#transport = transport;
    const parser = new StatusParser();
    transport.onData((chunk) => this.#hear(...parser.push(chunk)));
    void transport.closed.then(() => this.#hear({ kind: 'lost' }));
  }

  /** @throws TransportError if the printer does not accept the connection */
  static async open({ host, port, jobTimeoutMs }: EscposPrinterConfig): Promise<PrinterConnection> {
    return new PrinterConnection(await openTcp({ host, port, timeoutMs: connectTimeoutMs, writeTimeoutMs: jobTimeoutMs }));
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
  async print(job: Buffer, timeoutMs: number, sendDeadline: WriteDeadline): Promise<PrintResult> {
    const deadline = performance.now() + timeoutMs;
    this.#send(job, sendDeadline);
    for (;;) {
      const heard = await this.#next(deadline);
      if (heard.kind === 'completion') return heard.paperOut ? { state: 'unknown', reason: 'paper-out' } : { state: 'printed' };
      if (heard.kind === 'automatic' && heard.fault) return { state: 'unknown', reason: heard.fault };
      if (heard.kind === 'lost') return { state: 'unknown', reason: 'unreachable' };
      if (heard.kind === 'silence' || performance.now() > deadline) return { state: 'unknown', reason: 'no-answer' };
    }
  }

  close(): void {
    this.#transport.close();
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
    this.#transport.write(bytes, deadline).catch(() => this.#transport.close());
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
      const timer = setTimeout(() => setImmediate(resolve), withinMs);
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
