import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { DeviceServer } from '../device-kit/device-server.ts';
import type { RunningSimulator } from '../device-kit/run-simulator.ts';
import { NotifyConnection } from './notify-connection.ts';
import { alienBlock, encompassMessage, tagText, type ReaderFormat, type TextSettings } from './tag-text.ts';

export interface ReaderBehaviour extends TextSettings {
  /** `split`: a few bytes at a time. `coalesced`: held back until the next tag, then sent at once. */
  chunks: 'whole' | 'split' | 'coalesced';
  /** Sends garbage bytes, as from a bad cable, before every tag. */
  noise: boolean;
  /** Encompass command mode: the RF is off until a client sends `#00`. */
  commandMode: boolean;
  /** Encompass: a tag is sent once, until a client switches uniqueness off by `#40`. */
  sendsOnce: boolean;
  /** Encompass: responds to settings with `#Error`. */
  rejectsSettings: boolean;
  /** Encompass: never responds to a command. */
  unresponsive: boolean;
  /** Encompass: received an XOFF, and sends nothing until it receives an XON. */
  flowStopped: boolean;
  /** Encompass: so many of the next `#00` do not arrive. */
  losesDataMode: number;
  /** Switched off: connections are refused. */
  refuse: boolean;
}

const wellBehaved: ReaderBehaviour = {
  chunks: 'whole',
  noise: false,
  commandMode: false,
  sendsOnce: false,
  rejectsSettings: false,
  unresponsive: false,
  flowStopped: false,
  losesDataMode: 0,
  refuse: false,
  appendsFields: false,
  ecp: false,
  style: 'block',
};

const behaviourChange = z.strictObject({
  chunks: z.enum(['whole', 'split', 'coalesced']).optional(),
  noise: z.boolean().optional(),
  commandMode: z.boolean().optional(),
  sendsOnce: z.boolean().optional(),
  rejectsSettings: z.boolean().optional(),
  unresponsive: z.boolean().optional(),
  flowStopped: z.boolean().optional(),
  losesDataMode: z.int().min(0).optional(),
  refuse: z.boolean().optional(),
  appendsFields: z.boolean().optional(),
  ecp: z.boolean().optional(),
  style: z.enum(['block', 'terse', 'wrapped']).optional(),
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
  /** The reader connects to this port of this machine, instead of waiting for a client. */
  notifyPort?: number;
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
  /** Sends bytes that are no tag: a sign-on line, a response, a test message. */
  send(text: string): void;
}

/** What a TransCore reader sends after power-up. */
const signOn = '#Model AI1620 Ver 2.10 SN 001234\r\n#Copyright 1999 TransCore\r\n';

const noise = Buffer.from([0x00, 0xff, 0x0d, 0x23, 0x80, 0x0a]);

/** Starts a tag reader that writes lines of text to every client. */
export async function startRfidSimulator(options: RfidSimulatorOptions = {}): Promise<RfidSimulator> {
  const { port = 0, format = 'encompass', notifyPort, behaviour: first } = options;
  const behaviour: ReaderBehaviour = { ...wellBehaved, ...first };
  let received = '';
  let kept = Buffer.alloc(0);
  let sent = 0;
  let missed = 0;

  const sentOnce = new Set<string>();

  function respond(socket: Socket, command: string): void {
    // in data mode only the change to command mode is executed
    if (!behaviour.commandMode && command !== '#01') return;
    if (command === '#00' && behaviour.losesDataMode > 0) return void (behaviour.losesDataMode -= 1);
    if (command === '#00' || command === '#01') behaviour.commandMode = command === '#01';
    else if (command === '#40' && !behaviour.rejectsSettings) behaviour.sendsOnce = false;
    const isRejected = behaviour.rejectsSettings && !command.startsWith('#0');
    if (!behaviour.unresponsive && !behaviour.flowStopped) socket.write(encompassMessage(isRejected ? 'Error' : 'Done', behaviour.ecp));
  }

  const serve = (socket: Socket): void => {
    let begun = '';
    socket.on('data', (chunk) => {
      received = (received + chunk.toString('latin1')).slice(-1_000);
      if (chunk.includes(0x11)) behaviour.flowStopped = false;
      const commands = (begun + chunk.toString('latin1').replaceAll('\x11', '')).split(/[\r\n]+/);
      begun = commands.pop() ?? '';
      if (format === 'encompass') for (const command of commands) respond(socket, command);
    });
  };
  const server = notifyPort === undefined ? new DeviceServer(port, serve) : new NotifyConnection(notifyPort);
  await server.listen();
  if (behaviour.refuse) await server.close();

  async function tag(input: z.input<typeof tagPost>): Promise<void> {
    const { format: as = format, ...seen } = tagPost.parse(input);
    if (behaviour.commandMode || behaviour.flowStopped || server.connections === 0) {
      missed += 1;
      return;
    }
    if (behaviour.sendsOnce && sentOnce.has(seen.tag)) return;
    if (behaviour.sendsOnce) seen.count = 1;
    sentOnce.add(seen.tag);
    sent += 1;
    const bytes = Buffer.from(tagText(as, seen, behaviour), 'latin1');
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
    send: (text) => server.send(Buffer.from(text, 'latin1')),
    posts: {
      tag: (body) => tag(tagPost.parse(body)),
      behaviour: (body) => behave(behaviourChange.parse(body)),
      drop: () => server.drop(),
      signOn: () => server.send(Buffer.from(signOn, 'latin1')),
      testMessage: () => server.send(Buffer.from(alienBlock('TEST MESSAGE', 'Tag:8000 8004 0000 003B, Count:1, Ant:0'), 'latin1')),
    },
    stop: () => server.close(),
  };
}
