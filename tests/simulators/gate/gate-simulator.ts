import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { DeviceServer } from '../device-kit/device-server.ts';
import type { RunningSimulator } from '../device-kit/run-simulator.ts';
import { bitsAnswer, echoAnswer, exceptionAnswer, exceptions, takeRequests, type ModbusRequest } from './modbus-wire.ts';
import { assignKnown, gateSwitches, SimulatedGate, type GateBehaviour, type GateLogEntry } from './simulated-gate.ts';

export interface BoardBehaviour {
  /** Accepts connections, never responds and executes nothing. */
  mute: boolean;
  /** Executes writes without responding. */
  muteWrites: boolean;
  /** Delay of every response in milliseconds. */
  lateAnswerMs: number;
  /** Switched off: connections are refused. */
  refuse: boolean;
  /** The board supports timed pulses (address 0x0200 + channel). */
  timedPulses: boolean;
  /** The exception code for an unsupported timed pulse. */
  timedPulseRefusal: number;
  /** Acknowledges writes without switching. */
  ignoreWrites: boolean;
  /** The only unit id that responds. */
  unit: number;
}

/** Replaces the honest response; null sends nothing. The request is executed either way. */
export type AnswerOverride = (request: ModbusRequest, honest: Buffer) => Buffer | null;

const wellBehavedBoard: BoardBehaviour = {
  mute: false,
  muteWrites: false,
  lateAnswerMs: 0,
  refuse: false,
  timedPulses: true,
  timedPulseRefusal: exceptions.illegalAddress,
  ignoreWrites: false,
  unit: 1,
};

export interface GateSimulatorOptions {
  port?: number;
  gates?: number;
  board?: Partial<BoardBehaviour>;
  gate?: Partial<GateBehaviour>;
}

export interface GateState {
  coil: boolean;
  gateOpen: boolean;
  presence: boolean;
  merge: boolean;
  /** The number of off-to-on changes of the coil. */
  pulses: number;
  /** The number of writes, including OFF. */
  writes: number;
  log: GateLogEntry[];
}

export interface GateSimulator extends RunningSimulator {
  state(): { connections: number; board: BoardBehaviour; gates: GateState[] };
  behave(change: BehaviourChange): Promise<void>;
  /** Overrides every response, for faults without a switch; undefined ends the override. */
  override(answer: AnswerOverride | undefined): void;
}

const behaviourChange = z.strictObject({
  /** The gate that the gate switches apply to, starting at 0; all gates if omitted. */
  gate: z.int().min(0).optional(),
  mute: z.boolean().optional(),
  muteWrites: z.boolean().optional(),
  lateAnswerMs: z.int().min(0).optional(),
  refuse: z.boolean().optional(),
  timedPulses: z.boolean().optional(),
  timedPulseRefusal: z.int().min(1).max(11).optional(),
  ignoreWrites: z.boolean().optional(),
  unit: z.int().min(0).max(255).optional(),
  ...gateSwitches,
});

export type BehaviourChange = z.infer<typeof behaviourChange>;

/** Returns the wiring of gate `n`: coil n; inputs gate-open, presence, merge and, for a held request, wash in use from 4n on. */
export function wiring(n: number) {
  return { coil: n, inputs: { gateOpen: 4 * n, presence: 4 * n + 1, merge: 4 * n + 2 } };
}
export const washInUseInput = (n: number): number => 4 * n + 3;

/** Starts a Modbus TCP relay board with one gate per relay. */
export async function startGateSimulator({ port = 0, gates = 1, ...first }: GateSimulatorOptions = {}): Promise<GateSimulator> {
  const board: BoardBehaviour = { ...wellBehavedBoard, ...first.board };
  const lanes = Array.from({ length: gates }, () => new SimulatedGate(first.gate));
  let override: AnswerOverride | undefined;
  const answer: AnswerOverride = (request, honest) => (override ? override(request, honest) : honest);
  const server = new DeviceServer(port, (socket) => serve(socket, { board, lanes, answer }));
  await server.listen();
  if (board.refuse) await server.close();

  async function behave(change: BehaviourChange): Promise<void> {
    const { gate, ...switches } = change;
    assignKnown(board, switches);
    lanes.filter((_, n) => gate === undefined || n === gate).forEach((lane) => assignKnown(lane.behaviour, switches));
    await (board.refuse ? server.close() : server.listen());
  }

  return {
    port: server.port,
    state: () => ({ connections: server.connections, board, gates: lanes.map((lane) => lane.state) }),
    behave,
    override: (next) => void (override = next),
    posts: {
      behaviour: async (body) => behave(behaviourChange.parse(body)),
      drop: () => server.drop(),
    },
    async stop() {
      lanes.forEach((lane) => lane.stop());
      await server.close();
    },
  };
}

interface Board {
  board: BoardBehaviour;
  lanes: SimulatedGate[];
  answer: AnswerOverride;
}

function serve(socket: Socket, parts: Board): void {
  let pending = Buffer.alloc(0);
  socket.on('data', (chunk) => {
    const { requests, rest } = takeRequests(Buffer.concat([pending, chunk]));
    pending = Buffer.from(rest);
    for (const request of requests) void respond(socket, request, parts);
  });
}

async function respond(socket: Socket, request: ModbusRequest, { board, lanes, answer }: Board): Promise<void> {
  if (board.mute || request.unit !== board.unit) return;
  const bytes = answer(request, execute(request, board, lanes));
  if (bytes === null || (board.muteWrites && request.functionCode === 5)) return;
  if (board.lateAnswerMs > 0) await sleep(board.lateAnswerMs);
  if (!socket.destroyed) socket.write(bytes);
}

function execute(request: ModbusRequest, board: BoardBehaviour, lanes: SimulatedGate[]): Buffer {
  const { functionCode, address, value } = request;
  if (functionCode === 1)
    return readBits(
      request,
      lanes.map((lane) => lane.coil),
    );
  if (functionCode === 2)
    return readBits(
      request,
      lanes.flatMap((lane) => lane.inputs),
    );
  if (functionCode !== 5) return exceptionAnswer(request, exceptions.illegalFunction);

  const timed = address >> 8 === 0x02;
  if (timed && !board.timedPulses) return exceptionAnswer(request, board.timedPulseRefusal);
  const lane = lanes[timed ? address & 0xff : address];
  if (!lane) return exceptionAnswer(request, exceptions.illegalAddress);
  if (board.ignoreWrites) return echoAnswer(request);
  if (timed) lane.pulse(value * 100);
  else lane.write(value === 0xff00);
  return echoAnswer(request);
}

function readBits(request: ModbusRequest, bits: boolean[]): Buffer {
  const { address, value: count } = request;
  if (address + count > bits.length) return exceptionAnswer(request, exceptions.illegalAddress);
  return bitsAnswer(request, bits.slice(address, address + count));
}
