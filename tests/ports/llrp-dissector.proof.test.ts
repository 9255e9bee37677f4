import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { provideTshark, type Tshark } from '@washdesk/local-servers/tshark-distribution';
import { startLlrpSimulator } from '@washdesk/simulators/llrp/llrp-simulator';
import { llrpReader } from '@washdesk/site-agent/drivers/llrp-reader/definition';
import { until } from './until.ts';

/** The conversation of our driver with our simulator, decoded by Wireshark: neither may be wrong in the same way. */

const provided = await provideTshark();
const missing = 'missing' in provided ? provided.missing : null;
if (missing !== null) console.log(`Skipped: ${missing}`);

const folder = mkdtempSync(path.join(os.tmpdir(), 'washdesk-dissector-'));
let capture: string;

/** A proxy that records what passes: `I` from the agent, `O` from the reader. */
async function recordingProxy(target: number) {
  const packets: { direction: 'I' | 'O'; bytes: Buffer }[] = [];
  const server = createServer((agent) => {
    const reader = connect({ host: '127.0.0.1', port: target });
    agent.on('data', (bytes: Buffer) => {
      packets.push({ direction: 'I', bytes });
      reader.write(bytes);
    });
    reader.on('data', (bytes: Buffer) => {
      packets.push({ direction: 'O', bytes });
      agent.write(bytes);
    });
    for (const [one, other] of [
      [agent, reader],
      [reader, agent],
    ] as const) {
      one.on('error', () => undefined).once('close', () => other.destroy());
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, packets, stop: () => server.close() };
}

/** Records a start, tags, events and an end of an Impinj. */
async function record(): Promise<{ direction: 'I' | 'O'; bytes: Buffer }[]> {
  const device = await startLlrpSimulator();
  const proxy = await recordingProxy(device.port);
  const address = { driver: 'llrp-reader', host: '127.0.0.1', port: proxy.port };
  const config = { id: 'lanes', name: 'Lanes', antennas: { '1': 1 }, session: 2, dualTarget: true, keepaliveMs: 500, ...address };
  const reader = await llrpReader.create(llrpReader.config.parse(config));
  let reads = 0;
  reader.onRead(() => (reads += 1));
  reader.start();
  await until('the reader is ready', () => reader.health().status === 'ready');
  await device.tag({ tag: 'E2000019060C0132F2101234', antenna: 2, rssi: -45, count: 3 });
  await device.tag({ tag: '3500B6D9801234567890ABCDEF012345', antenna: 1, rssi: -72 });
  device.posts.antenna({ antenna: 1, isConnected: false });
  device.posts.event({ kind: 'buffer-level', percent: 90 });
  device.posts.event({ kind: 'buffer-overflow' });
  device.posts.event({ kind: 'exception', text: 'overheated' });
  await until('reads and a keepalive', () => reads === 2 && device.state().acknowledged > 0);
  await reader.stop();
  await askEverything(proxy.port);
  await device.stop();
  proxy.stop();
  return proxy.packets;
}

/** GET_READER_CAPABILITIES (all), GET_SUPPORTED_VERSION, DELETE_ACCESSSPEC and GET_ROSPECS, of a client that is not our driver. */
async function askEverything(port: number): Promise<void> {
  const client = connect({ host: '127.0.0.1', port });
  let received = 0;
  client.on('data', (bytes: Buffer) => (received += bytes.length));
  const requests = ['04010000000b0000000100', '042e0000000a00000002', '04290000000e0000000300000000', '041a0000000a00000004'];
  client.write(Buffer.from(requests.join(''), 'hex'));
  await until('the capabilities', () => received > 1_000);
  client.destroy();
}

function hexDump(bytes: Buffer): string {
  const lines: string[] = [];
  for (let at = 0; at < bytes.length; at += 16) {
    const octets = bytes
      .subarray(at, at + 16)
      .toString('hex')
      .replaceAll(/../g, '$& ');
    lines.push(`${at.toString(16).padStart(6, '0')} ${octets}`);
  }
  return lines.join('\n');
}

function dissect(...args: readonly string[]): string {
  const { tshark, env } = provided as Tshark;
  return execFileSync(tshark, ['-r', capture, '-d', 'tcp.port==5084,llrp', ...args], {
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
}

beforeAll(async () => {
  if (missing !== null) return;
  const dump = path.join(folder, 'packets.txt');
  capture = path.join(folder, 'packets.pcap');
  writeFileSync(dump, (await record()).map(({ direction, bytes }) => `${direction}\n${hexDump(bytes)}\n`).join('\n'));
  const { text2pcap, env } = provided as Tshark;
  execFileSync(text2pcap, ['-q', '-D', '-T', '40000,5084', dump, capture], { env, stdio: 'pipe' });
});

afterAll(() => rmSync(folder, { recursive: true }));

it.skipIf(missing !== null)('is decoded without a malformed or unknown part', () => {
  expect(dissect('-Y', '_ws.malformed || _ws.expert')).toBe('');
  expect(dissect('-O', 'llrp')).not.toMatch(/unknown|malformed|invalid/i);
});

it.skipIf(missing !== null)('is the conversation that LLRP describes', () => {
  const types = dissect('-T', 'fields', '-e', 'llrp.type').trim().split(/\s|,/).map(Number);
  const start = [63, 21, 31, 1, 11, 1_023, 1_023, 3, 13, 2, 12, 20, 30, 24, 34];
  expect(types.slice(0, start.length)).toEqual(start);
  expect(new Set(types)).toEqual(new Set([...start, 61, 62, 72, 14, 4, 46, 56, 41, 51, 26, 36]));
});

it.skipIf(missing !== null)('means to Wireshark what it means to us', () => {
  const text = dissect('-O', 'llrp');
  for (const part of [
    'ROSpec ID: All ROSpecs (0)',
    'Impinj parameter subtype: Link monitor configuration (38)',
    'Impinj parameter subtype: Inventory search mode (23)',
    'Session: 2',
    'Enable peak RSSI: Yes',
    'EPC: e2000019060c0132f2101234',
    'EPC: 3500b6d9801234567890abcdef012345',
    // -45 dBm: Wireshark shows the byte without its sign
    'Peak RSSI: 211',
    'Type: Reader Exception Event (252)',
    'Type: REGU Capabilities (143)',
  ]) {
    expect(text).toContain(part);
  }
});
