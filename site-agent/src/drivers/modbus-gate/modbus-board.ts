import modbusSerial from 'modbus-serial';
import { CommandExpired, WriteDeadline } from '../../ports/write-deadline.ts';
import { openTcp, peerOf, type TcpAddress } from '../../transports/tcp.ts';
import type { Transport } from '../../transports/transport.ts';
import { describe } from '../health-report.ts';
import { BoardError } from '../relay-board.ts';
import { Turns } from '../turns.ts';
import { ModbusTcpPort } from './modbus-tcp-port.ts';

export interface BoardAddress extends TcpAddress {
  unit: number;
}

/** Deadline of every request. Three of them and a gate's confirmation fit into the agent's 3 s. */
const requestTimeoutMs = 400;

/** Exceptions that mean the board did not execute the request; any other leaves that open. */
const refusals = new Set([1, 2, 3, 6, 10]);

/** The library's code for a request without a response; boards do not respond to another unit's number. */
const timedOut = 'ETIMEDOUT';
const silent = "it accepted the connection but didn’t respond; check the board and the 'unit' setting";

const strange = "it sent an unexpected response; check that 'host' and 'port' are those of the relay board";

const notModbus = "it responds, but not in Modbus; check that 'host' and 'port' are those of the relay board";

/** Length of the start of a Modbus TCP frame: the request's number and two zeros, the protocol's number. */
const firstBytes = 4;
const isModbus = (first: Buffer): boolean => first.length < firstBytes || first.readUInt16BE(2) === 0;

const writeCoilFunction = 5;
const checkSumLength = 2;

/** Waveshare's extension of function 05: address 0x0200 + channel, the value in tenths of a second. */
const timedPulsePage = 0x02;

/** Exceptions that mean the board does not support the request: its function or address. */
const unknownRequest = new Set([1, 2]);

/** Meaning of the board's exception codes. A cashier reads it at the gate, so it contains no code. */
const faults: Record<number, string> = {
  1: 'unsupported command',
  2: 'no such relay',
  3: 'command rejected',
  4: 'device fault',
  5: 'busy',
  6: 'busy',
  10: 'not found by its gateway',
  11: 'unreachable through its gateway',
};

/** The library's client with what its types omit: in this mode a result includes the raw responses. */
type RecordingClient = InstanceType<typeof modbusSerial.default> & { isDebugEnabled: boolean };

interface Recorded {
  /** Unit, function, data and checksum. */
  responses?: Uint8Array[];
}

/**
 * One connection to a relay board, used until it is lost. The library does not reconnect, so each loss needs a new one
 * (docs/site-devices.md#gates). Sends one request at a time, since small boards lose all but the first of several.
 */
export class ModbusBoard {
  readonly #client: RecordingClient;
  readonly #port: ModbusTcpPort;
  readonly #transport: Transport;
  readonly #ended = new AbortController();
  readonly #name: string;
  readonly #turns = new Turns();
  /** The first bytes received on this connection; the library silently drops anything that is not Modbus. */
  #first = Buffer.alloc(0);

  private constructor(transport: Transport, address: BoardAddress) {
    this.#transport = transport;
    this.#name = `${peerOf(address)} unit ${address.unit}`;
    transport.onData((chunk) => {
      if (this.#first.length < firstBytes) this.#first = Buffer.concat([this.#first, chunk.subarray(0, firstBytes)]);
    });
    this.#port = new ModbusTcpPort(transport);
    this.#client = new modbusSerial.default(this.#port) as RecordingClient;
    this.#client.isDebugEnabled = true;
    this.#client.open();
    this.#client.setID(address.unit);
    this.#client.setTimeout(requestTimeoutMs);
    void transport.closed.then(() => this.#ended.abort());
  }

  /** Aborts when the connection is lost or closed. */
  get ended(): AbortSignal {
    return this.#ended.signal;
  }

  /**
   * @param signal ends the attempt only: a connected board stays open, because OFF is written at the end
   * @throws TransportError if the board does not accept the connection in time
   */
  static async connect(address: BoardAddress, signal?: AbortSignal): Promise<ModbusBoard> {
    const { host, port } = address;
    return new ModbusBoard(await openTcp({ host, port, timeoutMs: 2_000, attemptSignal: signal }), address);
  }

  async readCoil(coil: number): Promise<boolean> {
    const { data } = await this.#ask(() => this.#client.readCoils(coil, 1));
    return data[0] === true;
  }

  /** Returns discrete inputs from `first` on, in order. */
  async readInputs(first: number, count: number): Promise<boolean[]> {
    const { data } = await this.#ask(() => this.#client.readDiscreteInputs(first, count));
    return data.slice(0, count);
  }

  /** @throws CommandExpired after the deadline, also if the request waited in the queue: nothing was sent */
  async switchOn(coil: number, deadline: WriteDeadline): Promise<void> {
    await this.#write([coil >> 8, coil & 0xff, 0xff, 0], deadline);
  }

  /** Safe at any time. */
  async switchOff(coil: number): Promise<void> {
    await this.#write([coil >> 8, coil & 0xff, 0, 0], WriteDeadline.none);
  }

  /**
   * Closes the relay; the board opens it after `pulseMs`, rounded up to tenths of a second.
   * @throws CommandExpired after the deadline: nothing was sent
   */
  async pulseCoil(coil: number, pulseMs: number, deadline: WriteDeadline): Promise<void> {
    const tenths = Math.ceil(pulseMs / 100);
    await this.#write([timedPulsePage, coil, tenths >> 8, tenths & 0xff], deadline);
  }

  /** Sends function 05. The correct response repeats the request: on any other, the board did something else, or nothing. */
  async #write(words: number[], deadline: WriteDeadline): Promise<void> {
    const result: unknown = await this.#ask(() => this.#client.customFunction(writeCoilFunction, words), deadline);
    const answer = (result as Recorded).responses?.at(-1);
    const echo = [...(answer ?? [])].slice(1, -checkSumLength);
    const isEcho = echo.length === words.length + 1 && [writeCoilFunction, ...words].every((byte, at) => echo[at] === byte);
    if (!isEcho) throw new BoardError(`${this.#name}: unexpected response to a write`, false, { isWrongAnswer: true });
  }

  /**
   * Discards a request that has not reached the board, for example with the cable unplugged. Delivered later, it would open a gate late.
   */
  close(): void {
    this.#transport.abort();
  }

  /** @throws BoardError | CommandExpired */
  #ask<T>(request: () => Promise<T>, deadline = WriteDeadline.none): Promise<T> {
    return this.#turns.take(async () => {
      if (!this.#transport.isOpen) throw new BoardError(`${this.#name}: connection lost`, true);
      // the library writes to the port within the call
      this.#port.deadline = deadline;
      try {
        return await this.#untilLost(request);
      } catch (error) {
        throw error instanceof CommandExpired ? error : this.#explain(error);
      }
    });
  }

  /**
   * Runs a request that ends with its connection. Its listener is removed with it, or it would stay in memory as long as the connection.
   */
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

  /**
   * Explains an error: the library's about the connection have an `errno`, the board's exceptions a `modbusCode`; any other is about the
   * response.
   */
  #explain(error: unknown): BoardError {
    if (error instanceof BoardError) return error;
    const { errno, modbusCode } = error as { errno?: string; modbusCode?: number };
    const nothingDone = modbusCode !== undefined && refusals.has(modbusCode);
    const isWrongAnswer = errno === undefined && !nothingDone;
    const isStrange = isWrongAnswer && modbusCode === undefined;
    const unanswered = isModbus(this.#first) ? silent : notModbus;
    const words = errno === timedOut ? unanswered : isStrange ? `${strange} (${describe(error)})` : describe(error);
    return new BoardError(`${this.#name}: ${words}`, nothingDone, {
      fault: modbusCode === undefined ? undefined : (faults[modbusCode] ?? 'unknown reason'),
      isUnknownRequest: modbusCode !== undefined && unknownRequest.has(modbusCode),
      isWrongAnswer,
    });
  }
}
