import { expect, it } from 'vitest';
import type { IgnoredTag } from '../../../ports/tag-reader.ts';
import { ignoredBecause } from './sentences.ts';

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
