import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { DeviceServer } from '../device-kit/device-server.ts';
import type { RunningSimulator } from '../device-kit/run-simulator.ts';
import type { GateState } from '../gate/gate-simulator.ts';
import { assignKnown, gateSwitches, SimulatedGate, type GateBehaviour } from '../gate/simulated-gate.ts';

export const relayDialects = ['lcus', 'hw-667', 'numato'] as const;
export type RelayDialectName = (typeof relayDialects)[number];

export interface SerialRelayBehaviour {
  /** Without power, or unplugged: there is no port. */
  refuse: boolean;
  /** Numato: executes commands without responding. */
  mute: boolean;
  /** Executes no commands, but responds. */
  ignoreWrites: boolean;
  /** Numato: delay of every response in milliseconds. */
  lateAnswerMs: number;
}

const wellBehaved: SerialRelayBehaviour = { refuse: false, mute: false, ignoreWrites: false, lateAnswerMs: 0 };

const behaviourChange = z.strictObject({
  refuse: z.boolean().optional(),
  mute: z.boolean().optional(),
  ignoreWrites: z.boolean().optional(),
  lateAnswerMs: z.int().min(0).optional(),
  ...gateSwitches,
});
type BehaviourChange = z.infer<typeof behaviourChange>;

export interface SerialRelayOptions {
  port?: number;
  dialect?: RelayDialectName;
  gates?: number;
  board?: Partial<SerialRelayBehaviour>;
  gate?: Partial<GateBehaviour>;
}

export interface SerialRelaySimulator extends RunningSimulator {
  /** `received`: everything that arrived, in hex. */
  state(): { connections: number; received: string; board: SerialRelayBehaviour; gates: GateState[] };
  behave(change: BehaviourChange): Promise<void>;
  /** Calls the listener when bytes arrive, before they are executed; undefined ends it. */
  onCommand(listener: (() => void) | undefined): void;
}

/** Starts a relay board for a serial port. The port’s other end is a TCP connection. */
export async function startSerialRelaySimulator(options: SerialRelayOptions = {}): Promise<SerialRelaySimulator> {
  const board: SerialRelayBehaviour = { ...wellBehaved, ...options.board };
  const lanes = Array.from({ length: options.gates ?? 1 }, () => new SimulatedGate(options.gate));
  const execute = executors[options.dialect ?? 'lcus'];
  let received = '';
  let listener: (() => void) | undefined;

  const server = new DeviceServer(options.port ?? 0, (socket: Socket) => {
    let rest = Buffer.alloc(0);
    socket.on('data', (chunk) => {
      received += chunk.toString('hex');
      listener?.();
      const taken = execute(Buffer.concat([rest, chunk]), board.ignoreWrites ? [] : lanes, lanes);
      rest = Buffer.from(taken.rest);
      void respond(socket, taken.response);
    });
  });
  await server.listen();
  if (board.refuse) await server.close();

  async function respond(socket: Socket, response: string): Promise<void> {
    if (response === '' || board.mute) return;
    if (board.lateAnswerMs > 0) await sleep(board.lateAnswerMs);
    if (!socket.destroyed) socket.write(response);
  }

  async function behave(change: BehaviourChange): Promise<void> {
    assignKnown(board, change);
    for (const lane of lanes) assignKnown(lane.behaviour, change);
    await (board.refuse ? server.close() : server.listen());
  }

  return {
    port: server.port,
    state: () => ({ connections: server.connections, received, board, gates: lanes.map((lane) => lane.state) }),
    behave,
    onCommand: (next) => void (listener = next),
    posts: {
      behaviour: (body) => behave(behaviourChange.parse(body)),
      drop: () => server.drop(),
    },
    async stop() {
      for (const lane of lanes) lane.stop();
      await server.close();
    },
  };
}

interface Taken {
  response: string;
  rest: Buffer;
}

/** Executes the complete commands of `bytes` on the lanes `switched`, and reads the state of `lanes`. */
type Execute = (bytes: Buffer, switched: readonly SimulatedGate[], lanes: readonly SimulatedGate[]) => Taken;

const executors: Record<RelayDialectName, Execute> = { lcus: executeLcus, 'hw-667': executeHw667, numato: executeNumato };

/** Four bytes, of which the last is the sum; bytes before a frame are skipped. */
function executeLcus(bytes: Buffer, switched: readonly SimulatedGate[]): Taken {
  let at = 0;
  while (at + 4 <= bytes.length) {
    const [head, channel = 0, on = 0, sum] = bytes.subarray(at, at + 4);
    const isFrame = head === 0xa0 && on <= 1 && sum === ((head + channel + on) & 0xff);
    if (isFrame) switched[channel - 1]?.write(on === 1);
    at += isFrame ? 4 : 1;
  }
  return { response: '', rest: bytes.subarray(at) };
}

function executeHw667(bytes: Buffer, [lane]: readonly SimulatedGate[]): Taken {
  for (const byte of bytes) {
    if (byte === 0xaa) lane?.write(true);
    if (byte === 0xbb) lane?.write(false);
    if (byte === 0xcc) lane?.pulse(1_000);
  }
  return { response: '', rest: Buffer.alloc(0) };
}

/** Echoes each character; after a CR comes the response and the prompt. */
function executeNumato(bytes: Buffer, switched: readonly SimulatedGate[], lanes: readonly SimulatedGate[]): Taken {
  const commands = bytes.toString('latin1').split('\r');
  const rest = commands.pop() ?? '';
  const response = commands.map((command) => `${command}\n\r${answerNumato(command, switched, lanes)}>`).join('');
  return { response, rest: Buffer.from(rest, 'latin1') };
}

function answerNumato(command: string, switched: readonly SimulatedGate[], lanes: readonly SimulatedGate[]): string {
  const [, verb, number] = /^relay (on|off|read) (\d)$/.exec(command) ?? [];
  if (verb === 'read') return `${lanes[Number(number)]?.coil ? 'on' : 'off'}\n\r`;
  if (verb !== undefined) switched[Number(number)]?.write(verb === 'on');
  return '';
}
