import modbusSerial from 'modbus-serial';
import { openTcp, type TcpAddress } from '../../transports/tcp.ts';
import type { Transport } from '../../transports/transport.ts';
import { describe } from '../health-report.ts';
import { ModbusTcpPort } from './modbus-tcp-port.ts';

export interface BoardAddress extends TcpAddress {
  unit: number;
}

/** Deadline of every request. Three of them and a gate's confirmation still fit into the agent's 3 s. */
const requestTimeoutMs = 400;

/** Exceptions by which a board says that it did not execute the request; any other leaves that open. */
const refusals = new Set([1, 2, 3, 6, 10]);

/** The library's word for a request without an answer; boards are silent to a unit's number that is not theirs. */
const timedOut = 'ETIMEDOUT';
const silent = "it accepted the connection but didn’t respond; check the board and the 'unit' setting";

const strange = "it sent an unexpected response; check that 'host' and 'port' are those of the relay board";

const notModbus = "it responds, but not in Modbus; check that 'host' and 'port' are those of the relay board";

/** The first bytes of whatever comes by Modbus TCP: a request's number, and two zeros that are the number of the protocol. */
const firstBytes = 4;
const isModbus = (first: Buffer): boolean => first.length < firstBytes || first.readUInt16BE(2) === 0;

const writeCoilFunction = 5;
const checkSumLength = 2;

/** Waveshare's own use of function 05: address 0x0200 + channel, the value counts tenths of a second. */
const timedPulsePage = 0x02;

/** Exceptions by which a board says that it does not know the request at all: the function or the address. */
const unknownRequest = new Set([1, 2]);

/** A request failed. `nothingDone` is proof that no relay was switched; without it a write may have been executed. */
export class BoardError extends Error {
  override readonly name = 'BoardError';
  readonly nothingDone: boolean;
  /** Modbus' own number, where the board answered with an exception. */
  readonly exception: number | undefined;
  /** The board answered, and its answer is not the one to this request. */
  readonly isWrongAnswer: boolean;

  constructor(
    message: string,
    nothingDone: boolean,
    { exception, isWrongAnswer = false }: { exception?: number | undefined; isWrongAnswer?: boolean } = {},
  ) {
    super(message);
    this.nothingDone = nothingDone;
    this.exception = exception;
    this.isWrongAnswer = isWrongAnswer;
  }

  /** The board answered that it has no such request, so another one may be sent. */
  get isUnknownRequest(): boolean {
    return this.exception !== undefined && unknownRequest.has(this.exception);
  }
}

/** The library's client with what its types leave out: in this mode a result bears the answers as they came. */
type RecordingClient = InstanceType<typeof modbusSerial.default> & { isDebugEnabled: boolean };

interface Recorded {
  /** Unit, function, data and check sum. */
  responses?: Uint8Array[];
}

/**
 * One connection to a relay board, used until it is lost: the library does not reconnect, so each loss takes a fresh one
 * (docs/site-devices.md#gates). Requests go out one after the other, since small boards lose all but the first of several.
 */
export class ModbusBoard {
  readonly #client: RecordingClient;
  readonly #transport: Transport;
  readonly #ended = new AbortController();
  readonly #name: string;
  #last: Promise<unknown> = Promise.resolve();
  /** How what came on this connection began; the library drops what is no Modbus without a word. */
  #first = Buffer.alloc(0);

  private constructor(transport: Transport, { host, port, unit }: BoardAddress) {
    this.#transport = transport;
    this.#name = `${host}:${port} unit ${unit}`;
    transport.onData((chunk) => {
      if (this.#first.length < firstBytes) this.#first = Buffer.concat([this.#first, chunk.subarray(0, firstBytes)]);
    });
    this.#client = new modbusSerial.default(new ModbusTcpPort(transport)) as RecordingClient;
    this.#client.isDebugEnabled = true;
    this.#client.open();
    this.#client.setID(unit);
    this.#client.setTimeout(requestTimeoutMs);
    void transport.closed.then(() => this.#ended.abort());
  }

  /** Aborts when the connection is lost or closed. */
  get ended(): AbortSignal {
    return this.#ended.signal;
  }

  /**
   * @param signal ends the attempt: a connected board stays, for OFF is written at the end
   * @throws TransportError when the board does not accept the connection in time
   */
  static async connect(address: BoardAddress, signal: AbortSignal): Promise<ModbusBoard> {
    const { host, port } = address;
    return new ModbusBoard(await openTcp({ host, port, timeoutMs: 2_000, attemptSignal: signal }), address);
  }

  async readCoil(coil: number): Promise<boolean> {
    const { data } = await this.#ask(() => this.#client.readCoils(coil, 1));
    return data[0] === true;
  }

  /** Discrete inputs from `first` on, in order. */
  async readInputs(first: number, count: number): Promise<boolean[]> {
    const { data } = await this.#ask(() => this.#client.readDiscreteInputs(first, count));
    return data.slice(0, count);
  }

  /** @param notAfter by `performance.now()`; a request whose turn comes later is not sent */
  async writeCoil(coil: number, on: boolean, notAfter?: number): Promise<void> {
    await this.#write([coil >> 8, coil & 0xff, on ? 0xff : 0, 0], notAfter);
  }

  /** The board closes the relay and opens it by itself after `pulseMs`, rounded up to tenths of a second. */
  async pulseCoil(coil: number, pulseMs: number, notAfter: number): Promise<void> {
    const tenths = Math.ceil(pulseMs / 100);
    await this.#write([timedPulsePage, coil, tenths >> 8, tenths & 0xff], notAfter);
  }

  /** Function 05. The right answer repeats the request: a board that answers anything else did something else, or nothing. */
  async #write(words: number[], notAfter?: number): Promise<void> {
    const result: unknown = await this.#ask(() => this.#client.customFunction(writeCoilFunction, words), notAfter);
    const answer = (result as Recorded).responses?.at(-1);
    const echo = [...(answer ?? [])].slice(1, -checkSumLength);
    const isEcho = echo.length === words.length + 1 && [writeCoilFunction, ...words].every((byte, at) => echo[at] === byte);
    if (!isEcho) throw new BoardError(`${this.#name}: unexpected response to a write`, false, { isWrongAnswer: true });
  }

  /** Discards a request that has not reached the board, the cable being out: delivered when the cable is back, it would open a gate late. */
  close(): void {
    this.#transport.abort();
  }

  /** @throws BoardError */
  #ask<T>(request: () => Promise<T>, notAfter = Number.POSITIVE_INFINITY): Promise<T> {
    const answer = this.#last.then(async () => {
      if (performance.now() > notAfter) throw new BoardError(`${this.#name}: the deadline passed before the request`, true);
      if (!this.#transport.isOpen) throw new BoardError(`${this.#name}: connection lost`, true);
      try {
        return await this.#untilLost(request);
      } catch (error) {
        throw this.#explain(error);
      }
    });
    this.#last = answer.catch(() => undefined);
    return answer;
  }

  /** A request ends with its connection. The listener goes with the request: one that stayed would be held as long as the connection. */
  async #untilLost<T>(request: () => Promise<T>): Promise<T> {
    const { promise: lost, reject } = Promise.withResolvers<never>();
    const lose = (): void => reject(new BoardError(`${this.#name}: connection lost`, false));
    this.#ended.signal.addEventListener('abort', lose);
    try {
      return await Promise.race([lost, request()]);
    } finally {
      this.#ended.signal.removeEventListener('abort', lose);
    }
  }

  /** Errors of the library about the line bear an `errno`, exceptions of the board a `modbusCode`; any other is about what was answered. */
  #explain(error: unknown): BoardError {
    if (error instanceof BoardError) return error;
    const { errno, modbusCode } = error as { errno?: string; modbusCode?: number };
    const nothingDone = modbusCode !== undefined && refusals.has(modbusCode);
    const isWrongAnswer = errno === undefined && !nothingDone;
    const isStrange = isWrongAnswer && modbusCode === undefined;
    const unanswered = isModbus(this.#first) ? silent : notModbus;
    const words = errno === timedOut ? unanswered : isStrange ? `${strange} (${describe(error)})` : describe(error);
    return new BoardError(`${this.#name}: ${words}`, nothingDone, { exception: modbusCode, isWrongAnswer });
  }
}
