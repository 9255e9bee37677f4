import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { DeviceServer } from '../device-kit/device-server.ts';
import type { RunningSimulator } from '../device-kit/run-simulator.ts';
import type { GateState } from '../gate/gate-simulator.ts';
import { assignKnown, gateSwitches, SimulatedGate, type GateBehaviour } from '../gate/simulated-gate.ts';

export interface WebBoardBehaviour {
  /** Accepts connections, never responds and executes nothing. */
  mute: boolean;
  /** Executes writes without responding. */
  muteWrites: boolean;
  /** Delay of every response in milliseconds. */
  lateAnswerMs: number;
  /** Switched off: connections are refused. */
  refuse: boolean;
  /** The board supports timed pulses (value 2). */
  timedPulses: boolean;
  /** Returns its state without switching. */
  ignoreWrites: boolean;
  /** The control password, which `none:<password>` in Basic authentication presents; empty: no authentication. */
  password: string;
}

const wellBehaved: WebBoardBehaviour = {
  mute: false,
  muteWrites: false,
  lateAnswerMs: 0,
  refuse: false,
  timedPulses: true,
  ignoreWrites: false,
  password: '',
};

export interface WebBoardResponse {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** Replaces the honest response; null sends nothing, a text is sent as it is. The request is executed either way. */
export type WebBoardOverride = (url: URL, honest: WebBoardResponse) => WebBoardResponse | string | null;

export interface ControlByWebSimulatorOptions {
  port?: number;
  gates?: number;
  board?: Partial<WebBoardBehaviour>;
  gate?: Partial<GateBehaviour>;
}

const behaviourChange = z.strictObject({
  mute: z.boolean().optional(),
  muteWrites: z.boolean().optional(),
  lateAnswerMs: z.int().min(0).optional(),
  refuse: z.boolean().optional(),
  timedPulses: z.boolean().optional(),
  ignoreWrites: z.boolean().optional(),
  password: z.string().optional(),
  ...gateSwitches,
});
type BehaviourChange = z.infer<typeof behaviourChange>;

export interface ControlByWebSimulator extends RunningSimulator {
  state(): { connections: number; board: WebBoardBehaviour; requests: string[]; gates: GateState[] };
  behave(change: BehaviourChange): Promise<void>;
  override(answer: WebBoardOverride | undefined): void;
}

/** Returns the wiring of gate `n`: relay n + 1; inputs gate-open, presence, merge and, for a held request, wash in use from 4n + 1 on. */
export function webWiring(n: number) {
  return { relay: n + 1, inputs: { gateOpen: 4 * n + 1, presence: 4 * n + 2, merge: 4 * n + 3 } };
}
export const webWashInUseInput = (n: number): number => 4 * n + 4;

const longestLog = 500;

/** Starts a web relay board of the family WebRelay-10: everything is a GET of `state.xml`. */
export async function startControlByWebSimulator(options: ControlByWebSimulatorOptions = {}): Promise<ControlByWebSimulator> {
  const board: WebBoardBehaviour = { ...wellBehaved, ...options.board };
  const lanes = Array.from({ length: options.gates ?? 1 }, () => new SimulatedGate(options.gate));
  const requests: string[] = [];
  let override: WebBoardOverride | undefined;

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://board');
    requests.push(`${request.method} ${url.pathname}${url.search}`);
    if (requests.length > longestLog) requests.shift();
    if (board.mute) return;
    const honest = execute(url, request.headers.authorization);
    const answer = override ? override(url, honest) : honest;
    if (answer === null || (board.muteWrites && url.search !== '')) return;
    if (board.lateAnswerMs > 0) await sleep(board.lateAnswerMs);
    if (typeof answer === 'string') request.socket.end(answer);
    else response.writeHead(answer.status, answer.headers).end(answer.body);
  }

  function execute(url: URL, authorization: string | undefined): WebBoardResponse {
    const page = { 'Content-Type': 'text/xml' };
    if (board.password !== '' && authorization !== `Basic ${Buffer.from(`none:${board.password}`).toString('base64')}`) {
      return { status: 401, headers: { 'WWW-Authenticate': 'Basic realm="WebRelay"' }, body: '' };
    }
    if (url.pathname !== '/state.xml') return { status: 404, headers: {}, body: 'Not found' };
    for (const [n, lane] of lanes.entries()) {
      const value = url.searchParams.get(`relay${n + 1}State`);
      if (value === '2' && !board.timedPulses) return { status: 400, headers: {}, body: 'Bad request' };
      if (value === null || board.ignoreWrites) continue;
      if (value === '2') lane.pulse(Number(url.searchParams.get(`pulseTime${n + 1}`) ?? 1.5) * 1_000);
      else lane.write(value === '1');
    }
    return { status: 200, headers: page, body: stateXml(lanes) };
  }

  const http = createServer((request, response) => void serve(request, response));
  const server = new DeviceServer(options.port ?? 0, (socket) => http.emit('connection', socket));
  await server.listen();
  if (board.refuse) await server.close();

  async function behave(change: BehaviourChange): Promise<void> {
    assignKnown(board, change);
    for (const lane of lanes) assignKnown(lane.behaviour, change);
    await (board.refuse ? server.close() : server.listen());
  }

  return {
    port: server.port,
    state: () => ({ connections: server.connections, board, requests, gates: lanes.map((lane) => lane.state) }),
    behave,
    override: (next) => void (override = next),
    posts: { behaviour: (body) => behave(behaviourChange.parse(body)) },
    async stop() {
      for (const lane of lanes) lane.stop();
      await server.close();
    },
  };
}

function stateXml(lanes: readonly SimulatedGate[]): string {
  const inputs = lanes.flatMap((lane) => lane.inputs).map((on, at) => `<input${at + 1}state>${Number(on)}</input${at + 1}state>`);
  const relays = lanes.map((lane, at) => `<relay${at + 1}state>${Number(lane.coil)}</relay${at + 1}state>`);
  const lines = [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<datavalues>',
    ...inputs,
    ...relays,
    '<units>F</units>',
    '<time>1795626191</time>',
  ];
  return [...lines, '</datavalues>', ''].join('\n');
}
