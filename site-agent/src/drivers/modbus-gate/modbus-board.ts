import type { Socket } from 'node:net';
import modbusSerial from 'modbus-serial';
import { dialTcp, type TcpAddress } from '../../transports/tcp.ts';
import { describe } from '../health-report.ts';

export interface BoardAddress extends TcpAddress {
  unit: number;
}

/** Deadline of every request. Three of them and a gate's confirmation still fit into the agent's 3 s. */
const requestTimeoutMs = 400;

/** Exceptions by which a board says that it did not execute the request; any other leaves that open. */
const refusals = new Set([1, 2, 3, 6, 10]);

/** Waveshare's own use of function 05: address 0x0200 + channel, the value counts tenths of a second. */
const timedPulsePage = 0x02;

/** A request failed. `nothingDone` is proof that no relay was switched; without it a write may have been executed. */
export class BoardError extends Error {
  override readonly name = 'BoardError';
  readonly nothingDone: boolean;

  constructor(message: string, nothingDone: boolean) {
    super(message);
    this.nothingDone = nothingDone;
  }
}

/**
 * One connection to a relay board, used until it is lost: the library does not reconnect, so each loss takes a fresh one
 * (docs/site-devices.md#gates). Requests go out one after the other, since small boards lose all but the first of several.
 */
export class ModbusBoard {
  readonly #client = new modbusSerial.default();
  readonly #socket: Socket;
  readonly #name: string;
  #last: Promise<unknown> = Promise.resolve();

  private constructor(socket: Socket, { host, port, unit }: BoardAddress) {
    this.#socket = socket;
    this.#name = `${host}:${port} unit ${unit}`;
    socket.once('end', () => socket.destroy());
  }

  /** @throws TransportError when the board does not accept the connection in time */
  static async connect(address: BoardAddress, signal: AbortSignal): Promise<ModbusBoard> {
    const socket = await dialTcp({ ...address, timeoutMs: 2_000, signal });
    const board = new ModbusBoard(socket, address);
    await board.#client.linkTCP(socket, { port: address.port });
    board.#client.setID(address.unit);
    board.#client.setTimeout(requestTimeoutMs);
    return board;
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
    await this.#ask(() => this.#client.writeCoil(coil, on), notAfter);
  }

  /** The board closes the relay and opens it by itself after `pulseMs`, rounded up to tenths of a second. */
  async pulseCoil(coil: number, pulseMs: number, notAfter: number): Promise<void> {
    const tenths = Math.ceil(pulseMs / 100);
    await this.#ask(() => this.#client.customFunction(5, [timedPulsePage, coil, tenths >> 8, tenths & 0xff]), notAfter);
  }

  /**
   * By a reset: a request that still waits in the system's buffers, the cable being out, is thrown away there. A plain
   * close would deliver it when the cable is back, and a gate would open late.
   */
  close(): void {
    this.#socket.resetAndDestroy();
  }

  /** @throws BoardError */
  #ask<T>(request: () => Promise<T>, notAfter = Number.POSITIVE_INFINITY): Promise<T> {
    const answer = this.#last.then(async () => {
      if (performance.now() > notAfter) throw new BoardError(`${this.#name}: it was too late to ask`, true);
      if (this.#socket.destroyed) throw new BoardError(`${this.#name}: the line was lost`, true);
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
    const lose = (): void => reject(new BoardError(`${this.#name}: the line was lost`, false));
    this.#socket.once('close', lose);
    try {
      return await Promise.race([lost, request()]);
    } finally {
      this.#socket.off('close', lose);
    }
  }

  #explain(error: unknown): BoardError {
    if (error instanceof BoardError) return error;
    const exception = typeof error === 'object' && error !== null && 'modbusCode' in error ? Number(error.modbusCode) : undefined;
    return new BoardError(`${this.#name}: ${describe(error)}`, exception !== undefined && refusals.has(exception));
  }
}
