import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { startLlrpSimulator, type LlrpSimulator, type LlrpSimulatorOptions } from '@washdesk/simulators/llrp/llrp-simulator';
import { llrpReader } from '@washdesk/site-agent/drivers/llrp-reader/definition';
import type { TagRead, TagReader } from '@washdesk/site-agent/ports/tag-reader';
import { readerBench, readerSuite, tag } from './tag-reader-suite.ts';
import { until } from './until.ts';

const other = 'E2003412FEDCBA9876543210';
const zebra = 161;

const benchOf = (options: LlrpSimulatorOptions = {}) =>
  readerBench<LlrpSimulator>({
    start: (behaviour) => startLlrpSimulator({ ...options, behaviour: { ...options.behaviour, ...behaviour } }),
    create(device, changes) {
      const address = { driver: 'llrp-reader', host: '127.0.0.1', port: device.port };
      const tls = device.fingerprint === null ? {} : { tls: { fingerprint: device.fingerprint } };
      const timing = { keepaliveMs: 500, takenRetryMs: 500 };
      const config = { id: 'lanes', name: 'Lanes', antennas: { '1': 1, '3': 2 }, ...address, ...tls, ...timing, ...changes };
      return llrpReader.create(llrpReader.config.parse(config));
    },
    isListening: (device) => device.state().connections === 1 && device.state().isReading,
  });

const bench = benchOf();
const { startDevice, startReader, startListening } = bench;

describe('tag reader: LLRP', () => {
  readerSuite(bench, { counts: true, antenna: 3, rssi: -48 });
});

const isReady = (reader: TagReader): boolean => reader.health().status === 'ready';

/** Waits until the health names a problem, and returns it. */
async function problemOf(reader: TagReader, words: string): Promise<string | undefined> {
  await until(`the health is “${words}”`, () => reader.health().problem?.includes(words));
  return reader.health().problem;
}

const tagsOf = (reads: readonly TagRead[]): string[] => reads.map((read) => read.tag);

describe.concurrent('LLRP: messages', () => {
  const zebraBench = benchOf({ manufacturer: zebra });
  const interleavedBench = benchOf({ behaviour: { interleaved: true } });

  it('sets an Impinj up, from its greeting to the inventory', async () => {
    const { device } = await startListening({}, { session: 2, dualTarget: true, transmitPower: 24.6 });
    expect(device.state()).toMatchObject({
      received: [
        'DELETE_ROSPEC',
        'GET_READER_CAPABILITIES',
        'CUSTOM_MESSAGE',
        'SET_READER_CONFIG',
        'GET_READER_CONFIG',
        'GET_READER_CAPABILITIES',
        'ADD_ROSPEC',
        'ENABLE_ROSPEC',
      ],
      // 24.5 dBm is the 59th level
      rospecs: [{ id: 1, state: 'active', session: 2, searchMode: 2, powerLevel: 59 }],
      keepaliveMs: 500,
      holdsReports: false,
      linkMonitor: 3,
    });
  });

  it('sets another reader up without Impinj’s extensions, and names a setting that needs them', async () => {
    const device = await zebraBench.startDevice();
    const { reader } = await zebraBench.startReader(device, { dualTarget: true });
    await problemOf(reader, 'dualTarget has no effect: this reader isn’t an Impinj');
    expect(device.state()).toMatchObject({
      isReading: true,
      linkMonitor: null,
      rospecs: [{ session: 1, searchMode: null, powerLevel: null }],
    });
  });

  it.each([
    [undefined, 2],
    [true, 2],
    [false, 1],
  ])('asks an Impinj with dualTarget %s for search mode %i', async (dualTarget, searchMode) => {
    const { device } = await startListening({}, { dualTarget });
    expect(device.state().rospecs).toMatchObject([{ searchMode }]);
  });

  it('reads with an Impinj that rejects the extensions, and without the antennas’ states', async () => {
    const device = await startDevice();
    await device.behave({ statuses: { CUSTOM_MESSAGE: 109, GET_READER_CONFIG: 109 } });
    const { reader } = await startReader(device);
    await until('the reader is ready', () => isReady(reader));
    expect(device.state()).toMatchObject({ isReading: true, linkMonitor: null, rospecs: [{ searchMode: null }] });
  });

  it.each([
    ['96 bits', { tag }, tag],
    ['128 bits', { tag: '3500B6D9801234567890ABCDEF012345' }, '3500B6D9801234567890ABCDEF012345'],
    ['bits that end within a byte', { tag: 'ABCDEF', bits: 21 }, 'ABCDE8'],
  ])('reads an EPC of %s, with its signed strength', async (_, seen, read) => {
    const { device, reads } = await startListening();
    await device.tag({ ...seen, antenna: 3, rssi: -128 });
    await until('the read', () => reads.length);
    expect(reads).toMatchObject([{ reader: 'lanes', antenna: 3, tag: read, rssi: -128, count: 1 }]);
  });

  it('takes the last antenna if a report leaves it out, as LLRP allows', async () => {
    const { device, reads } = await startListening();
    await device.tag({ tag, antenna: 3 });
    await device.tag({ tag: other, antenna: 3, withoutAntenna: true });
    await until('both reads', () => reads.length === 2);
    expect(reads.map(({ antenna }) => antenna)).toEqual([3, 3]);
  });

  it.each(['whole', 'split', 'coalesced'] as const)(
    'gets through its start while reports and keepalives come between, %s',
    async (chunks) => {
      const { device, reads } = await interleavedBench.startListening({ chunks });
      await device.tag({ tag });
      await device.tag({ tag: other });
      await until('both reads', () => reads.length === 2);
      expect(tagsOf(reads)).toEqual([tag, other]);
    },
  );

  it('drops a report that it cannot read, says so, and reads on', async () => {
    const { device, reader, reads } = await startListening();
    await device.tag({ tag, unknownTv: true });
    await problemOf(reader, 'it sends messages that can’t be read: parameter 127');
    await device.tag({ tag: other });
    await until('the other read', () => reads.length);
    expect(tagsOf(reads)).toEqual([other]);
    expect(device.state().connections).toBe(1);
  });
});

describe.concurrent('LLRP: the connection', () => {
  const tlsBench = benchOf({ tls: true });

  it('acknowledges keepalives, and reconnects when they stay away', async () => {
    const { device, reader } = await startListening();
    await until('a keepalive is acknowledged', () => device.state().acknowledged >= 2);
    await device.behave({ silent: true });
    expect(await problemOf(reader, 'nothing')).toBe(`127.0.0.1:${device.port}: it sent nothing for 1.3 s, not even a keepalive`);
    await device.behave({ silent: false });
    await until('the reader is ready', () => isReady(reader));
  });

  it('names a reader that another program holds, and takes it when it is free', async () => {
    const device = await startDevice();
    const holder = connect({ host: '127.0.0.1', port: device.port }).resume();
    await until('the program is connected', () => device.state().isHeld);
    const { reader } = await startReader(device);
    expect(await problemOf(reader, 'program')).toContain(`127.0.0.1:${device.port}: another program holds this reader`);
    holder.destroy();
    await until('the reader is ready', () => isReady(reader));
  });

  it('waits until the reader’s link monitor ends a connection that was cut', async () => {
    const { device, reader } = await startListening();
    device.posts.cut();
    await problemOf(reader, 'another program holds this reader, or it has not noticed yet that its last connection is lost');
    await until('the reader is ready', () => isReady(reader));
    expect(device.state().refused).toBeGreaterThan(0);
  });

  it('gives up a reader that sends rubbish, names it, and reconnects', async () => {
    const { device, reader, reads } = await startListening();
    device.posts.raw({ hex: Buffer.from('HTTP/1.1 400 Bad Request').toString('hex') });
    expect(await problemOf(reader, 'LLRP')).toContain('it doesn’t speak LLRP on this port (it sent “HTTP/1.1 4”)');
    await until('the reader is ready', () => isReady(reader));
    await device.tag({ tag });
    await until('the read', () => reads.length);
  });

  it('names a request that the reader rejects, with its status', async () => {
    const device = await startDevice();
    await device.behave({ statuses: { ADD_ROSPEC: 401 } });
    const { reader } = await startReader(device);
    expect(await problemOf(reader, 'rejected')).toContain('it rejected ADD_ROSPEC (status 401, device error: simulated)');
    await device.behave({ statuses: {} });
    await until('the reader is ready', () => isReady(reader));
  });

  it('switches the antennas off and frees the reader when it is stopped', async () => {
    const { device, reader } = await startListening();
    await reader.stop();
    await until('the reader is free', () => !device.state().isHeld);
    expect(device.state()).toMatchObject({ isReading: false, rospecs: [] });
    expect(device.state().received.slice(-2)).toEqual(['DELETE_ROSPEC', 'CLOSE_CONNECTION']);
  });

  it('reads over TLS from a reader with the pinned certificate, and from no other', async () => {
    const { device, reader, reads } = await tlsBench.startListening();
    await device.tag({ tag });
    await until('the read', () => reads.length);
    await reader.stop();

    const wrong = await tlsBench.startReader(device, { tls: { fingerprint: 'AB'.repeat(32) } });
    expect(await problemOf(wrong.reader, 'fingerprint')).toContain('not the configured one');
  });
});

describe.concurrent('LLRP: what the reader reports about itself', () => {
  it('names antennas of the configuration that the reader does not have', async () => {
    const { reader } = await startReader(await startDevice(), { antennas: { '1': 1, '5': 2, '6': 2 } });
    expect(await problemOf(reader, 'antenna')).toBe('this reader has no antenna 5 and 6');
  });

  it('names a disconnected antenna that has a lane until it is connected, also after a reconnect', async () => {
    const { device, reader } = await startListening();
    device.posts.antenna({ antenna: 2, isConnected: false });
    device.posts.antenna({ antenna: 3, isConnected: false });
    expect(await problemOf(reader, 'antenna')).toBe('antenna 3 is disconnected');
    expect(reader.health().status).toBe('faulty');

    device.posts.drop();
    await problemOf(reader, 'closed the connection');
    expect(await problemOf(reader, 'antenna')).toBe('antenna 3 is disconnected');
    expect(reader.health().status).toBe('faulty');

    device.posts.antenna({ antenna: 3, isConnected: true });
    await until('the reader is ready', () => isReady(reader));
  });

  it.each([
    [{ kind: 'buffer-level', percent: 90 }, 'its report buffer is 90 % full'],
    [{ kind: 'buffer-overflow' }, 'reads are lost: its report buffer has overflowed'],
    [{ kind: 'exception', text: 'Radio\n overheated' }, 'it reports an error: Radio overheated'],
  ] as const)('names %j', async (event, problem) => {
    const { device, reader, reads } = await startListening();
    device.posts.event(event);
    expect(await problemOf(reader, problem)).toBe(problem);
    expect(reader.health().status).toBe('faulty');
    await device.tag({ tag });
    await until('it reads on', () => reads.length);
  });

  it.each([
    [{ kind: 'inventory-ended' }, 'the reader stopped reading'],
    [{ kind: 'closing' }, 'the reader ended the connection'],
  ] as const)('starts again after %j', async (event, problem) => {
    const { device, reader } = await startListening();
    device.posts.event(event);
    expect(await problemOf(reader, 'the reader')).toContain(problem);
    await until('the reader is ready', () => isReady(reader) && device.state().isReading);
  });
});

describe.each(['utc', 'uptime'] as const)('LLRP: old reads by the reader’s %s', (clock) => {
  const clockBench = benchOf({ clock });

  it('does not use reports that the reader held back while the agent was disconnected', async () => {
    const { device, reader, reads } = await clockBench.startListening();
    device.posts.cut();
    await device.tag({ tag });
    expect(device.state().held).toBe(1);
    device.posts.release();
    await until('the reader is ready', () => isReady(reader) && device.state().held === 0);
    await device.tag({ tag: other });
    await until('the new read', () => reads.length);
    expect(tagsOf(reads)).toEqual([other]);
  });

  it('does not use a read that is older than 5 s, wherever the reader’s clock stands', async () => {
    const { device, reads } = await clockBench.startListening();
    await device.tag({ tag, ageMs: 6_000 });
    await device.tag({ tag: other, ageMs: 1_000 });
    await until('the new read', () => reads.length);
    expect(tagsOf(reads)).toEqual([other]);
  });

  it('does not use a read that waited in the socket of a stopped agent', async () => {
    const { device, reads } = await clockBench.startListening();
    const now = performance.now.bind(performance);
    const sending = device.tag({ tag });
    const stopped = vi.spyOn(performance, 'now').mockImplementation(() => now() + 6_000);
    await sending;
    // the bytes are in the socket already
    await sleep(50);
    stopped.mockRestore();
    await device.tag({ tag: other });
    await until('the new read', () => reads.length);
    expect(tagsOf(reads)).toEqual([other]);
  });
});
