import type { Socket } from 'node:net';
import { z } from 'zod';
import { DeviceServer } from '../device-kit/device-server.ts';
import type { RunningSimulator } from '../device-kit/run-simulator.ts';
import { selfSigned } from '../device-kit/self-signed.ts';
import { requests } from './names.ts';
import { ReaderConnection } from './reader-connection.ts';
import { impinj, ReaderState } from './reader-state.ts';
import { readerTime, tagPost, tagReport, type ReaderClockSetting } from './tag-report.ts';
import { fields, frame, framesIn, type Fields, type Frame } from './wire.ts';

const behaviourFields = z.strictObject({
  chunks: z.enum(['whole', 'split', 'coalesced']),
  /** Sends messages that no client can use before every tag: of another vendor, of an unknown type, and a broken report. */
  noise: z.boolean(),
  /** A report and a keepalive come between a request and its response. */
  interleaved: z.boolean(),
  /** Switched off: connections are refused. */
  refuse: z.boolean(),
  /** Accepts connections and data, and sends nothing. */
  silent: z.boolean(),
  /** Status of the responses, by request: `{ ADD_ROSPEC: 401 }`. */
  statuses: z.record(z.string(), z.int().min(0).max(65_535)),
});
export type LlrpBehaviour = z.output<typeof behaviourFields>;
const behaviourChange = behaviourFields.partial();

const antennaPost = z.strictObject({ antenna: z.int().min(1).max(32), isConnected: z.boolean() });

const eventPost = z.strictObject({
  kind: z.enum(['buffer-level', 'buffer-overflow', 'exception', 'inventory-ended', 'closing']),
  text: z.string().default(''),
  percent: z.int().min(0).max(100).default(90),
});

/** A steady stream of reads: of cars that stand at an antenna for a while, or each of another tag. 0 per second ends it. */
const trafficPost = z.strictObject({ perSecond: z.int().min(0).max(5_000), isDistinct: z.boolean().default(false) });
const trafficStepMs = 20;

const clockPost = z.strictObject({ offsetMs: z.number() });
const rawPost = z.strictObject({ hex: z.string().regex(/^(?:[\da-f]{2})+$/i) });

export interface LlrpSimulatorOptions {
  port?: number;
  antennas?: number;
  manufacturer?: number;
  clock?: ReaderClockSetting['kind'];
  behaviour?: Partial<LlrpBehaviour>;
  /** Speaks TLS, with a certificate that it signs itself. */
  tls?: boolean;
}

/** Reports that wait for a client; a reader's buffer is bounded too. */
const maxHeld = 1_000;
const keptNames = 200;

/** Starts an RFID reader that speaks LLRP 1.0.1 and accepts one client. */
export async function startLlrpSimulator(options: LlrpSimulatorOptions = {}) {
  const { port = 0, antennas = 4, manufacturer = impinj, clock: clockKind = 'utc' } = options;
  const behaviour: LlrpBehaviour = {
    chunks: 'whole',
    noise: false,
    interleaved: false,
    refuse: false,
    silent: false,
    statuses: {},
    ...options.behaviour,
  };
  const clock: ReaderClockSetting = { kind: clockKind, offsetMs: 0 };
  const reader = new ReaderState({ antennas, manufacturer });
  const held: Buffer[] = [];
  const counts = { sent: 0, missed: 0, refused: 0, keepalives: 0, acknowledged: 0 };
  let received: string[] = [];
  /** The client, and whether the reader still believes in a connection that was cut. */
  let client: ReaderConnection | null = null;
  let believesIn: ReaderConnection | null = null;
  let unanswered = 0;
  let keepalives: NodeJS.Timeout | undefined;
  let traffic: NodeJS.Timeout | undefined;
  let nextId = 1;

  /** Connections that were cut without the reader's notice. */
  const cutOff = new WeakSet<ReaderConnection>();

  const certificate = options.tls ? selfSigned('llrp') : null;
  const server = new DeviceServer(port, accept, certificate ? { key: certificate.pem, cert: certificate.pem } : undefined);
  await server.listen();
  if (behaviour.refuse) await server.close();

  function accept(socket: Socket): void {
    const connection = new ReaderConnection(socket, () => behaviour.chunks);
    if (behaviour.silent) return void socket.resume();
    if (believesIn) {
      counts.refused += 1;
      void connection.send(event(fields().tlv(256, fields().u16(2)))).then(() => socket.end());
      return;
    }
    client = connection;
    believesIn = connection;
    reader.hasExtensions = false;
    let rest = Buffer.alloc(0);
    socket.on('data', (chunk) => {
      const { frames, rest: unfinished } = framesIn(Buffer.concat([rest, chunk]));
      rest = Buffer.from(unfinished);
      for (const each of frames) void answer(each, connection);
    });
    socket.once('close', () => {
      if (client === connection) client = null;
      if (believesIn === connection && !cutOff.has(connection)) release();
    });
    void connection.send(event(fields().tlv(256, fields().u16(0))));
    if (!reader.holdsReports) flushHeld();
  }

  /** The reader notices that its client is gone. */
  function release(): void {
    believesIn?.socket.destroy();
    believesIn = null;
    clearInterval(keepalives);
  }

  function flushHeld(): void {
    for (const report of held.splice(0)) void client?.report(report);
  }

  function event(content: Fields): Buffer {
    const time = fields().tlv(clock.kind === 'utc' ? 128 : 129, fields().u64(readerTime(clock)));
    return frame(63, nextId++, fields().tlv(246, time.bytes(content.done())));
  }

  function notify(content: Fields): void {
    if (!behaviour.silent) void client?.send(event(content));
  }

  async function answer({ type, id, body }: Frame, to: ReaderConnection): Promise<void> {
    const request = requests[type];
    received = [...received, request?.name ?? `type ${type}`].slice(-keptNames);
    if (type === 72) {
      counts.acknowledged += 1;
      unanswered = 0;
    }
    if (type === 64) flushHeld();
    if (behaviour.silent || request?.response === null) return;
    if (behaviour.interleaved) {
      void to.report(frame(61, nextId++, tagReport(tagPost.parse({ tag: 'AAAAAAAAAAAAAAAAAAAAAAAA', ageMs: 60_000 }), clock)));
      void to.send(frame(62, nextId++));
    }
    const forced = behaviour.statuses[request?.name ?? ''];
    const [[code, words], content] = forced === undefined ? reader.perform(type, body) : [[forced, 'simulated'] as const, fields()];
    const status = fields().tlv(287, fields().u16(code).text(words)).done();
    const isUnknown = request === undefined || (type === 1_023 && code === 109);
    if (isUnknown) return to.send(frame(100, id, fields().bytes(status)));
    if (type === 46) return to.send(frame(56, id, fields().u8(1, 1).bytes(status)));
    if (type === 1_023) return to.send(frame(1_023, id, fields().u32(impinj).u8(22).bytes(status)));
    if (type === 3 && code === 0) startKeepalives();
    await to.send(frame(request.response, id, fields().bytes(status).bytes(content.done())));
    if (type === 14) to.socket.end();
  }

  function startKeepalives(): void {
    unanswered = 0;
    clearInterval(keepalives);
    if (reader.keepaliveMs > 0) keepalives = setInterval(sendKeepalive, reader.keepaliveMs);
  }

  function sendKeepalive(): void {
    if (reader.linkMonitor !== null && unanswered >= reader.linkMonitor) return release();
    unanswered += 1;
    if (behaviour.silent || !client) return;
    counts.keepalives += 1;
    void client.send(frame(62, nextId++));
  }

  async function tag(input: z.input<typeof tagPost>): Promise<void> {
    const seen = tagPost.parse(input);
    if (!reader.rospecs.isReading || reader.disconnected.has(seen.antenna)) {
      counts.missed += seen.reports;
      return;
    }
    if (behaviour.noise) await client?.send(noise());
    for (let n = 0; n < seen.reports; n += 1) {
      const report = frame(61, nextId++, tagReport(seen, clock));
      counts.sent += 1;
      if (client && !behaviour.silent) await client.report(report);
      else if (held.length < maxHeld) held.push(report);
    }
  }

  async function behave(change: z.infer<typeof behaviourChange>): Promise<void> {
    Object.assign(behaviour, change);
    await (behaviour.refuse ? server.close() : server.listen());
  }

  /** The cable is cut: the client loses its connection, and the reader does not notice. */
  function cut(): void {
    if (!client) return;
    cutOff.add(client);
    client.socket.destroy();
    client = null;
  }

  function setAntenna({ antenna, isConnected }: z.output<typeof antennaPost>): void {
    if (isConnected) reader.disconnected.delete(antenna);
    else reader.disconnected.add(antenna);
    const state = isConnected ? 1 : 0;
    notify(fields().tlv(255, fields().u8(state).u16(antenna)));
  }

  function sendEvent({ kind, text, percent }: z.output<typeof eventPost>): void {
    const contents: Record<typeof kind, () => Fields> = {
      'buffer-level': () => fields().tlv(250, fields().u8(percent)),
      'buffer-overflow': () => fields().tlv(251),
      exception: () => fields().tlv(252, fields().text(text)),
      'inventory-ended': () => fields().tlv(249, fields().u8(1).u32(1, 0)),
      closing: () => fields().tlv(257, fields().tlv(287, fields().u16(0).text(text))),
    };
    notify(contents[kind]());
  }

  function setTraffic({ perSecond, isDistinct }: z.output<typeof trafficPost>): void {
    clearInterval(traffic);
    if (perSecond === 0) return;
    const began = performance.now();
    let written = 0;
    traffic = setInterval(() => {
      const due = Math.floor(((performance.now() - began) / 1_000) * perSecond);
      for (; written < due; written += 1) {
        const car = isDistinct ? written : Math.floor(written / 100);
        void tag({ tag: `E2000019060C0F${String(car).padStart(10, '0')}`, antenna: 1 + (car % antennas), rssi: -40 - (written % 15) });
      }
    }, trafficStepMs);
  }

  function noise(): Buffer {
    const foreign = frame(1_023, nextId++, fields().u32(7).u8(1));
    const broken = frame(61, nextId++, fields().u16(240, 60).u8(0x8d));
    return Buffer.concat([foreign, frame(999, nextId++), broken]);
  }

  return {
    port: server.port,
    /** Of its certificate, if it speaks TLS. */
    fingerprint: certificate?.fingerprint ?? null,
    state: () => ({
      connections: server.connections,
      fingerprint: certificate?.fingerprint ?? null,
      isHeld: believesIn !== null,
      received,
      rospecs: reader.rospecs.list(),
      isReading: reader.rospecs.isReading,
      held: held.length,
      keepaliveMs: reader.keepaliveMs,
      holdsReports: reader.holdsReports,
      linkMonitor: reader.linkMonitor,
      disconnected: [...reader.disconnected],
      ...counts,
      behaviour,
    }),
    tag,
    behave,
    posts: {
      tag: (body: unknown) => tag(tagPost.parse(body)),
      behaviour: (body: unknown) => behave(behaviourChange.parse(body)),
      antenna: (body: unknown) => setAntenna(antennaPost.parse(body)),
      event: (body: unknown) => sendEvent(eventPost.parse(body)),
      traffic: (body: unknown) => setTraffic(trafficPost.parse(body)),
      clock: (body: unknown) => void (clock.offsetMs = clockPost.parse(body).offsetMs),
      raw: (body: unknown) => void client?.send(Buffer.from(rawPost.parse(body).hex, 'hex')),
      drop: () => server.drop(),
      cut,
      release,
    },
    async stop() {
      clearInterval(keepalives);
      clearInterval(traffic);
      await server.close();
    },
  } satisfies RunningSimulator & Record<string, unknown>;
}

export type LlrpSimulator = Awaited<ReturnType<typeof startLlrpSimulator>>;
