import { afterEach, describe, expect, it } from 'vitest';
import { startRfidSimulator, type RfidSimulator, type RfidSimulatorOptions } from '@washdesk/simulators/rfid/rfid-simulator';
import { lineTextReader } from '@washdesk/site-agent/drivers/line-text-reader/definition';
import type { TagRead, TagReader } from '@washdesk/site-agent/ports/tag-reader';
import { until } from './until.ts';

const adapters = [
  { name: 'line text, Encompass', format: 'encompass', counts: false, antenna: 1, rssi: undefined },
  { name: 'line text, Alien', format: 'alien', counts: true, antenna: 3, rssi: -48.5 },
] as const;

const tag = 'E20034120123456789ABCDEF';
const other = 'E2003412FEDCBA9876543210';

const running: { stop(): Promise<void> }[] = [];

afterEach(async () => {
  for (const part of running.splice(0).toReversed()) await part.stop();
});

describe.each(adapters)('tag reader: $name', ({ format, counts, antenna, rssi }) => {
  async function startDevice(options: RfidSimulatorOptions = {}): Promise<RfidSimulator> {
    const device = await startRfidSimulator({ format, ...options });
    running.push(device);
    return device;
  }

  async function startReader(device: RfidSimulator): Promise<{ reader: TagReader; reads: TagRead[] }> {
    const config = { id: 'lanes', name: 'Lanes', driver: 'line-text-reader', host: '127.0.0.1', format, antennas: { '1': 1, '3': 2 } };
    const reader = await lineTextReader.create(lineTextReader.config.parse({ ...config, port: device.port }));
    const reads: TagRead[] = [];
    running.push(reader);
    reader.onRead((read) => reads.push(read));
    reader.start();
    return { reader, reads };
  }

  async function startListening(options: RfidSimulatorOptions = {}) {
    const device = await startDevice(options);
    const { reader, reads } = await startReader(device);
    await until('the reader is ready', () => reader.health().status === 'ready');
    if (format === 'encompass') await until('data mode is asked for', () => device.state().received.endsWith('#00\r\n'));
    return { device, reader, reads };
  }

  const totalOf = (reads: TagRead[], of: string) => reads.filter((read) => read.tag === of).reduce((sum, { count }) => sum + count, 0);

  it('tells each read with its reader, antenna, strength and time', async () => {
    const { device, reads } = await startListening();
    const before = performance.now();

    await device.tag({ tag, antenna, rssi, count: 1 });

    const read = await until('the read', () => reads[0]);
    expect(read).toEqual({ reader: 'lanes', antenna, tag, count: 1, at: read.at, ...(rssi === undefined ? {} : { rssi }) });
    expect(read.at).toBeGreaterThanOrEqual(before);
    expect(read.at).toBeLessThanOrEqual(performance.now());
  });

  it('counts reads, whether the device writes each of them or sums them up', async () => {
    const { device, reads } = await startListening();

    await device.tag({ tag, count: 4 });

    await until('four reads', () => totalOf(reads, tag) === 4);
    expect(reads).toHaveLength(counts ? 1 : 4);
  });

  it.each(['split', 'coalesced'] as const)('does not mind bytes that are %s', async (chunks) => {
    const { device, reads } = await startListening({ behaviour: { chunks } });

    await device.tag({ tag, count: 2 });
    await device.tag({ tag: other, count: 3 });

    await until('all reads', () => totalOf(reads, tag) + totalOf(reads, other) === 5);
    expect([totalOf(reads, tag), totalOf(reads, other)]).toEqual([2, 3]);
  });

  it('reads on through the noise of a bad cable', async () => {
    const { device, reads } = await startListening({ behaviour: { noise: true } });

    await device.tag({ tag, count: 1 });
    await device.tag({ tag: other, count: 1 });

    await until('both tags', () => totalOf(reads, other) === 1);
    expect(reads.map((read) => read.tag)).toEqual([tag, other]);
  });

  it('reconnects when the line drops, and starts with a clean line', async () => {
    const { device, reader, reads } = await startListening({ behaviour: { chunks: 'coalesced' } });
    device.posts['drop']!({});
    await until('the reader saw it', () => reader.health().status === 'offline');
    await until('the reader is back', () => reader.health().status === 'ready' && device.state().connections === 1);

    await device.tag({ tag, count: 1 });
    await device.tag({ tag, count: 1 });

    await until('both reads', () => totalOf(reads, tag) === 2);
    expect(new Set(reads.map((read) => read.tag))).toEqual(new Set([tag]));
  });

  it('waits for a device that is switched off', async () => {
    const device = await startDevice({ behaviour: { refuse: true } });
    const { reader, reads } = await startReader(device);
    await until('the reader says offline', () => reader.health().status === 'offline');

    await device.behave({ refuse: false });
    await until('the reader is ready', () => reader.health().status === 'ready' && device.state().connections === 1);
    await device.tag({ tag, count: 1 });

    expect(await until('the read', () => reads[0])).toMatchObject({ tag, count: 1 });
  });

  it('tells nothing more once it is stopped', async () => {
    const { device, reader, reads } = await startListening();
    await reader.stop();
    await until('the line is closed', () => device.state().connections === 0);

    await device.tag({ tag, count: 1 });

    expect(device.state().missed).toBe(1);
    expect(reads).toEqual([]);
  });
});

describe('tag reader: line text, Encompass', () => {
  it('switches the RF back on', async () => {
    const device = await startRfidSimulator({ behaviour: { commandMode: true } });
    const reader = await lineTextReader.create(
      lineTextReader.config.parse({
        id: 'r',
        name: 'R',
        driver: 'line-text-reader',
        host: '127.0.0.1',
        port: device.port,
        format: 'encompass',
        antennas: { '1': 1 },
      }),
    );
    running.push(device, reader);

    reader.start();

    await until('the reader is ready', () => reader.health().status === 'ready');
    await until('the RF is on', () => device.state().rfOn);
    expect(device.state().received).toBe('#00\r\n');
  });
});
