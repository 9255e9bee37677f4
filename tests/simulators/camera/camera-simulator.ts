import { z } from 'zod';
import { DeviceServer } from '../device-kit/device-server.ts';
import type { RunningSimulator } from '../device-kit/run-simulator.ts';
import { alivePost, carPost, type CameraFormat, type CameraPost } from './camera-posts.ts';

const behaviourFields = z.strictObject({
  /** Switched off: it accepts no connection and sends nothing. */
  refuse: z.boolean(),
  /** The network is cut: the camera stores what it sees, and sends it after the cut. */
  cut: z.boolean(),
  pictures: z.boolean(),
  /** Sends everything so many times. */
  times: z.int().min(1).max(100),
  /** How far its clock is ahead. */
  clockAheadMs: z.int(),
});
export type CameraBehaviour = z.infer<typeof behaviourFields>;

const carPostFields = z.strictObject({
  number: z.int().default(1),
  plate: z.string().max(20).default('WASH123'),
  score: z.number().min(0).max(1).default(0.91),
  region: z.string().length(2).default('IL'),
  state: z.enum(['new', 'update', 'lost']).default('new'),
  /** How long ago the car was seen. */
  agedMs: z.int().min(0).default(0),
});

export interface CameraSimulator extends RunningSimulator {
  state(): { format: CameraFormat; target: string; stored: number; statuses: number[]; behaviour: CameraBehaviour };
  /** A car passes. @returns the responses of the receiver */
  car(seen?: z.input<typeof carPostFields>): Promise<number[]>;
  alive(): Promise<number[]>;
  /** Posts anything. */
  post(post: CameraPost): Promise<number[]>;
  aim(target: string): void;
  behave(change: Partial<CameraBehaviour>): Promise<void>;
}

export interface CameraSimulatorOptions {
  port?: number;
  format: CameraFormat;
  /** The agent's address with the secret. */
  target?: string;
}

/** Starts a plate camera that posts to an agent. Its own port only accepts connections. */
export async function startCameraSimulator({ port = 0, format, target: first = '' }: CameraSimulatorOptions): Promise<CameraSimulator> {
  const behaviour: CameraBehaviour = { refuse: false, cut: false, pictures: true, times: 1, clockAheadMs: 0 };
  const stored: CameraPost[] = [];
  const statuses: number[] = [];
  let target = first;
  const server = new DeviceServer(port, () => undefined);
  await server.listen();

  async function post(sent: CameraPost): Promise<number[]> {
    if (behaviour.refuse) return [];
    if (behaviour.cut) {
      stored.push(sent);
      return [];
    }
    const answers: number[] = [];
    for (let n = 0; n < behaviour.times; n += 1) {
      const response = await fetch(target, { method: 'POST', headers: { 'content-type': sent.type }, body: new Uint8Array(sent.body) });
      await response.arrayBuffer();
      answers.push(response.status);
    }
    statuses.push(...answers);
    return answers;
  }

  const timeOf = (agedMs: number) => new Date(Date.now() + behaviour.clockAheadMs - agedMs);

  function car(input: z.input<typeof carPostFields> = {}): Promise<number[]> {
    const { agedMs, ...seen } = carPostFields.parse(input);
    return post(carPost(format, { ...seen, at: timeOf(agedMs) }, behaviour.pictures));
  }

  const alive = () => post(alivePost(format, timeOf(0)));

  async function behave(change: Partial<CameraBehaviour>): Promise<void> {
    Object.assign(behaviour, change);
    await (behaviour.refuse ? server.close() : server.listen());
    if (!behaviour.cut) for (const sent of stored.splice(0)) await post(sent);
  }

  return {
    port: server.port,
    state: () => ({ format, target, stored: stored.length, statuses, behaviour }),
    car,
    alive,
    post,
    aim: (next) => void (target = next),
    behave,
    posts: {
      car: (body) => car(carPostFields.parse(body)),
      alive: () => alive(),
      aim: (body) => void (target = z.strictObject({ target: z.url() }).parse(body).target),
      behaviour: (body) => behave(behaviourFields.partial().parse(body)),
    },
    stop: () => server.close(),
  };
}
