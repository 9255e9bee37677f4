import type { ProbeLine } from '../../ports/device.ts';
import type { GateState } from '../../ports/gate-driver.ts';
import { CommandExpired, WriteDeadline } from '../../ports/write-deadline.ts';
import { openResponse, readResponse, type HttpResponse } from '../../transports/http.ts';
import { openTcp, peerOf } from '../../transports/tcp.ts';
import type { Transport } from '../../transports/transport.ts';
import { describe } from '../health-report.ts';
import { timedPulseLine } from '../probe-lines.ts';
import { BoardError, type RelayBoard } from '../relay-board.ts';
import { Turns } from '../turns.ts';
import type { ControlByWebGateConfig } from './config.ts';
import { pulsePath, stateLines, stateOf, statePath, switchPath } from './state-page.ts';

/** Of every request, its connection included. Three of them and a gate's confirmation fit into the agent's 3 s. */
const requestTimeoutMs = 400;
const maxBytes = 32 * 1024;

/** The board does not support the request. */
const unsupported = new Set([400, 404, 405, 501]);

/**
 * A relay of a ControlByWeb board. Each request has its own connection, which is reset if it is not answered, so no request waits in the agent
 * or arrives later. One request at a time: small boards serve one connection.
 */
export class ControlByWebBoard implements RelayBoard {
  readonly #config: ControlByWebGateConfig;
  readonly #ended = new AbortController();
  readonly #name: string;
  readonly #turns = new Turns();
  /** The last page of the board. */
  #page = '';

  private constructor(config: ControlByWebGateConfig) {
    this.#config = config;
    this.#name = peerOf(config);
  }

  /** @throws BoardError if the board does not return its state */
  static async connect(config: ControlByWebGateConfig, signal: AbortSignal): Promise<ControlByWebBoard> {
    const board = new ControlByWebBoard(config);
    const close = () => board.close();
    signal.addEventListener('abort', close);
    try {
      await board.read();
      return board;
    } finally {
      signal.removeEventListener('abort', close);
    }
  }

  get ended(): AbortSignal {
    return this.#ended.signal;
  }

  /** Lists what the board has, by one reading. */
  async probe(): Promise<ProbeLine[]> {
    await this.read();
    return [...stateLines(this.#page, this.#config), timedPulseLine(this.#config.timedPulse)];
  }

  read(): Promise<GateState> {
    return this.#ask(statePath(this.#config));
  }

  async switchOn(deadline: WriteDeadline): Promise<void> {
    await this.#ask(switchPath(this.#config, true), deadline);
  }

  async switchOff(): Promise<void> {
    await this.#ask(switchPath(this.#config, false));
  }

  async pulse(pulseMs: number, deadline: WriteDeadline): Promise<void> {
    await this.#ask(pulsePath(this.#config, pulseMs), deadline);
  }

  close(): void {
    this.#ended.abort();
  }

  /** @throws BoardError | CommandExpired */
  #ask(path: string, deadline = WriteDeadline.none): Promise<GateState> {
    return this.#turns.take(() => this.#request(path, deadline));
  }

  async #request(path: string, deadline: WriteDeadline): Promise<GateState> {
    const began = performance.now();
    const transport = await this.#open();
    const left = () => Math.max(0, began + requestTimeoutMs - performance.now());
    let response: HttpResponse;
    try {
      const { host, port, login } = this.#config;
      const opened = await openResponse(transport, { method: 'GET', path, host, port, login, timeoutMs: left() }, deadline);
      response = await readResponse(opened, { timeoutMs: left(), maxBytes });
    } catch (error) {
      if (error instanceof CommandExpired) throw error;
      const words = isNotHttp(error) ? `it responds, but not in HTTP; ${checkAddress}, and 'family'` : describe(error);
      throw new BoardError(`${this.#name}: ${words}`, false, { isWrongAnswer: isNotHttp(error) });
    } finally {
      transport.abort();
    }
    return this.#state(response);
  }

  async #open(): Promise<Transport> {
    const { host, port } = this.#config;
    try {
      return await openTcp({ host, port, timeoutMs: requestTimeoutMs, signal: this.#ended.signal });
    } catch (error) {
      throw new BoardError(describe(error), true);
    }
  }

  #state({ status, body }: HttpResponse): GateState {
    if (status === 401 || status === 403) throw new BoardError(`${this.#name}: ${this.#refusal()}`, true, { fault: 'wrong password' });
    if (unsupported.has(status)) {
      const fault = { fault: 'unsupported command', isUnknownRequest: true };
      throw new BoardError(`${this.#name}: it doesn’t have the page ${statePath(this.#config)} (${status}); ${checkAddress}`, true, fault);
    }
    if (status >= 300 && status < 400) {
      throw new BoardError(`${this.#name}: it redirects to another page; ${checkAddress}`, false, { isWrongAnswer: true });
    }
    if (status !== 200) {
      const fault = status === 503 ? 'busy' : 'device fault';
      throw new BoardError(`${this.#name}: it responds with status ${status}`, false, { fault, isWrongAnswer: true });
    }
    this.#page = body;
    try {
      return stateOf(body, this.#config);
    } catch (error) {
      const words = `it sent an unexpected page (${describe(error)}); check 'family', 'relay' and 'inputs'`;
      throw new BoardError(`${this.#name}: ${words}`, false, { isWrongAnswer: true });
    }
  }

  #refusal(): string {
    return this.#config.login ? "it rejects the user or the password; check 'login'" : "it requires a user and a password; set 'login'";
  }
}

const checkAddress = "check that 'host' and 'port' are those of the relay board";

/** The codes of node:http's parser. */
const isNotHttp = (error: unknown): boolean => error instanceof Error && 'code' in error && String(error.code).startsWith('HPE_');
