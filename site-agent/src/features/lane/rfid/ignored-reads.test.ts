import { describe, expect, it } from 'vitest';
import type { TagRead } from '../../../ports/tag-reader.ts';
import { IgnoredReads } from './ignored-reads.ts';

const tag = 'E2000019060C0132F2101234';
const read = (at: number, more: Partial<TagRead> = {}): TagRead => ({
  reader: 'reader',
  antenna: 1,
  tag,
  count: 1,
  rssi: -70,
  at,
  ...more,
});

describe('reads that the filter ignored', () => {
  it('are told once the tag has left, with their number and strength', () => {
    const ignored = new IgnoredReads();
    ignored.add(1, read(0), false);
    ignored.add(1, read(1_000, { count: 3, rssi: -62 }), false);
    ignored.add(1, read(2_000, { rssi: -55 }), true);
    expect(ignored.left(4_999)).toEqual([]);
    expect(ignored.nextDue()).toBe(5_000);
    expect(ignored.left(5_000)).toEqual([
      { lane: 1, reader: 'reader', antenna: 1, tag, reads: 5, strong: 1, rssi: -55, tiedLanes: [], at: 0 },
    ]);
    expect(ignored.nextDue()).toBeUndefined();
  });

  it('are told apart by lane, and not at all if the tag was assigned to one', () => {
    const ignored = new IgnoredReads();
    for (const lane of [1, 2, null]) ignored.add(lane, read(0), true);
    ignored.add(1, read(0, { tag: 'OTHER' }), true);
    ignored.assigned(tag, 500);
    expect(ignored.left(60_000).map((one) => one.tag)).toEqual(['OTHER']);
  });

  it('of a car that stands at the edge of the field are told every ten minutes', () => {
    const ignored = new IgnoredReads();
    const told: number[] = [];
    for (let at = 0; at < 3_600_000; at += 10_000) {
      ignored.add(1, read(at), false);
      told.push(ignored.left(at + 5_000).length);
    }
    expect(told.reduce((sum, count) => sum + count, 0)).toBe(6);
  });

  it('in two lanes are told while the tag is still there, once', () => {
    const ignored = new IgnoredReads();
    const told: number[] = [];
    for (let at = 0; at < 20_000; at += 500) {
      for (const lane of [1, 2]) ignored.add(lane, read(at), true);
      if (at % 1_500 === 1_000) ignored.tied(tag, [1, 2], at);
      for (const { tiedLanes } of ignored.left(at)) told.push(at, ...tiedLanes.map(Number));
    }
    expect(told).toEqual([4_000, 1, 2, 4_000, 1, 2]);
  });

  it('are bounded, however many tags are read at once', () => {
    const ignored = new IgnoredReads();
    for (let n = 0; n < 10_000; n += 1) ignored.add(1, read(0, { tag: `TAG${n}` }), false);
    expect(ignored.left(10_000)).toHaveLength(500);
  });
});
