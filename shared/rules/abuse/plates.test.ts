import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayMs } from './finding.ts';
import { changesOfCar, findPlateChanges } from './plate-changes.ts';
import { findOtherPlates, type PairedRead } from './tag-plate.ts';

const start = Date.parse('2026-11-01T15:00:00Z');
const own = 'CXG3529-IL';
const read = (day: number, plate: string, owner: string | null = null): PairedRead => ({
  id: `${day} ${plate}`,
  at: start + day * dayMs,
  plate,
  owner,
});
const holder = { plates: [own], exchangedWith: new Set<string>() };

describe('a tag', () => {
  it('on another car again and again is found, beside the own car', () => {
    const reads = [read(0, own), read(2, 'ZZ12345-IL'), read(5, 'ZZ12345-IL'), read(9, 'ZZ1234S'), read(11, own)];
    expect(findOtherPlates(reads, holder)).toMatchObject({
      facts: { kind: 'tag-plate', reads: 3, days: 3, plates: 1, isMembers: false },
      strength: 'weak',
      evidence: reads.slice(1, 4).map(({ id, at }) => ({ of: 'read', id, at })),
    });
  });

  it('on the car of another member is clear', () => {
    const reads = [2, 5, 9].map((day) => read(day, 'ZZ12345-IL', 'cus_2'));
    expect(findOtherPlates(reads, holder)).toMatchObject({ strength: 'clear', facts: { isMembers: true } });
  });

  it('on three cars is a shared membership', () => {
    const reads = [0, 1, 2, 3].flatMap((week) => [read(week * 7, own), read(week * 7 + 1, 'AB11111-IL'), read(week * 7 + 2, 'CD22222-IL')]);
    expect(findOtherPlates(reads, holder)).toMatchObject({ facts: { kind: 'shared', cars: 3 } });
  });

  it.each([
    ['misread by the camera', [2, 5, 9].map((day) => read(day, 'CXG35Z9-IN'))],
    ['beside the car behind, once or twice', [read(1, 'AB11111-IL'), read(4, 'CD22222-IL'), read(4, own)]],
    ['moved to a new car whose plate is not entered yet', [read(0, own), ...[2, 5, 9].map((day) => read(day, 'ZZ12345-IL'))]],
  ])('%s is not found', (_name, reads) => {
    expect(findOtherPlates(reads, holder)).toBeNull();
  });

  it('exchanged with the tag of another member is not found: both pay', () => {
    const reads = [2, 5, 9].map((day) => read(day, 'ZZ12345-IL', 'cus_2'));
    expect(findOtherPlates(reads, { ...holder, exchangedWith: new Set(['cus_2']) })).toBeNull();
  });

  it('on the own car is never found', () => {
    const days = fc.array(fc.integer({ min: 0, max: 29 }));
    fc.assert(
      fc.property(days, (all) => {
        const reads = all.map((day) => read(day, own));
        expect(findOtherPlates(reads, holder)).toBeNull();
      }),
    );
  });
});

const plates = ['AB11111-IL', 'CD22222-IL', 'EF33333-IL', 'GH44444-IL'];
const change = (day: number, from: string, to: string) => ({ id: `${day}`, at: start + day * dayMs, from, to });

describe('a plate', () => {
  it('changed to another car and back before each wash is found', () => {
    const changes = [0, 7, 14, 21].map((day, place) => change(day, plates[place % 2]!, plates[(place + 1) % 2]!));
    const washes = changes.map(({ at }) => at + 60_000);
    expect(findPlateChanges(changes, washes)).toMatchObject({
      facts: { kind: 'plate-changes', changes: 4, washedAfter: 4, returned: true },
      strength: 'strong',
    });
  });

  it('of a new car is not found: the temporary plate, a typo, the plate', () => {
    const changes = [change(0, own, plates[0]!), change(20, plates[0]!, plates[1]!), change(21, plates[1]!, 'CD2222Z-IN')];
    expect(
      findPlateChanges(
        changes,
        changes.map(({ at }) => at),
      ),
    ).toBeNull();
  });

  it('entered wrong and corrected within the hour did not change', () => {
    const wrong = { ...change(0, plates[0]!, plates[1]!), id: 'wrong' };
    expect(changesOfCar([wrong, { ...change(0, plates[1]!, plates[0]!), at: wrong.at + 600_000 }])).toEqual([]);
  });

  it('changed at most twice is never found', () => {
    const some = fc.tuple(fc.constantFrom(...plates), fc.constantFrom(...plates), fc.integer({ min: 0, max: 80 }));
    fc.assert(
      fc.property(fc.array(some, { maxLength: 2 }), (all) => {
        const changes = all.map(([from, to, day]) => change(day, from, to));
        expect(
          findPlateChanges(
            changes,
            changes.map(({ at }) => at),
          ),
        ).toBeNull();
      }),
    );
  });
});
