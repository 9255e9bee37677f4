import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { freePort } from '@washdesk/local-servers/ports';
import { startRfidSimulator, type ReaderBehaviour, type RfidSimulator } from '@washdesk/simulators/rfid/rfid-simulator';
import { lineTextReader } from '@washdesk/site-agent/drivers/line-text-reader/definition';
import { hasSerialPty, startSerialPty } from '@washdesk/test-support/serial-pty';
import { readerBench, readerSuite, tag } from './tag-reader-suite.ts';
import { until } from './until.ts';

type Wire = 'tcp' | 'serial' | 'listen';

/** A reader with the address fields of the driver. */
interface Placed extends RfidSimulator {
  address: object;
}

const starts: Record<Wire, (format: 'encompass' | 'alien', behaviour: Partial<ReaderBehaviour>) => Promise<Placed>> = {
  async tcp(format, behaviour) {
    const device = await startRfidSimulator({ format, behaviour });
    return { ...device, address: { host: '127.0.0.1', port: device.port } };
  },
  async serial(format, behaviour) {
    const device = await startRfidSimulator({ format, behaviour });
    const pty = startSerialPty(device.port);
    if (!behaviour.refuse) await pty.present();
    const stop = async (): Promise<void> => {
      await pty.stop();
      await device.stop();
    };
    return { ...device, address: { serial: { path: pty.path } }, stop };
  },
  async listen(format, behaviour) {
    const port = await freePort();
    const device = await startRfidSimulator({ format, behaviour, notifyPort: port });
    return { ...device, address: { listen: { port, from: '127.0.0.1' }, silentAfterMs: 200 } };
  },
};

const lineTextBench = (format: 'encompass' | 'alien', wire: Wire = 'tcp', always: Partial<ReaderBehaviour> = {}) =>
  readerBench<Placed>({
    start: (behaviour) => starts[wire](format, { ...always, ...behaviour }),
    create(device, changes) {
      const config = { id: 'lanes', name: 'Lanes', driver: 'line-text-reader', format, ...device.address };
      return lineTextReader.create(lineTextReader.config.parse({ ...config, antennas: { '1': 1, '3': 2 }, ...changes }));
    },
    // a serial port has its connection from the start
    isListening: ({ state }) =>
      wire === 'serial' && format === 'alien'
        ? true
        : state().connections === 1 && (format === 'alien' || state().received.endsWith('#00\r')),
  });

const counted = { counts: true, antenna: 3, rssi: -48.5 };
const single = { counts: false, antenna: 1, rssi: undefined };

describe.concurrent.each([
  { name: 'Encompass on TCP', bench: lineTextBench('encompass'), reading: single },
  {
    name: 'Encompass with appended fields',
    bench: lineTextBench('encompass', 'tcp', { appendsFields: true }),
    reading: { ...single, antenna: 3 },
  },
  { name: 'Alien on TCP', bench: lineTextBench('alien'), reading: counted },
  { name: 'Alien with wrapped lines', bench: lineTextBench('alien', 'tcp', { style: 'wrapped' }), reading: counted },
  { name: 'Alien in terse text', bench: lineTextBench('alien', 'tcp', { style: 'terse' }), reading: { ...counted, rssi: undefined } },
  { name: 'Alien that connects to the agent', bench: lineTextBench('alien', 'listen'), reading: counted },
  ...(hasSerialPty
    ? [
        { name: 'Encompass on a serial port', bench: lineTextBench('encompass', 'serial'), reading: { ...single, noticesEnd: false } },
        { name: 'Alien on a serial port', bench: lineTextBench('alien', 'serial'), reading: { ...counted, noticesEnd: false } },
      ]
    : []),
])('tag reader: line text, $name', ({ bench, reading }) => {
  readerSuite(bench, reading);
});

describe.concurrent.each(['encompass', 'alien'] as const)('tag reader: line text, unreadable bytes, %s', (format) => {
  const { startListening } = lineTextBench(format);

  it('are named until a tag is read; some noise is not', async () => {
    const { device, reader, reads } = await startListening();
    const read = async () => {
      await device.tag({ tag, count: 1 });
      return until('the read', () => reads.pop());
    };
    device.send('ÿ\r'.repeat(80));
    await read();
    expect(reader.health().status).toBe('ready');
    device.send('ÿ\r'.repeat(400));
    const words = 'it sends unreadable bytes; check the format, the baud rate, the parity and the cable';
    await until('its health names it', () => reader.health().problem === words);
    await read();
    await until('the reader is ready', () => reader.health().status === 'ready');
  });
});

describe.concurrent('tag reader: line text, Encompass', () => {
  const { startDevice, startReader, startListening } = lineTextBench('encompass');

  it('switches the RF back on', async () => {
    const device = await startDevice();
    await device.behave({ commandMode: true });
    const { reader } = await startReader(device);

    await until('the reader is ready', () => reader.health().status === 'ready');
    await until('the RF is on', () => device.state().rfOn);
    expect(device.state().received).toBe('#00\r');
  });

  it('gets each read of a reader that sends a tag once, if it is told to', async () => {
    const device = await startDevice();
    await device.behave({ sendsOnce: true });
    const { reader, reads } = await startReader(device, { sendAllReads: true });
    await until('the reader is ready', () => reader.health().status === 'ready' && device.state().rfOn);
    expect(device.state().received).toBe('#01\r#40\r#00\r');

    await device.tag({ tag, count: 2 });
    await until('both reads', () => reads.length === 2);
  });

  it.each([
    ['rejects it', { rejectsSettings: true }, 'it rejects #40'],
    ['does not respond', { unresponsive: true }, 'it doesn’t respond to #01'],
  ])('names a reader that %s, switches its RF back on and reads it', async (_what, fault, words) => {
    const device = await startDevice();
    await device.behave(fault);
    const { reader, reads } = await startReader(device, { sendAllReads: true });
    await until('its health names it', () => reader.health().problem?.includes(words));
    expect(reader.health().status).toBe('faulty');
    await until('the RF is on', () => device.state().rfOn && device.state().received.endsWith('#00\r'));

    await device.tag({ tag, count: 1 });
    await until('the read', () => reads.length === 1);
  });

  it('repeats the return to data mode until the reader confirms it', async () => {
    const device = await startDevice();
    await device.behave({ losesDataMode: 1 });
    const { reader } = await startReader(device, { sendAllReads: true });
    await until('the reader is ready', () => reader.health().status === 'ready');
    expect(device.state()).toMatchObject({ rfOn: true, received: '#01\r#40\r#00\r#00\r' });
  });

  it('opens a new connection if the reader does not confirm it', async () => {
    const device = await startDevice();
    await device.behave({ losesDataMode: 3 });
    const { reader } = await startReader(device, { sendAllReads: true });
    await until('its health names it', () => reader.health().problem === 'it doesn’t confirm #00; its RF may be off');
    await until('the reader is ready', () => reader.health().status === 'ready');
    expect(device.state().rfOn).toBe(true);
  });

  it('asks a reader that was silent for long, and names one that does not respond', async () => {
    const device = await startDevice();
    const { reader, reads } = await startReader(device, { silentAfterMs: 200 });
    await until('the reader was asked', () => device.state().received.includes('#01\r#00\r'));
    expect(reader.health().status).toBe('ready');

    await device.behave({ unresponsive: true });
    await until('its health names it', () => reader.health().problem?.startsWith('it doesn’t respond to #01'));
    expect(reader.health().status).toBe('offline');
    await device.behave({ unresponsive: false });
    await until('the reader is ready', () => reader.health().status === 'ready');
    await until('the RF is on', () => device.state().rfOn);
    await device.tag({ tag, count: 1 });
    await until('the read', () => reads.length === 1);
  });

  it('releases a reader that took a disturbed byte for XOFF', async () => {
    const device = await startDevice();
    const { reader, reads } = await startReader(device, { silentAfterMs: 200 });
    await until('the reader is ready', () => reader.health().status === 'ready' && device.state().connections === 1);
    await device.behave({ flowStopped: true });
    await until('it was released', () => !device.state().behaviour.flowStopped);
    await until('the RF is on', () => device.state().rfOn && device.state().received.endsWith('#00\r'));
    await device.tag({ tag, count: 1 });
    await until('the read', () => reads.length === 1);
    expect(reader.health().status).toBe('ready');
  });

  it('refuses the error correcting protocol with its cause, and reads on when it is switched off', async () => {
    const { device, reader, reads } = await startListening();
    await device.behave({ ecp: true });
    await device.tag({ tag, count: 1 });
    await until('its health names it', () => reader.health().problem?.includes('switch the reader to basic protocol (#610)'));
    expect(reads).toEqual([]);

    await device.behave({ ecp: false });
    await device.tag({ tag, count: 1 });
    await until('the reader is ready', () => reader.health().status === 'ready');
    expect(reads).toHaveLength(1);
  });

  it('takes no sign-on line, response or report for a tag', async () => {
    const { device, reads } = await startListening();
    device.posts['signOn']!({});
    device.send('#Error\r\n#MAIN B5 S0 P0 D0\r\n#PWRB 0\r\n#INPT 1\r\n');
    await device.tag({ tag, count: 1 });
    await until('the read', () => reads.length > 0);
    expect(reads.map((read) => read.tag)).toEqual([tag]);
  });
});

describe.concurrent('tag reader: line text, Alien', () => {
  const { startDevice, startReader, startListening } = lineTextBench('alien', 'listen');

  it('takes a test message for no read', async () => {
    const { device, reads } = await startListening();
    device.posts['testMessage']!({});
    await device.tag({ tag, count: 1 });
    await until('the read', () => reads.length > 0);
    expect(reads.map((read) => read.tag)).toEqual([tag]);
  });

  it('accepts a connection from the reader only, and names the other', async () => {
    const device = await startDevice();
    const { port } = (device.address as { listen: { port: number } }).listen;
    const { reader, reads } = await startReader(device, { listen: { port, from: '127.0.0.2' } });
    await until('its health names it', () => reader.health().problem?.includes('a connection from 127.0.0.1 was refused'));
    expect(reader.health().problem).toContain(`the reader 127.0.0.2 sent nothing to port ${port}`);
    await device.tag({ tag, count: 1 });
    expect(reads).toEqual([]);
  });

  it('names a port that is in use', async () => {
    const device = await startDevice();
    const { port } = (device.address as { listen: { port: number } }).listen;
    const other = createServer((socket) => socket.destroy()).listen(port);
    const { reader } = await startReader(device);
    await until('its health names it', () => reader.health().problem?.includes('EADDRINUSE'));
    expect(reader.health()).toMatchObject({ status: 'offline', problem: expect.stringContaining(`port ${port}`) });
    other.close();
    await until('the reader is ready', () => reader.health().status === 'ready');
  });
});
