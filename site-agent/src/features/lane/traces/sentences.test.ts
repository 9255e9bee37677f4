import { expect, it } from 'vitest';
import type { IgnoredTag } from '../../../ports/tag-reader.ts';
import { endOfHeld, ignoredBecause } from './sentences.ts';

const tag: IgnoredTag = { lane: 1, reader: 'zebra', antenna: 1, tag: '12345+123456', reads: 4, strong: 4, rssi: -48, tiedLanes: [], at: 0 };

it.each<[Partial<IgnoredTag>, string]>([
  [{ strong: 0, rssi: -71 }, 'Read 4 times, at most at -71 dBm: too weak for this reader'],
  [{ reads: 1, strong: 1 }, 'Read once with enough strength: too few reads'],
  [{}, 'Read 4 times with enough strength, but too far apart'],
  [{ tiedLanes: [1, 2] }, 'Read equally well in lane 1 and lane 2: the lane is ambiguous'],
  [{ tiedLanes: [null, 2] }, 'Read equally well in a place without a lane and lane 2: the lane is ambiguous'],
])('a tag that was ignored: %j', (change, reason) => {
  expect(ignoredBecause({ ...tag, ...change })).toBe(reason);
});

it('the end of a held request says how long it was held, why it ended and whether the gate was seen open', () => {
  const held = { heldMs: 12_345, reason: 'wash-free' } as const;
  const relay = 'The request was held for 12.3 s, until the wash was free';
  expect(endOfHeld({ ...held, gateOpened: true })).toMatchObject({ relay, outcome: 'opened', reason: null });
  const readback = 'The gate was not seen open meanwhile';
  expect(endOfHeld({ ...held, gateOpened: false })).toEqual({ relay, readback, outcome: 'unconfirmed', reason: `${relay}. ${readback}` });
  expect(endOfHeld({ ...held, gateOpened: null })).toEqual({ relay, readback: null, outcome: 'unconfirmed', reason: relay });
});
