import { setTimeout as sleep } from 'node:timers/promises';
import type { GateState } from '../../ports/gate-driver.ts';
import { CommandExpired, WriteDeadline } from '../../ports/write-deadline.ts';
import { describe } from '../health-report.ts';
import { BoardError, type RelayBoard } from '../relay-board.ts';
import type { SerialRelayGateConfig } from './config.ts';
import { prompt, readState, relayDialects, type RelayDialect } from './dialects.ts';
import { openShared, type SharedPort } from './shared-port.ts';

const openTimeoutMs = 2_000;
const writeTimeoutMs = 400;
const responseTimeoutMs = 400;

/** Cheap controllers lose bytes that arrive sooner after the port was opened. */
const settleMs = 200;

/** OFF is written twice: a relay that does not respond may have lost the first one. */
const betweenOffsMs = 50;

/** One relay of a board at a serial port, over one connection. */
export class SerialRelayBoard implements RelayBoard {
  readonly #port: SharedPort;
  readonly #path: string;
  readonly #channel: number;
  readonly #dialect: RelayDialect;
  readonly #ended = new AbortController();
  /** What was last written; `until` is when the board's own timer ends it. */
  #written = { on: false, until: Infinity };
  #response = '';
  #onResponse: (() => void) | undefined;

  private constructor(port: SharedPort, { serial, channel, dialect }: SerialRelayGateConfig) {
    this.#port = port;
    this.#path = serial.path;
    this.#channel = channel;
    this.#dialect = relayDialects[dialect];
    port.transport.onData((chunk) => {
      this.#response += chunk.toString('latin1');
      this.#onResponse?.();
    });
    void port.transport.closed.then(() => this.#ended.abort());
  }

  /**
   * @param signal ends the attempt only: OFF is written at the end
   * @throws TransportError if the port cannot be opened
   */
  static async connect(config: SerialRelayGateConfig, signal?: AbortSignal): Promise<SerialRelayBoard> {
    const serial = { ...config.serial, flowControl: 'none' } as const;
    const port = await openShared(serial, { timeoutMs: openTimeoutMs, writeTimeoutMs, attemptSignal: signal });
    await sleep(settleMs);
    return new SerialRelayBoard(port, config);
  }

  get ended(): AbortSignal {
    return this.#ended.signal;
  }

  /** Without a readback, the relay's state is what was last written to it. */
  async read(): Promise<GateState> {
    await this.#requireOpen();
    const query = this.#dialect.query?.(this.#channel);
    if (!query) return { relay: this.#written.on && performance.now() < this.#written.until };
    const relay = readState(await this.#send(query, WriteDeadline.none));
    if (relay === null) throw this.#error("it sent an unexpected response; check 'dialect'", { isWrongAnswer: true });
    return { relay };
  }

  async switchOn(deadline: WriteDeadline): Promise<void> {
    await this.#requireOpen();
    await this.#send(this.#dialect.on(this.#channel), deadline, { on: true, until: Infinity });
  }

  async switchOff(): Promise<void> {
    const off = this.#dialect.off(this.#channel);
    await this.#requireOpen();
    await this.#send(off, WriteDeadline.none);
    await sleep(betweenOffsMs);
    await this.#send(off, WriteDeadline.none, { on: false, until: Infinity });
  }

  async pulse(_pulseMs: number, deadline: WriteDeadline): Promise<void> {
    const { pulse } = this.#dialect;
    if (!pulse) throw new BoardError('the relay has no timer', true, { isUnknownRequest: true });
    await this.#requireOpen();
    await this.#send(pulse.bytes, deadline, { on: true, until: performance.now() + pulse.ms });
  }

  async close(): Promise<void> {
    this.#ended.abort();
    await this.#port.release();
  }

  async #requireOpen(): Promise<void> {
    if (!this.#port.transport.isOpen) throw new BoardError(await this.#port.transport.closed, true);
  }

  /**
   * Sends a command, and returns the response of a board that sends one.
   * @throws BoardError | CommandExpired
   */
  #send(command: Buffer, deadline: WriteDeadline, effect?: { on: boolean; until: number }): Promise<string> {
    return this.#port.inTurn(async () => {
      this.#response = '';
      try {
        await this.#port.transport.write(command, deadline);
        this.#written = effect ?? this.#written;
      } catch (error) {
        throw error instanceof CommandExpired ? error : new BoardError(describe(error), false);
      }
      return this.#dialect.query ? this.#awaitPrompt() : '';
    });
  }

  async #awaitPrompt(): Promise<string> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, responseTimeoutMs);
    this.#onResponse = () => this.#response.includes(prompt) && resolve();
    this.#onResponse();
    await promise;
    clearTimeout(timer);
    this.#onResponse = undefined;
    if (!this.#response.includes(prompt)) throw this.#error("it doesn’t respond; check its power, 'dialect' and the baud rate");
    return this.#response;
  }

  #error(message: string, details: { isWrongAnswer?: boolean } = {}): BoardError {
    return new BoardError(`${this.#path}: ${message}`, false, details);
  }
}
