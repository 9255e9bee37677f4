import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { DeviceServer } from '../device-kit/device-server.ts';
import type { RunningSimulator } from '../device-kit/run-simulator.ts';
import { tagText, type ReaderFormat, type SeenTag } from './tag-text.ts';

export interface ReaderBehaviour {
  /** `split`: a few bytes at a time. `coalesced`: held back until the next tag, then sent at once. */
  chunks: 'whole' | 'split' | 'coalesced';
  /** Sends garbage bytes, as from a bad cable, before every tag. */
  noise: boolean;
  /** Encompass command mode: the RF is off until a client sends `#00`. */
  commandMode: boolean;
  /** Switched off: connections are refused. */
  refuse: boolean;
}

const wellBehaved: ReaderBehaviour = { chunks: 'whole', noise: false, commandMode: false, refuse: false };

const behaviourChange = z.strictObject({
  chunks: z.enum(['whole', 'split', 'coalesced']).optional(),
  noise: z.boolean().optional(),
  commandMode: z.boolean().optional(),
  refuse: z.boolean().optional(),
});

const tagPost = z.strictObject({
  tag: z.string().min(1),
  antenna: z.int().min(0).max(32).default(1),
  rssi: z.number().optional(),
  /** Number of reads: one line each, or one block with the count. */
  count: z.int().min(1).max(100).default(2),
  format: z.enum(['encompass', 'alien']).optional(),
});

export interface RfidSimulatorOptions {
  port?: number;
  format?: ReaderFormat;
  behaviour?: Partial<ReaderBehaviour>;
}

export interface RfidSimulator extends RunningSimulator {
  state(): {
    connections: number;
    format: ReaderFormat;
    rfOn: boolean;
    received: string;
    sent: number;
    missed: number;
    behaviour: ReaderBehaviour;
  };
  /** Presents a tag to an antenna. Nothing is sent while the RF is off or no client is connected: the car passed unread. */
  tag(seen: z.input<typeof tagPost>): Promise<void>;
  behave(change: z.infer<typeof behaviourChange>): Promise<void>;
}

const noise = Buffer.from([0x00, 0xff, 0x0d, 0x23, 0x80, 0x0a]);

/** Starts a tag reader that writes lines of text to every client. */
export async function startRfidSimulator({ port = 0, format = 'encompass', ...first }: RfidSimulatorOptions = {}): Promise<RfidSimulator> {
  const behaviour: ReaderBehaviour = { ...wellBehaved, ...first.behaviour };
  let received = '';
  let kept = Buffer.alloc(0);
  let sent = 0;
  let missed = 0;

  const server = new DeviceServer(port, (socket: Socket) => {
    socket.on('data', (chunk) => {
      received = (received + chunk.toString('latin1')).slice(-1_000);
      if (received.endsWith('#00\r\n')) behaviour.commandMode = false;
      if (received.endsWith('#01\r\n')) behaviour.commandMode = true;
    });
  });
  await server.listen();
  if (behaviour.refuse) await server.close();

  async function tag(input: z.input<typeof tagPost>): Promise<void> {
    const { format: as = format, ...seen } = tagPost.parse(input);
    if (behaviour.commandMode || server.connections === 0) {
      missed += 1;
      return;
    }
    sent += 1;
    const bytes = Buffer.from(textOf(as, seen), 'latin1');
    await send(behaviour.noise ? Buffer.concat([noise, bytes]) : bytes);
  }

  async function send(bytes: Buffer): Promise<void> {
    const all = Buffer.concat([kept, bytes]);
    kept = Buffer.alloc(0);
    if (behaviour.chunks === 'coalesced' && all.length === bytes.length) kept = all;
    else if (behaviour.chunks === 'split') await sendSplit(all);
    else server.send(all);
  }

  async function sendSplit(bytes: Buffer): Promise<void> {
    for (let at = 0; at < bytes.length; at += 3) {
      server.send(bytes.subarray(at, at + 3));
      await sleep(1);
    }
  }

  async function behave(change: z.infer<typeof behaviourChange>): Promise<void> {
    Object.assign(behaviour, change);
    await (behaviour.refuse ? server.close() : server.listen());
  }

  return {
    port: server.port,
    state: () => ({ connections: server.connections, format, rfOn: !behaviour.commandMode, received, sent, missed, behaviour }),
    tag,
    behave,
    posts: {
      tag: (body) => tag(tagPost.parse(body)),
      behaviour: (body) => behave(behaviourChange.parse(body)),
      drop: () => server.drop(),
    },
    stop: () => server.close(),
  };
}

/** Encompass has no count: it writes one line per read. */
function textOf(format: ReaderFormat, seen: SeenTag): string {
  return format === 'encompass' ? tagText(format, seen).repeat(seen.count) : tagText(format, seen);
}
