import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { defaultTagFormat } from '@washdesk/rules/codes/tags';
import { liveEvents } from '@washdesk/site-protocol/events';
import type { SiteEvent } from '../../../ports/site-events.ts';
import type { IgnoredTag, TagRead } from '../../../ports/tag-reader.ts';
import { Rfid, type ReaderOptions } from './rfid.ts';

const printed = '12345123456';

let published: SiteEvent[];
let ignored: IgnoredTag[];
let rfid: Rfid;

beforeEach(() => {
  vi.useFakeTimers();
  published = [];
  ignored = [];
});

afterEach(() => {
  rfid.stop();
  vi.useRealTimers();
});

function setUp(...readers: Partial<ReaderOptions>[]): void {
  const complete = readers.map((reader) => ({ id: 'r', antennas: { '1': 1 }, rssiFloor: -60, reads: 2, ...reader }));
  rfid = new Rfid({
    readers: complete,
    format: defaultTagFormat,
    events: { publish: (event) => published.push(event) },
    onIgnored: (one) => ignored.push(one),
  });
}

/** Sends two reads for a car, because two reads make a tag real. */
function car(tag: string, change: Partial<TagRead> = {}): void {
  for (let n = 0; n < 2; n += 1) rfid.read({ reader: 'r', antenna: 1, tag, count: 1, rssi: -40, at: performance.now(), ...change });
}

const tags = (): unknown[] => published.map(({ payload }) => payload);

describe('rfid', () => {
  it('tells a car once, decoded, at once where there is one lane', () => {
    setUp({});
    car(printed);
    vi.advanceTimersByTime(0);
    car(printed);
    vi.advanceTimersByTime(100);
    expect(tags()).toEqual([{ reader: 'r', antenna: 1, lane: 1, tag: '12345+123456', rssi: -40 }]);
    expect(liveEvents.tag.parse(tags()[0])).toEqual(tags()[0]);
  });

  it('assigns a car that two lanes read equally well to none, and names both when it has left', () => {
    setUp({ antennas: { '1': 1, '2': 2 } });
    for (const antenna of [1, 2]) car(printed, { antenna });
    vi.advanceTimersByTime(5_000);
    expect(tags()).toEqual([]);
    expect(ignored.map(({ lane, tiedLanes }) => [lane, tiedLanes])).toEqual([
      [1, [1, 2]],
      [2, [1, 2]],
    ]);
  });

  it('assigns it to the lane of its next reads if they decide', () => {
    setUp({ antennas: { '1': 1, '2': 2 } });
    for (const antenna of [1, 2]) car(printed, { antenna });
    vi.advanceTimersByTime(2_000);
    car(printed, { antenna: 2 });
    vi.advanceTimersByTime(5_000);
    expect(tags()).toMatchObject([{ lane: 2 }]);
    expect(ignored).toEqual([]);
  });

  it('assigns a car that two lanes read to the one with the stronger signal', () => {
    setUp({ antennas: { '1': 1, '2': 2 } });
    car(printed, { antenna: 1, rssi: -58 });
    car(printed, { antenna: 2, rssi: -30 });
    expect(tags()).toEqual([]);
    vi.advanceTimersByTime(1_100);
    expect(tags()).toMatchObject([{ lane: 2, antenna: 2 }]);
  });

  it('decodes the hexadecimal of the company’s tags and shows others as they are', () => {
    setUp({});
    car('E200001912345F123456');
    car('E28011700000');
    vi.advanceTimersByTime(100);
    expect(tags()).toMatchObject([{ tag: '12345+123456' }, { tag: 'E28011700000' }]);
  });

  it('masks no tag, though its digits would pass for the number of a card', () => {
    setUp({});
    car('4111111111111111');
    vi.advanceTimersByTime(100);
    expect(tags()).toMatchObject([{ tag: '4111111111111111' }]);
  });

  it('tells reads of an antenna that looks at no lane without one', () => {
    setUp({ antennas: {} });
    car(printed, { antenna: 3 });
    vi.advanceTimersByTime(100);
    expect(tags()).toMatchObject([{ antenna: 3, lane: null }]);
  });

  it('has a floor for each reader', () => {
    setUp({ id: 'near', rssiFloor: -40 }, { id: 'far', rssiFloor: -70 });
    car(printed, { reader: 'near', rssi: -50 });
    vi.advanceTimersByTime(2_000);
    expect(tags()).toEqual([]);
    car(printed, { reader: 'far', rssi: -50 });
    vi.advanceTimersByTime(2_000);
    expect(tags()).toMatchObject([{ reader: 'far' }]);
  });

  it('takes one read of a reader that sends a tag once, and two of the others', () => {
    setUp({ id: 'once', antennas: { '1': 1 }, reads: 1 }, { id: 'often', antennas: { '1': 2 } });
    for (const reader of ['once', 'often']) rfid.read({ reader, antenna: 1, tag: printed, count: 1, at: performance.now() });
    vi.advanceTimersByTime(2_000);
    expect(tags()).toMatchObject([{ reader: 'once', lane: 1 }]);
  });

  it('ignores readers that are not configured', () => {
    setUp();
    car(printed, { reader: 'stranger' });
    vi.advanceTimersByTime(2_000);
    expect(tags()).toEqual([]);
  });

  it('reports a tag that left without being assigned, by itself', () => {
    setUp({});
    rfid.read({ reader: 'r', antenna: 1, tag: printed, count: 1, rssi: -40, at: performance.now() });
    rfid.read({ reader: 'r', antenna: 1, tag: 'WEAK1', count: 4, rssi: -71, at: performance.now() });
    vi.advanceTimersByTime(3_000);
    expect(tags()).toEqual([]);
    expect(ignored.map(({ tag, reads, strong, rssi }) => [tag, reads, strong, rssi])).toEqual([
      ['12345+123456', 1, 1, -40],
      ['WEAK1', 4, 0, -71],
    ]);
  });
});
