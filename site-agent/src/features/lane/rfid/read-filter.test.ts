import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { IgnoredReads } from './ignored-reads.ts';
import { defaultReadFilter, ReadFilter, type LaneRead } from './read-filter.ts';

const tag = 'E20034120123';

const read = (at: number, changes: Partial<LaneRead> = {}): LaneRead => ({ lane: 1, tag, count: 1, at, ...changes });

function filterOf(reads: LaneRead[], options = defaultReadFilter): ReadFilter {
  const filter = new ReadFilter(options);
  for (const each of reads) filter.add(each);
  return filter;
}

describe('when a tag is real', () => {
  it('takes two reads within half a second', () => {
    expect(filterOf([read(0), read(500)]).settle(1_500)).toEqual([{ lane: 1, tag, reads: 2 }]);
  });

  it('takes one line of a reader that counted two', () => {
    expect(filterOf([read(0, { count: 2 })]).settle(1_000)).toEqual([{ lane: 1, tag, reads: 2 }]);
  });

  it('is not content with one read, or with two that are too far apart', () => {
    expect(filterOf([read(0)]).settle(5_000)).toEqual([]);
    expect(filterOf([read(0), read(501)]).settle(5_000)).toEqual([]);
  });

  it('takes one read of a reader that sends a tag once only', () => {
    expect(filterOf([read(0, { minimumReads: 1 })]).settle(1_000)).toEqual([{ lane: 1, tag, reads: 1 }]);
    expect(filterOf([read(0, { minimumReads: 1 }), read(10, { lane: 2 })]).settle(1_010)).toEqual([{ lane: 1, tag, reads: 1 }]);
    expect(filterOf([read(0, { minimumReads: 3 }), read(10, { minimumReads: 3 })]).settle(5_000)).toEqual([]);
  });

  it('does not add up the reads of two lanes', () => {
    expect(filterOf([read(0), read(10, { lane: 2 })]).settle(5_000)).toEqual([]);
  });

  it('passes over reads below the floor', () => {
    expect(filterOf([read(0, { rssi: -61 }), read(10, { rssi: -60.5 })]).settle(5_000)).toEqual([]);
    expect(filterOf([read(0, { rssi: -60 }), read(10, { rssi: -60 })]).settle(5_000)).toHaveLength(1);
  });
});

describe('which lane it is in', () => {
  it('waits a second for the other lanes', () => {
    const filter = filterOf([read(0), read(100)]);
    expect(filter.nextDue()).toBe(1_100);
    expect(filter.settle(1_099)).toEqual([]);
    expect(filter.settle(1_100)).toHaveLength(1);
    expect(filter.nextDue()).toBeUndefined();
  });

  it('does not wait where there is one lane only', () => {
    expect(filterOf([read(0), read(100)], { ...defaultReadFilter, crossLaneMs: 0 }).settle(100)).toHaveLength(1);
  });

  it('gives it to the stronger lane, not to the first', () => {
    const reads = [read(0, { rssi: -58 }), read(50, { rssi: -58 }), read(700, { lane: 2, rssi: -42 }), read(750, { lane: 2, rssi: -42 })];
    expect(filterOf(reads).settle(1_050)).toEqual([{ lane: 2, tag, reads: 2, rssi: -42 }]);
  });

  it('gives it to many middling reads rather than to two strong reflections', () => {
    const reflections = [read(0, { lane: 2, rssi: -40 }), read(10, { lane: 2, rssi: -40 })];
    const many = Array.from({ length: 10 }, (_, n) => read(20 + n * 40, { rssi: -50 }));
    expect(filterOf([...reflections, ...many]).settle(2_000)).toEqual([{ lane: 1, tag, reads: 10, rssi: -50 }]);
  });

  it('decides by the count where readers tell no strength', () => {
    const reads = [read(0, { lane: 2 }), read(10, { lane: 2 }), read(20), read(30), read(40)];
    expect(filterOf(reads).settle(1_500)).toMatchObject([{ lane: 1, reads: 3 }]);
  });

  it('assigns it to no lane while two lanes are alike, and waits for the next reads', () => {
    const filter = filterOf([read(0), read(10), read(20, { lane: 2 }), read(30, { lane: 2 })]);
    expect(filter.settle(1_100)).toEqual([]);
    expect(filter.ties()).toEqual([{ tag, lanes: [1, 2] }]);
    [read(1_200), read(1_210)].forEach((each) => filter.add(each));
    expect(filter.settle(2_300)).toMatchObject([{ lane: 1 }]);
  });

  it('assigns one tag to one lane, whatever is read', () => {
    const anyRead = fc.record({
      lane: fc.integer({ min: 1, max: 3 }),
      tag: fc.constant(tag),
      count: fc.integer({ min: 1, max: 5 }),
      rssi: fc.option(fc.integer({ min: -70, max: -30 }), { nil: undefined }),
      at: fc.integer({ min: 0, max: 900 }),
    });
    fc.assert(
      fc.property(fc.array(anyRead), (reads) => {
        const filter = filterOf(reads.toSorted((a, b) => a.at - b.at));
        expect(filter.settle(5_000).length).toBeLessThanOrEqual(1);
        expect(filter.nextDue()).toBeUndefined();
      }),
    );
  });
});

describe('holding', () => {
  it('tells a tag that stays in its lane once in half a minute', () => {
    const filter = new ReadFilter();
    const told: number[] = [];
    for (let at = 0; at < 61_000; at += 100) {
      filter.add(read(at));
      if (filter.settle(at).length > 0) told.push(at);
    }
    expect(told).toHaveLength(2);
    expect(told[1]! - told[0]!).toBeGreaterThanOrEqual(30_000);
  });

  it('does not assign a held tag to the neighboring lane that reads it weakly', () => {
    const filter = filterOf([read(0, { rssi: -45 }), read(10, { rssi: -45 })]);
    expect(filter.settle(1_010)).toHaveLength(1);
    [
      read(2_000, { rssi: -45 }),
      read(2_010, { rssi: -45 }),
      read(2_020, { lane: 2, rssi: -59 }),
      read(2_030, { lane: 2, rssi: -59 }),
    ].forEach((each) => filter.add(each));
    expect(filter.settle(3_100)).toEqual([]);
  });

  it('tells the tag again when it is in another lane', () => {
    const filter = filterOf([read(0), read(10)]);
    filter.settle(1_010);
    [read(5_000, { lane: 2 }), read(5_010, { lane: 2 })].forEach((each) => filter.add(each));
    expect(filter.settle(6_010)).toMatchObject([{ lane: 2 }]);
  });
});

describe('a storm of tags', () => {
  /** Processor time of this many tags within a second, each with two reads and its settling. */
  function costOf(tags: number): number {
    const filter = new ReadFilter();
    const ignored = new IgnoredReads();
    const began = process.cpuUsage();
    for (let n = 0; n < tags; n += 1) {
      const one = read((n * 1_000) / tags, { tag: `E2${n}` });
      for (let reads = 0; reads < 2; reads += 1) {
        filter.add(one);
        ignored.add(1, { ...one, reader: 'reader', antenna: 1 }, true);
        filter.settle(one.at);
        ignored.left(one.at);
        filter.nextDue();
        ignored.nextDue();
      }
    }
    expect(filter.settle(2_000)).toHaveLength(tags);
    const { user, system } = process.cpuUsage(began);
    return user + system;
  }

  it('costs as much per tag as a few tags do', () => {
    const fewOften = (): number => Array.from({ length: 40 }, () => costOf(100)).reduce((sum, cost) => sum + cost);
    fewOften();
    const few = Math.min(fewOften(), fewOften(), fewOften());
    const many = Math.min(costOf(4_000), costOf(4_000), costOf(4_000));
    // 40 times as much if each read looks at all tags
    expect(many).toBeLessThan(few * 8);
  });

  it('is forgotten when it is over', () => {
    const filter = new ReadFilter();
    for (let n = 0; n < 3_000; n += 1) filter.add(read(n / 3, { tag: `E2${n}` }));
    expect(filter.settle(2_000)).toEqual([]);
    // a second read, but too late
    filter.add(read(2_000, { tag: 'E21' }));
    expect([filter.settle(4_000), filter.nextDue()]).toEqual([[], undefined]);
  });
});
