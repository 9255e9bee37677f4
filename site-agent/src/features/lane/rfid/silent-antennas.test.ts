import { beforeEach, describe, expect, it } from 'vitest';
import { SilentAntennas, type WatchedReader } from './silent-antennas.ts';

const hourMs = 3_600_000;
const silent = 'antenna 2 is silent for 40 cars while antenna 1 reads; check its cable';

let told: [string, string | null][];
let watch: SilentAntennas;

beforeEach(() => {
  told = [];
  const limits = { silentAfterCars: 40, silentAfterHours: 4 };
  const readers: WatchedReader[] = [
    { id: 'both', antennas: { '1': 1, '2': 2 }, ...limits },
    { id: 'alone', antennas: { '1': 3 }, ...limits },
    { id: 'off', antennas: { '1': 1, '2': 2 }, ...limits, silentAfterCars: 0 },
  ];
  watch = new SilentAntennas(readers, 0, (reader, problem) => told.push([reader, problem]));
});

function cars(reader: string, antenna: number, count: number): void {
  for (let car = 0; car < count; car += 1) {
    watch.read(reader, antenna, 0);
    watch.car(reader, antenna);
  }
}

describe('an antenna', () => {
  it('that reads nothing for 40 cars while its neighbor reads is named once, and mended by its next read', () => {
    cars('both', 1, 39);
    expect(told).toEqual([]);
    cars('both', 1, 20);
    expect(told).toEqual([['both', silent]]);
    watch.read('both', 2, 0);
    cars('both', 1, 39);
    expect(told).toEqual([
      ['both', silent],
      ['both', null],
    ]);
  });

  it('with a lane of fewer cars is not silent', () => {
    for (let round = 0; round < 10; round += 1) {
      cars('both', 1, 30);
      cars('both', 2, 1);
    }
    expect(told).toEqual([]);
  });

  it('is not watched where that is switched off', () => {
    cars('off', 1, 100);
    expect(told).toEqual([]);
  });
});

describe('a reader', () => {
  it('that reads nothing for hours while its gate opens is named, and mended by its next read', () => {
    for (let opening = 0; opening < 60; opening += 1) watch.opened(3, hourMs);
    expect(told).toEqual([]);
    watch.opened(3, 4 * hourMs);
    watch.opened(3, 5 * hourMs);
    expect(told).toEqual([['alone', 'silent for over 4 hours while the gate of lane 3 opened 40 times or more; check its antennas']]);
    watch.read('alone', 1, 5 * hourMs);
    watch.opened(3, 9.5 * hourMs);
    expect(told.slice(1)).toEqual([['alone', null]]);
  });

  it('is not silent on a quiet day', () => {
    for (let opening = 0; opening < 39; opening += 1) watch.opened(3, 10 * hourMs);
    expect(told).toEqual([]);
  });
});
