import { afterAll, expect, it } from 'vitest';
import type { TagRead, TagReader } from '@washdesk/site-agent/ports/tag-reader';
import { until } from './until.ts';

/** What every simulated reader has. */
export interface ReaderSimulator {
  state(): { missed: number };
  tag(seen: { tag: string; antenna?: number; rssi?: number | undefined; count?: number }): Promise<void>;
  behave(change: { refuse: boolean }): Promise<void>;
  posts: Record<string, (body: unknown) => unknown>;
  stop(): Promise<void>;
}

export interface ReaderBehaviour {
  chunks?: 'whole' | 'split' | 'coalesced';
  noise?: boolean;
  refuse?: boolean;
}

interface Adapter<Device extends ReaderSimulator> {
  /** Returns once the simulator listens. */
  start(behaviour: ReaderBehaviour): Promise<Device>;
  /** Creates the driver with the id `lanes` and the lanes 1 and 2 for the antennas 1 and 3. */
  create(device: Device, changes: object): Promise<TagReader>;
  /** Whether the device would deliver a read now. */
  isListening(device: Device): boolean;
}

/** Starts readers with their drivers, and stops them after the tests, which may run at the same time. */
export function readerBench<Device extends ReaderSimulator>({ start, create, isListening }: Adapter<Device>) {
  const running: { stop(): Promise<void> }[] = [];

  afterAll(async () => {
    for (const part of running.splice(0).toReversed()) await part.stop();
  });

  async function startDevice(behaviour: ReaderBehaviour = {}): Promise<Device> {
    const device = await start(behaviour);
    running.push(device);
    return device;
  }

  async function startReader(device: Device, changes: object = {}): Promise<{ reader: TagReader; reads: TagRead[] }> {
    const reader = await create(device, changes);
    const reads: TagRead[] = [];
    running.push(reader);
    reader.onRead((read) => reads.push(read));
    reader.start();
    return { reader, reads };
  }

  async function startListening(behaviour: ReaderBehaviour = {}, changes: object = {}) {
    const device = await startDevice(behaviour);
    const { reader, reads } = await startReader(device, changes);
    await until('the reader is ready', () => reader.health().status === 'ready' && isListening(device));
    return { device, reader, reads };
  }

  return { startDevice, startReader, startListening, isListening };
}

export const tag = 'E20034120123456789ABCDEF';
const other = 'E2003412FEDCBA9876543210';

interface Reading {
  /** The device sums up reads, and the driver gets one read with a count. */
  counts: boolean;
  antenna: number;
  /** Undefined for a device that does not report it. */
  rssi: number | undefined;
  /** Whether the device notices that the driver has left; not behind a serial port. */
  noticesEnd?: boolean;
}

/** The tests of every reader driver. */
export function readerSuite<Device extends ReaderSimulator>(
  { startDevice, startReader, startListening, isListening }: ReturnType<typeof readerBench<Device>>,
  { counts, antenna, rssi, noticesEnd = true }: Reading,
): void {
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
    const { device, reads } = await startListening({ chunks });

    await device.tag({ tag, count: 2 });
    await device.tag({ tag: other, count: 3 });

    await until('all reads', () => totalOf(reads, tag) + totalOf(reads, other) === 5);
    expect([totalOf(reads, tag), totalOf(reads, other)]).toEqual([2, 3]);
  });

  it('reads on through the noise of a bad cable', async () => {
    const { device, reads } = await startListening({ noise: true });

    await device.tag({ tag, count: 1 });
    await device.tag({ tag: other, count: 1 });

    await until('both tags', () => totalOf(reads, other) === 1);
    expect(reads.map((read) => read.tag)).toEqual([tag, other]);
  });

  it('reconnects when the line drops, and starts with a clean line', async () => {
    const { device, reader, reads } = await startListening({ chunks: 'coalesced' });
    device.posts['drop']!({});
    await until('the reader saw it', () => reader.health().status === 'offline');
    await until('the reader is back', () => reader.health().status === 'ready' && isListening(device));

    await device.tag({ tag, count: 1 });
    await device.tag({ tag, count: 1 });

    await until('both reads', () => totalOf(reads, tag) === 2);
    expect(new Set(reads.map((read) => read.tag))).toEqual(new Set([tag]));
  });

  it('waits for a device that is switched off', async () => {
    const device = await startDevice({ refuse: true });
    const { reader, reads } = await startReader(device);
    await until('the reader says offline', () => reader.health().status === 'offline');

    await device.behave({ refuse: false });
    await until('the reader is ready', () => reader.health().status === 'ready' && isListening(device));
    await device.tag({ tag, count: 1 });

    expect(await until('the read', () => reads[0])).toMatchObject({ tag, count: 1 });
  });

  it('tells nothing more once it is stopped', async () => {
    const { device, reader, reads } = await startListening();
    await reader.stop();
    await until('the line is closed', () => !noticesEnd || !isListening(device));

    await device.tag({ tag, count: 1 });

    expect(device.state().missed).toBe(noticesEnd ? 1 : 0);
    expect(reads).toEqual([]);
  });
}
