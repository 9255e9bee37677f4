import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, constants, openSync } from 'node:fs';
import fs from 'node:fs/promises';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { SerialPortMock } from 'serialport';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { hasSerialPty, startSerialPty, type SerialPty } from '@washdesk/test-support/serial-pty';
import { CommandExpired, WriteDeadline } from '../ports/write-deadline.ts';
import { portsOf } from './serial-problem.ts';
import type { SerialSettings } from './serial-settings.ts';
import { openSerial } from './serial.ts';
import { TransportError, type OpenOptions, type Transport } from './transport.ts';

const relayOn = Buffer.of(0xa0, 0x01, 0x01, 0xa2);
const [xon, xoff] = [Buffer.of(0x11), Buffer.of(0x13)];

describe.skipIf(!hasSerialPty)('openSerial', () => {
  let server: Server;
  let pty: SerialPty;
  /** The device's end of the port, and what it received. */
  let device: Socket;
  let received: Buffer[];
  let opened: Transport[];

  beforeEach(async () => {
    [received, opened] = [[], []];
    server = createServer({ noDelay: true }, (socket) => {
      device = socket;
      socket.on('error', () => undefined).on('data', (chunk: Buffer) => received.push(chunk));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const connected = once(server, 'connection');
    pty = startSerialPty((server.address() as AddressInfo).port);
    await Promise.all([connected, pty.present()]);
  });

  afterEach(async () => {
    for (const transport of opened) transport.close();
    await Promise.all(opened.map(({ closed }) => closed));
    await pty.stop();
    device.destroy();
    server.close();
  });

  async function open(changes: Partial<SerialSettings & OpenOptions> = {}): Promise<Transport> {
    const settings: SerialSettings = { path: pty.path, baudRate: 115_200, dataBits: 8, parity: 'none', stopBits: 1, flowControl: 'none' };
    const transport = await openSerial({ ...settings, timeoutMs: 2_000, ...changes });
    opened.push(transport);
    return transport;
  }
  const arrived = () => Buffer.concat(received).toString('latin1');

  it('carries bytes both ways and keeps what came before anyone listened', async () => {
    const line = await open();
    device.write('early');
    await line.write(Buffer.from('hello'), WriteDeadline.none);
    await expect.poll(arrived).toBe('hello');

    expect((await new Promise<Buffer>((resolve) => line.onData(resolve))).toString()).toBe('early');
  });

  it('refuses a write to a port that disappeared, and never delivers it when the port is back', async () => {
    const line = await open();
    await pty.unplug();
    expect(await line.closed).toContain('the port disappeared');
    expect(line.isOpen).toBe(false);
    await expect(line.write(relayOn, WriteDeadline.none)).rejects.toThrow(TransportError);

    pty.plugIn();
    await pty.present();
    const next = await open();
    await next.write(Buffer.from('next'), WriteDeadline.none);
    await expect.poll(arrived).toBe('next');
  });

  it('refuses a write in the moment in which the port disappears, and is closed by it', async () => {
    const line = await open();
    const unplugged = pty.unplug();
    await expect.poll(() => line.write(relayOn, WriteDeadline.none).then(() => 'sent', String)).toContain('TransportError');
    await unplugged;
    await line.closed;
  });

  it('tells that the port disappeared although only writes are made', async () => {
    const line = await open();
    await line.write(relayOn, WriteDeadline.none);
    await pty.unplug();
    expect(await line.closed).toContain(`${pty.path}: the port disappeared`);
  });

  it('sends nothing after the deadline, also not behind another write', async () => {
    const line = await open({ baudRate: 9_600 });
    let now = 0;
    const deadline = new WriteDeadline(10, () => now);
    const slow = line.write(Buffer.alloc(64, 'x'), WriteDeadline.none);
    const waiting = line.write(relayOn, deadline);
    now = 11;

    await expect(waiting).rejects.toThrow(CommandExpired);
    await slow;
    expect(() => line.write(relayOn, deadline)).toThrow(CommandExpired);
    await line.write(Buffer.from('off'), WriteDeadline.none);
    await expect.poll(arrived).toBe(`${'x'.repeat(64)}off`);
  });

  it('hands bytes over at once while all of Node’s worker threads are busy', async () => {
    const line = await open();
    // opening a named pipe blocks a thread until another process writes to it
    const pipe = `${pty.path}-pipe`;
    execFileSync('mkfifo', [pipe]);
    const busy = Array.from({ length: 16 }, async () => (await fs.open(pipe)).close());

    void line.write(relayOn, WriteDeadline.none);
    expect(await once(device, 'data')).toEqual([relayOn]);

    const writer = openSync(pipe, constants.O_RDWR);
    await Promise.all(busy);
    closeSync(writer);
  });

  it('sends no faster than the wire', async () => {
    const line = await open({ baudRate: 9_600 });
    const began = performance.now();
    await line.write(Buffer.alloc(96), WriteDeadline.none);
    expect(performance.now() - began).toBeGreaterThan(90);
  });

  it('waits while the device stops the flow by XOFF', async () => {
    const line = await open({ flowControl: 'xon-xoff' });
    device.write(xoff);
    await sleep(50);
    const sent = line.write(relayOn, WriteDeadline.none);
    await sleep(50);
    expect(received).toEqual([]);

    device.write(xon);
    await sent;
    await expect.poll(() => Buffer.concat(received)).toEqual(relayOn);
  });

  it('gives up a write that the device does not take, and sends nothing of it later', async () => {
    const line = await open({ flowControl: 'xon-xoff', writeTimeoutMs: 50 });
    device.write(xoff);
    await sleep(50);
    await expect(line.write(relayOn, WriteDeadline.none)).rejects.toThrow('the device stopped accepting data');
    expect(line.isOpen).toBe(false);
    expect(await line.closed).toContain('the device stopped accepting data');

    device.write(xon);
    await (await open()).write(Buffer.from('next'), WriteDeadline.none);
    await expect.poll(arrived).toBe('next');
  });

  it('is closed by its signal, and can be opened again as soon as it is closed', async () => {
    const stopping = new AbortController();
    const line = await open({ signal: stopping.signal });
    stopping.abort();
    expect(line.isOpen).toBe(false);
    expect(await line.closed).toContain('closed by the agent');
    expect((await open()).isOpen).toBe(true);
  });

  it('outlives the signal of its attempt', async () => {
    const attempt = new AbortController();
    const line = await open({ attemptSignal: attempt.signal });
    attempt.abort();
    await line.write(relayOn, WriteDeadline.none);
    await expect.poll(() => received.length).toBe(1);
  });

  it.each(['signal', 'attemptSignal'])('does not begin when its %s has aborted already', async (name) => {
    await expect(open({ [name]: AbortSignal.abort() })).rejects.toThrow('canceled');
  });

  it('names a port that another program uses, and one that is missing', async () => {
    await open();
    await expect(open()).rejects.toThrow(`${pty.path}: another program uses this port`);
    await expect(open({ path: '/dev/washdesk-missing' })).rejects.toThrow('/dev/washdesk-missing: there is no such port; check the cable');
  });
});

it('opens the port with its settings', async () => {
  SerialPortMock.binding.createPort('COM3');
  let port: SerialPortMock | undefined;
  const transport = await openSerial(
    { path: 'COM3', baudRate: 1_200, dataBits: 7, parity: 'even', stopBits: 2, flowControl: 'rts-cts', timeoutMs: 1_000 },
    (settings) => (port = new SerialPortMock(settings)),
  );
  expect(port?.port?.openOptions).toMatchObject({ baudRate: 1_200, dataBits: 7, parity: 'even', stopBits: 2, rtscts: true, xon: false });
  await transport.write(Buffer.from('by the library'), WriteDeadline.none);
  expect(port?.port?.lastWrite?.toString()).toBe('by the library');
  transport.close();
  expect(await transport.closed).toBe('COM3: closed by the agent');
});

it('ends although the system can’t close the port, and says so', async () => {
  SerialPortMock.binding.createPort('COM4');
  let port: SerialPortMock | undefined;
  const transport = await openSerial(
    { path: 'COM4', baudRate: 9_600, dataBits: 8, parity: 'none', stopBits: 1, flowControl: 'none', timeoutMs: 1_000 },
    (settings) => (port = new SerialPortMock(settings)),
  );
  vi.spyOn(port!.port!, 'close').mockRejectedValue(new Error('invalid handle'));
  transport.close();
  expect(await transport.closed).toBe('COM4: closed by the agent; the system can’t close the port: invalid handle');
  expect(transport.isOpen).toBe(false);
});

describe('portsOf', () => {
  it.each([
    [
      'the names that last',
      [{ path: '/dev/ttyUSB0', pnpId: 'usb-1a86_USB_Serial-if00-port0' }],
      '/dev/serial/by-id/usb-1a86_USB_Serial-if00-port0',
    ],
    ['the names of Windows', [{ path: 'COM3', pnpId: 'USB\\VID_1A86' }, { path: 'COM4' }], 'COM3, COM4'],
    ['that there are none', [], 'none'],
  ])('returns %s', async (_what, ports, names) => {
    const rest = {
      manufacturer: undefined,
      serialNumber: undefined,
      locationId: undefined,
      pnpId: undefined,
      productId: undefined,
      vendorId: undefined,
    };
    expect(await portsOf(() => Promise.resolve(ports.map((port) => ({ ...rest, ...port }))))).toBe(names);
  });

  it('survives that they cannot be listed', async () => {
    expect(await portsOf(() => Promise.reject(new Error('spawn udevadm ENOENT')))).toBe('unknown');
  });
});
