import { describe, expect, it } from 'vitest';
import { FairQueue } from './fair-queue.ts';

const drained = <T>(queue: FairQueue<T>): T[] => {
  const item = queue.next();
  return item === null ? [] : [item, ...drained(queue)];
};

describe('a fair queue', () => {
  it('takes turns between providers, then between customers', () => {
    const queue = new FairQueue<string>(100);
    for (const [address, item] of [
      ['10.1.0.1', 'a1'],
      ['10.1.0.1', 'a2'],
      ['10.1.0.2', 'b1'],
      ['10.1.0.3', 'c1'],
      ['203.0.113.7', 'd1'],
      ['2001:db8::1', 'e1'],
    ] as const)
      queue.add(address, item);
    expect(drained(queue)).toEqual(['a1', 'd1', 'e1', 'b1', 'c1', 'a2']);
    expect(queue.next()).toBeNull();
  });

  it('has room for three of one /64, however many of its addresses ask', () => {
    const queue = new FairQueue<number>(100);
    const refused = Array.from({ length: 50 }, (_, turn) => queue.add(`2001:db8:0:1::${turn.toString(16)}`, turn)).filter(
      (one) => one !== null,
    );
    expect(refused).toHaveLength(47);
    expect(drained(queue)).toEqual([0, 1, 2]);
  });

  it('when full drops an item of the network with the most, never one of a smaller network', () => {
    const queue = new FairQueue<string>(10);
    for (let turn = 0; turn < 10; turn += 1) expect(queue.add(`10.1.0.${turn}`, `guess ${turn}`)).toBeNull();
    expect(queue.add('10.1.0.99', 'guess 99')).toBe('guess 99');
    expect(queue.add('203.0.113.7', 'honest')).toBe('guess 9');
    expect(drained(queue)).toHaveLength(10);
  });
});
