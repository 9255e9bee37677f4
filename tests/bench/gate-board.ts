import { setTimeout as sleep } from 'node:timers/promises';
import modbusSerial from 'modbus-serial';
import { readyLineOf, startWithReadyLine } from '@washdesk/local-servers/processes/program';
import { wiring, type GateState } from '@washdesk/simulators/gate/gate-simulator';
import { until } from '@washdesk/test-support/until';
import { describeLatencies, latencyRatio, type Run } from './figures.ts';

/** A bare relay board over Modbus TCP. */
export class RawBoard {
  readonly #client = new modbusSerial.default();
  readonly #coil: number;

  /** @param gate counted from 0 */
  constructor(gate: number) {
    this.#coil = wiring(gate).coil;
  }

  async connect(port: number): Promise<void> {
    await this.#client.connectTCP('127.0.0.1', { port });
    this.#client.setID(1);
  }

  async write(on: boolean): Promise<void> {
    await this.#client.writeCoil(this.#coil, on);
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.#client.close(() => resolve()));
  }
}

const clockTries = 20;

/** Detects when the coil of a simulated gate closes, and returns the time in this process's clock. */
export class CoilWatch {
  readonly #control: string;
  readonly #gate: number;
  /** How far the board's clock is ahead of this process's, in milliseconds. */
  #aheadMs = 0;

  /** @param control the control address of a gate simulator @param gate counted from 0 */
  constructor(control: string, gate: number) {
    this.#control = control;
    this.#gate = gate;
  }

  async behave(change: object): Promise<void> {
    await fetch(`${this.#control}/behaviour`, { method: 'POST', body: JSON.stringify({ gate: this.#gate, ...change }) });
  }

  /** Resolves when coil and gate have returned to rest. */
  async atRest(): Promise<void> {
    await until('the gate is at rest', async () => {
      const { coil, gateOpen } = await this.#state();
      return coil || gateOpen ? null : true;
    });
  }

  /** Returns the milliseconds from `since`, by `performance.now()`, to the coil's closing. @throws Error if it has not closed */
  async closedAfter(since: number): Promise<number> {
    const took = (await this.#lastClosing()) - this.#aheadMs - since;
    // half a millisecond for the remaining difference of the two clocks
    if (took < -0.5) throw new Error('The coil has not closed');
    return took;
  }

  /**
   * Measures the difference between the two processes' clocks, which do not agree to the tenth of a millisecond. The coil closes between
   * the sending of a write and its response, so the quickest of several writes gives the difference to half its duration. The gate itself
   * does not move meanwhile.
   */
  async setClock(board: RawBoard): Promise<void> {
    await this.behave({ moves: false });
    let quickestMs = Infinity;
    for (let turn = 0; turn < clockTries; turn += 1) {
      const sent = performance.now();
      await board.write(true);
      const answered = performance.now();
      const closed = await this.#lastClosing();
      await board.write(false);
      if (answered - sent >= quickestMs) continue;
      quickestMs = answered - sent;
      this.#aheadMs = closed - (sent + answered) / 2;
    }
    await this.behave({ moves: true });
    await this.atRest();
  }

  async #lastClosing(): Promise<number> {
    const { log } = await this.#state();
    return (log.findLast(({ event }) => event === 'coil on')?.at ?? -Infinity) - performance.timeOrigin;
  }

  async #state(): Promise<GateState> {
    const { gates } = (await (await fetch(`${this.#control}/state`)).json()) as { gates: GateState[] };
    return gates[this.#gate]!;
  }
}

/** A gate simulator of its own, in another process. */
export interface FloorBoard {
  board: RawBoard;
  coil: CoilWatch;
  port: number;
  stop: () => Promise<unknown>;
}

export async function startFloorBoard(name: string, folder: string): Promise<FloorBoard> {
  const simulator = await startWithReadyLine({ name, folder, script: 'tests/simulators/main.ts', args: ['gate'] });
  const { port, control } = readyLineOf(simulator) as { port: number; control: number };
  const board = new RawBoard(0);
  await board.connect(port);
  return { board, coil: new CoilWatch(`http://127.0.0.1:${control}`, 0), port, stop: () => simulator.stop() };
}

/** Settings for a gate that returns to rest quickly. They do not affect the time until the coil is ON. */
export const brisk = { opensAfterMs: 10, closesAfterMs: 150 };

/** A car does not come right after the one before. */
const restMs = 50;

/** One way to open a gate. */
export interface Way<T> {
  coil: CoilWatch;
  /** Resolves once the coil has closed. */
  open: (one: T) => Promise<unknown>;
  letGo?: () => Promise<unknown>;
}

/** Measures from each opening to the coil's ON, each from rest. The two ways open in turn, so that other load affects both alike. */
export async function openInTurn<T>(openings: readonly T[], ours: Way<T>, floor: Way<T>): Promise<{ ours: Run; floor: Run }> {
  const began = performance.now();
  const latencies = { ours: [] as number[], floor: [] as number[] };
  for (const one of openings) {
    latencies.ours.push(await openFromRest(ours, one));
    latencies.floor.push(await openFromRest(floor, one));
  }
  const elapsedMs = performance.now() - began;
  return { ours: { latencies: latencies.ours, elapsedMs }, floor: { latencies: latencies.floor, elapsedMs } };
}

async function openFromRest<T>({ coil, open, letGo }: Way<T>, one: T): Promise<number> {
  // the last questions to the simulator have ended, and no part is still running from the opening before
  await sleep(restMs);
  const openedAt = performance.now();
  await open(one);
  const latency = await coil.closedAfter(openedAt);
  await letGo?.();
  await coil.atRest();
  return latency;
}

/** Returns the lines about a way to the coil beside its raw parts. */
export function describeRatio(whole: readonly Run[], raw: readonly Run[], aim: number): string[] {
  const ratio = latencyRatio(whole, raw);
  return [
    describeLatencies('whole way', whole),
    describeLatencies('raw parts', raw),
    `  ratio      ${ratio.toFixed(2)} times the raw p50; the aim is at most ${aim}: ${ratio <= aim ? 'reached' : 'missed'}`,
  ];
}
