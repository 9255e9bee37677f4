import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePort } from '@washdesk/local-servers/ports';
import { startPrinterSimulator } from '@washdesk/simulators/printer/printer-simulator';
import { startRfidSimulator } from '@washdesk/simulators/rfid/rfid-simulator';
import { startScannerSimulator } from '@washdesk/simulators/scanner/scanner-simulator';
import { relayDialects, startSerialRelaySimulator } from '@washdesk/simulators/serial-relay/serial-relay-simulator';
import { deviceState } from '@washdesk/site-protocol/envelope';
import { deviceStateTopic } from '@washdesk/site-protocol/topics';
import { hasSerialPty, startSerialPty } from '@washdesk/test-support/serial-pty';
import { sizeOf } from '@washdesk/test-support/sizes';
import { startTcpProxy, type TcpProxy } from '@washdesk/test-support/tcp-proxy';
import type { AgentConfigInput } from './config.ts';
import { cameraSecret, everyDeviceConfig, startEveryDevice, type DevicePorts } from './testing/every-device.ts';
import { createTestSite, open, site, startTestEnvironment, type TestEnvironment, type TestSite } from './testing/site.ts';
import { eventually } from './testing/support.ts';

type DeviceConfigs = NonNullable<AgentConfigInput['devices']>;

const host = '127.0.0.1';
/** How many times more a healthy device may take beside hanging ones. A device that waits for one of them takes 20 times as long. */
const slowdown = 4;
const { alone, rounds } = sizeOf('hanging');
/** Devices that only send, or that never respond: nothing shows that they hang. The Alien reader is connected and silent. */
const unasked = ['camera', 'scanner', 'serial-scanner', 'lcus', 'hw-667', 'alien'];

const proxies: TcpProxy[] = [];
const running: { stop(): unknown }[] = [];
let around: TestEnvironment;
let joliet: TestSite;
let hanging: string[];
let printer: Awaited<ReturnType<typeof startPrinterSimulator>>;
let receiver: { host: string; port: number };

/** Returns the port of a proxy before a device, which makes it hang. */
async function before({ port, stop }: { port: number; stop?(): unknown }): Promise<number> {
  const proxy = await startTcpProxy(port);
  proxies.push(proxy);
  if (stop) running.push({ stop });
  return proxy.port;
}

async function pathOf(device: { port: number; stop(): unknown }): Promise<string> {
  const pty = startSerialPty(await before(device));
  running.push(pty);
  await pty.present();
  return pty.path;
}

async function networkDevices(): Promise<DeviceConfigs> {
  const devices = await startEveryDevice();
  const ports = await Promise.all(Object.entries(devices).map(async ([name, device]) => [name, await before(device)] as const));
  const configs = everyDeviceConfig(Object.fromEntries(ports) as DevicePorts, devices) ?? [];
  devices.camera.aim(`http://${host}:${receiver.port}/plates/camera/${cameraSecret}`);
  return configs.map((config) => (config.id === 'north' ? { ...config, id: 'modbus' } : config));
}

/** A reader that connects to the agent: a held connection is one that is open and silent. */
async function notifyingReader(): Promise<DeviceConfigs> {
  const port = await freePort();
  const notifyPort = await before({ port });
  running.push(await startRfidSimulator({ format: 'alien', notifyPort }));
  return [{ id: 'alien', name: 'Alien', driver: 'line-text-reader', format: 'alien', antennas: { '0': 5 }, listen: { port, from: host } }];
}

async function serialDevices(): Promise<DeviceConfigs> {
  if (!hasSerialPty) return [];
  const relays = relayDialects.map(async (dialect) => {
    const path = await pathOf(await startSerialRelaySimulator({ dialect }));
    return { id: dialect, name: dialect, driver: 'serial-relay-gate', dialect, lane: 3, serial: { path } } as const;
  });
  const [printerPath, readerPath, scannerPath] = [startPrinterSimulator(), startRfidSimulator(), startScannerSimulator()].map(
    async (device) => pathOf(await device),
  );
  return [
    ...(await Promise.all(relays)),
    { id: 'serial-printer', name: 'Serial printer', driver: 'escpos-printer', serial: { path: await printerPath! } },
    {
      id: 'serial-reader',
      name: 'Serial reader',
      driver: 'line-text-reader',
      format: 'encompass',
      antennas: { '0': 4 },
      serial: { path: await readerPath! },
    },
    {
      id: 'serial-scanner',
      name: 'Serial scanner',
      driver: 'barcode-scanner',
      terminal: 'Washcashier1',
      serial: { path: await scannerPath! },
    },
  ];
}

beforeAll(async () => {
  receiver = { host, port: await freePort() };
  [around, printer] = await Promise.all([startTestEnvironment(), startPrinterSimulator()]);
  const devices = [...(await networkDevices()), ...(await notifyingReader()), ...(await serialDevices())];
  hanging = devices.map(({ id }) => id);
  const healthy = { id: 'register-2', name: 'Register 2', driver: 'escpos-printer', host, port: printer.port, statusEveryMs: 100 } as const;
  joliet = await createTestSite(around, {
    receiver,
    sitewatch: { ...around.sitewatch.config, port: await before(around.sitewatch.config) },
    devices: [healthy, ...devices],
  });
  await joliet.gate.behave({ opensAfterMs: 0, closesAfterMs: 500 });
  await joliet.startAgent({ pulseMs: 300, maxPerHour: 10_000 });
  for (const id of [...hanging, 'register-2']) await healthOf(id, 'online');
});
afterAll(async () => {
  await joliet.stop();
  await Promise.all(proxies.map((proxy) => proxy.stop()));
  for (const part of [...running.toReversed(), printer, around]) await part.stop();
});

/** Waits until the last state of the device is this one. */
function healthOf(id: string, health: string): Promise<unknown> {
  const isOf = ({ topic }: { topic: string }): boolean => topic === deviceStateTopic(site, id);
  return eventually(() => deviceState.safeParse(joliet.cloud.heard.findLast(isOf)?.message).data?.health === health);
}

const commands = {
  open: (device = 'north') => joliet.cloud.command(device, 'open', open),
  status: (device = 'north') => joliet.cloud.command(device, 'status', {}),
  print: (device = 'register-2') => joliet.cloud.command(device, 'print', { job: randomUUID(), source: 'Super Kiss' }),
};

/** Returns how long the healthy devices take for each command, at the median. */
async function timesOfHealthy(): Promise<Record<string, number>> {
  const times: Record<string, number[]> = { open: [], status: [], print: [], state: [] };
  const timed = async (what: string, run: () => Promise<unknown>): Promise<void> => {
    const began = performance.now();
    await run();
    times[what]!.push(performance.now() - began);
  };
  for (let round = 0; round < rounds; round += 1) {
    await eventually(() => !joliet.gate.state().gates[0]!.gateOpen && !joliet.gate.state().gates[0]!.coil);
    await timed('open', async () => expect(await commands.open()).toMatchObject({ result: { result: 'opened', reason: null } }));
    await timed('status', async () => expect(await commands.status()).toMatchObject({ ok: true }));
    await timed('print', async () => expect(await commands.print()).toMatchObject({ result: { state: 'printed' } }));
    await timed('state', async () => {
      await printer.behave({ paperOut: true });
      await healthOf('register-2', 'degraded');
      await printer.behave({ paperOut: false });
      await healthOf('register-2', 'online');
    });
  }
  const middle = Math.floor(rounds / 2);
  return Object.fromEntries(Object.entries(times).map(([what, all]) => [what, all.toSorted((a, b) => a - b)[middle]!]));
}

/** Commands to devices that hang, each of which waits for its device. */
function commandsToHanging(): Promise<unknown>[] {
  const gates = ['modbus', 'south', ...(hasSerialPty ? ['numato'] : [])];
  const printers = ['printer', ...(hasSerialPty ? ['serial-printer'] : [])];
  return [
    ...gates.map(commands.open),
    ...gates.map(commands.status),
    ...printers.map(commands.print),
    joliet.cloud.command('tablet', 'hint', { signature: randomUUID() }, { lease: null }),
    joliet.cloud.command('sitewatch', 'employee', { number: 3242 }, { lease: null }),
  ];
}

/** Compares the times of the healthy devices with those of before. */
async function expectSame(without: Record<string, number>, beside: string): Promise<void> {
  const times = await timesOfHealthy();
  console.log(`Median in ms: ${JSON.stringify(without)}, beside ${beside} ${JSON.stringify(times)}`);
  for (const [what, ms] of Object.entries(times)) expect([what, ms < slowdown * without[what]!]).toEqual([what, true]);
}

it(`delays nothing else while one device hangs (${alone} of them)`, async () => {
  for (const [at, proxy] of proxies.slice(0, alone).entries()) {
    const without = await timesOfHealthy();
    proxy.hold();
    try {
      await expectSame(without, `hanging device ${at + 1}`);
    } finally {
      proxy.restore();
    }
  }
});

it('delays nothing else while all hang, and stops', async () => {
  for (const id of hanging) await healthOf(id, 'online');
  const without = await timesOfHealthy();
  for (const proxy of proxies) proxy.hold();
  // a camera that never finishes its post
  const post = connect(receiver.port, host, () => post.write(`POST /plates/camera/${cameraSecret} HTTP/1.1\r\nHost: agent\r\n`));
  running.push({ stop: () => post.destroy() });

  let ended = 0;
  const waiting = commandsToHanging().map((command) => command.finally(() => (ended += 1)));
  const healthy = [commands.open(), commands.status(), commands.print()];
  for (const reply of await Promise.all(healthy)) expect(reply).toMatchObject({ ok: true });
  expect(ended).toBe(0);
  await Promise.all(waiting);

  // and after a lost connection, so that each of them is found to hang
  for (const proxy of proxies) {
    proxy.cut();
    proxy.hold();
  }
  for (const id of hanging.filter((device) => !unasked.includes(device))) await healthOf(id, 'offline');
  await healthOf('sitewatch', 'offline');
  await expectSame(without, `${proxies.length} hanging devices`);

  const from = joliet.cloud.heard.length;
  expect(await joliet.agent.stop()).toBe(0);
  // every device stopped before the time limit
  expect(joliet.agent.output()).not.toContain('not stopped in time');
  await joliet.agentIs(false, from);
});
