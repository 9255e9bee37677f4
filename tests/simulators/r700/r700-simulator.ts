import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { DeviceServer } from '../device-kit/device-server.ts';
import type { RunningSimulator } from '../device-kit/run-simulator.ts';
import { selfSigned } from '../device-kit/self-signed.ts';

const user = 'root';
const password = 'impinj';

const behaviourFields = z.strictObject({
  /** `split`: a few bytes at a time. `coalesced`: held back until the next event, then sent at once. */
  chunks: z.enum(['whole', 'split', 'coalesced']),
  /** Sends events of unknown types and damaged lines before every event. */
  noise: z.boolean(),
  /** Switched off: connections are refused. */
  refuse: z.boolean(),
  /** Accepts connections and never responds. */
  mute: z.boolean(),
  password: z.string(),
  rfidInterface: z.enum(['rest', 'llrp']),
  /** How the tag is written. */
  epc: z.enum(['hex', 'base64', 'base64url']),
  /** Some gateways send the stream as server-sent events. */
  dataPrefix: z.boolean(),
  statusName: z.enum(['status', 'inventoryStatus']),
  /** Sends no keep-alives. */
  silent: z.boolean(),
  /** How far its clock is ahead. */
  clockAheadMs: z.int(),
  /** The id of a property that it refuses in an inventory; empty accepts all. */
  invalidProperty: z.string(),
});
export type R700Behaviour = z.infer<typeof behaviourFields>;

const wellBehaved: R700Behaviour = {
  chunks: 'whole',
  noise: false,
  refuse: false,
  mute: false,
  password,
  rfidInterface: 'rest',
  epc: 'hex',
  dataPrefix: false,
  statusName: 'status',
  silent: false,
  clockAheadMs: 0,
  invalidProperty: '',
};

const tagPost = z.strictObject({
  tag: z.string().regex(/^([\dA-F]{2})+$/u),
  antenna: z.int().min(1).max(4).default(1),
  rssi: z.number().default(-50),
  count: z.int().min(1).max(100).default(2),
  /** Age of the read by the reader's clock. */
  agedMs: z.int().min(0).default(0),
});
const antennaPost = z.strictObject({ antenna: z.int(), connected: z.boolean() });
const overflowPost = z.strictObject({ purged: z.int().default(10) });
const streamConfig = z.object({ eventBufferSize: z.int().min(0).max(300_000), keepAliveIntervalSeconds: z.int().min(1).max(300) });

export interface R700Simulator extends RunningSimulator {
  fingerprint: string;
  state(): {
    connections: number;
    streams: number;
    isRunning: boolean;
    requests: string[];
    inventory: unknown;
    missed: number;
    behaviour: R700Behaviour;
  };
  /** Presents a tag to an antenna. Without a stream it is kept in the event buffer, and sent with the next stream. */
  tag(seen: z.input<typeof tagPost>): Promise<void>;
  antenna(change: z.infer<typeof antennaPost>): Promise<void>;
  overflow(lost?: z.input<typeof overflowPost>): Promise<void>;
  /** Another client stops the inventory. */
  stopInventory(): Promise<void>;
  behave(change: Partial<R700Behaviour>): Promise<void>;
}

export interface R700SimulatorOptions {
  port?: number;
  behaviour?: Partial<R700Behaviour>;
}

interface Reply {
  status: number;
  body?: object;
}

/** Starts an Impinj R700 with its REST interface over HTTPS. */
export async function startR700Simulator({ port = 0, ...first }: R700SimulatorOptions = {}): Promise<R700Simulator> {
  const behaviour: R700Behaviour = { ...wellBehaved, ...first.behaviour };
  const { pem, fingerprint } = selfSigned('impinj-14-02-9f');
  const streams = new Set<ServerResponse>();
  const requests: string[] = [];
  const buffered: string[] = [];
  let config: z.infer<typeof streamConfig> = { eventBufferSize: 1_000, keepAliveIntervalSeconds: 10 };
  let inventory: unknown = null;
  let missed = 0;
  let kept = '';

  const now = () => Date.now() + behaviour.clockAheadMs;

  const https = createServer({ key: pem, cert: pem }, (request, response) => void serve(request, response));
  const server = new DeviceServer(port, (socket) => https.emit('connection', socket));
  await server.listen();
  if (behaviour.refuse) await server.close();
  let lastKeepAlive = performance.now();
  const keepAlive = setInterval(() => {
    if (behaviour.silent || performance.now() - lastKeepAlive < config.keepAliveIntervalSeconds * 1_000) return;
    lastKeepAlive = performance.now();
    for (const stream of streams) stream.write('\r\n');
  }, 100);

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = '';
    for await (const chunk of request.setEncoding('utf8')) text += String(chunk);
    const route = `${request.method} ${request.url}`;
    requests.push(route);
    if (behaviour.mute) return;
    if (request.headers.authorization !== `Basic ${Buffer.from(`${user}:${behaviour.password}`).toString('base64')}`) {
      return end(response, { status: 401 });
    }
    if (route === 'GET /api/v1/data/stream' && behaviour.rfidInterface === 'rest') return open(response);
    return end(response, await replyTo(route, text === '' ? {} : JSON.parse(text)));
  }

  async function replyTo(route: string, body: unknown): Promise<Reply> {
    if (route === 'GET /api/v1/system/rfid/interface') return { status: 200, body: { rfidInterface: behaviour.rfidInterface } };
    if (behaviour.rfidInterface === 'llrp') return { status: 403, body: { message: 'Not available' } };
    switch (route) {
      case 'GET /api/v1/status':
        return { status: 200, body: { status: inventory ? 'running' : 'idle', time: new Date(now()).toISOString(), serialNumber: '370' } };
      case 'PUT /api/v1/http-stream':
        config = streamConfig.parse(body);
        return { status: 204 };
      case 'POST /api/v1/profiles/stop':
        await stopInventory();
        return { status: 204 };
      case 'POST /api/v1/profiles/inventory/start':
        if (inventory) return { status: 409, body: { message: 'An inventory is running' } };
        if (behaviour.invalidProperty !== '') {
          return { status: 400, body: { message: 'Invalid value', invalidPropertyId: behaviour.invalidProperty } };
        }
        inventory = body;
        await inventoryStatus('running');
        return { status: 204 };
      default:
        return { status: 404, body: { message: 'Not found' } };
    }
  }

  function open(response: ServerResponse): void {
    response.writeHead(200, { 'Content-Type': 'application/json' }).flushHeaders();
    streams.add(response);
    response.once('close', () => streams.delete(response));
    for (const line of buffered.splice(0)) response.write(line);
  }

  async function send(eventType: string, body: object, at = now()): Promise<void> {
    const event = { timestamp: new Date(at).toISOString(), hostname: 'impinj-14-02-9f', eventType, [`${eventType}Event`]: body };
    const line = `${behaviour.dataPrefix ? 'data: ' : ''}${JSON.stringify(event)}\r\n`;
    if (streams.size === 0) {
      if (eventType === 'tagInventory') missed += 1;
      if (buffered.length < config.eventBufferSize) buffered.push(line);
      return;
    }
    const noise = '{"eventType":"tagLocation","timestamp":"2026-11-25T17:03:11Z"}\r\n{"eventType":\r\n\0\r\n';
    await write(behaviour.noise ? noise + line : line);
  }

  async function write(text: string): Promise<void> {
    const all = kept + text;
    kept = '';
    if (behaviour.chunks === 'coalesced' && all.length === text.length) kept = all;
    else if (behaviour.chunks === 'split') await writeSplit(all);
    else for (const stream of streams) stream.write(all);
  }

  async function writeSplit(all: string): Promise<void> {
    for (let at = 0; at < all.length; at += 40) {
      for (const stream of streams) stream.write(all.slice(at, at + 40));
      await sleep(1);
    }
  }

  async function tag(input: z.input<typeof tagPost>): Promise<void> {
    const seen = tagPost.parse(input);
    if (!inventory && streams.size > 0) return;
    const bytes = Buffer.from(seen.tag, 'hex');
    const epc = behaviour.epc === 'hex' ? { epcHex: seen.tag } : { epc: bytes.toString(behaviour.epc) };
    const read = { ...epc, antennaPort: seen.antenna, peakRssiCdbm: seen.rssi * 100, frequency: 915_250, transmitPowerCdbm: 3_000 };
    for (let n = 0; n < seen.count; n += 1) await send('tagInventory', read, now() - seen.agedMs);
  }

  async function stopInventory(): Promise<void> {
    if (!inventory) return;
    inventory = null;
    await inventoryStatus('idle');
  }

  const inventoryStatus = (status: string) => send('inventoryStatus', { [behaviour.statusName]: status });
  const antenna = ({ antenna: antennaPort, connected }: z.infer<typeof antennaPost>) =>
    send(connected ? 'antennaConnected' : 'antennaDisconnected', { antennaPort });

  function overflow(input: z.input<typeof overflowPost> = {}): Promise<void> {
    const { purged } = overflowPost.parse(input);
    return send('overflow', { eventsPurged: purged, eventsRemaining: 0 });
  }

  async function behave(change: Partial<R700Behaviour>): Promise<void> {
    Object.assign(behaviour, change);
    await (behaviour.refuse ? server.close() : server.listen());
  }

  return {
    port: server.port,
    fingerprint,
    state: () => ({
      connections: server.connections,
      streams: streams.size,
      isRunning: inventory !== null,
      requests,
      inventory,
      missed,
      behaviour,
    }),
    tag,
    antenna,
    overflow,
    stopInventory,
    behave,
    posts: {
      tag: (body) => tag(tagPost.parse(body)),
      antenna: (body) => antenna(antennaPost.parse(body)),
      overflow: (body) => overflow(overflowPost.parse(body)),
      stop: () => stopInventory(),
      behaviour: (body) => behave(behaviourFields.partial().parse(body)),
      drop: () => server.drop(),
    },
    async stop() {
      clearInterval(keepAlive);
      await server.close();
    },
  };
}

function end(response: ServerResponse, { status, body }: Reply): void {
  response.writeHead(status, body && { 'Content-Type': 'application/json' }).end(body && JSON.stringify(body));
}
