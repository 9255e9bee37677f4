import { describe, expect, it } from 'vitest';
import { nextFault, noFault, type FaultChange, type SourceFault } from './fault-changes.ts';

const start = Date.parse('2026-11-26T12:00:00Z');

/** Reports causes at a source, each with its minute. @returns what each report changes */
function changesOf(reports: readonly (readonly [minute: number, cause: string | null])[]): (FaultChange | null)[] {
  let fault: SourceFault = noFault;
  return reports.map(([minute, cause]) => {
    const next = nextFault(fault, cause, new Date(start + minute * 60_000));
    if (next) ({ fault } = next);
    return next?.change ?? null;
  });
}

describe('a source', () => {
  it.each<[string, (readonly [number, string | null])[], (FaultChange | null)[]]>([
    ['that works changes nothing', [[0, null]], [null]],
    [
      'raises each cause once',
      [
        [0, 'paper'],
        [1, 'paper'],
        [2, 'cover'],
      ],
      ['raised', null, 'raised'],
    ],
    [
      'is cleared when it works again',
      [
        [0, 'paper'],
        [1, null],
        [2, null],
      ],
      ['raised', 'cleared', null],
    ],
    [
      'reopens a cause that ended less than 10 minutes ago',
      [
        [0, 'paper'],
        [1, null],
        [10.9, 'paper'],
      ],
      ['raised', 'cleared', 'reopened'],
    ],
    [
      'raises a cause again that ended 10 minutes ago',
      [
        [0, 'paper'],
        [1, null],
        [11, 'paper'],
      ],
      ['raised', 'cleared', 'raised'],
    ],
    [
      'holds the 10 minutes anew with each return',
      [
        [0, 'offline'],
        [1, null],
        [9, 'offline'],
        [10, null],
        [19, 'offline'],
        [20, null],
      ],
      ['raised', 'cleared', 'reopened', 'cleared', 'reopened', 'cleared'],
    ],
    [
      'reopens a cause after another one',
      [
        [0, 'paper'],
        [1, 'cover'],
        [2, 'paper'],
      ],
      ['raised', 'raised', 'reopened'],
    ],
    [
      'of ever new causes is unstable from the fifth on, and is then one cause',
      [
        [0, 'a'],
        [1, 'b'],
        [2, 'c'],
        [3, 'd'],
        [4, 'e'],
        [5, 'f'],
        [6, null],
        [7, 'g'],
      ],
      ['raised', 'raised', 'raised', 'raised', 'unstable', null, 'cleared', 'reopened'],
    ],
    [
      'is stable again after 10 minutes without a fault',
      [
        [0, 'a'],
        [1, 'b'],
        [2, 'c'],
        [3, 'd'],
        [4, 'e'],
        [5, null],
        [15, 'f'],
      ],
      ['raised', 'raised', 'raised', 'raised', 'unstable', 'cleared', 'raised'],
    ],
  ])('%s', (_name, reports, changes) => {
    expect(changesOf(reports)).toEqual(changes);
  });

  it('that flaps for an hour alerts once', () => {
    const reports = Array.from({ length: 120 }, (_, n) => [n / 2, n % 2 === 0 ? 'offline' : null] as const);
    expect(changesOf(reports).filter((change) => change === 'raised' || change === 'unstable')).toEqual(['raised']);
  });
});
