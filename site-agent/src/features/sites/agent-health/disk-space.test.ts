import { expect, it } from 'vitest';
import { diskSpaceProblem } from './disk-space.ts';

/** A disk of 100 GB, 5 of which only the system may use. */
const disk = (usedGb: number) => {
  const [blocks, bfree] = [100_000_000, (100 - usedGb) * 1_000_000];
  return { blocks, bfree, bavail: Math.max(0, bfree - 5_000_000), bsize: 1_000 };
};

it.each([
  [90, null],
  [90.3, 'The site computer’s disk is 95 % full, 4.7 GB are left; delete what isn’t needed'],
  [94.5, 'The site computer’s disk is 99 % full, 500 MB are left; delete what isn’t needed'],
  [94.977, 'The site computer’s disk is 99 % full, 20 MB are left; delete what isn’t needed'],
  [96, 'The site computer’s disk is 100 % full, 0 MB are left; delete what isn’t needed'],
])('names a disk with %d GB in use of 95: %s', (used, sentence) => {
  expect(diskSpaceProblem(disk(used), 95)).toBe(sentence);
});

it('warns from the configured percentage on', () => {
  expect(diskSpaceProblem(disk(50), 50)).toContain('52 % full');
  expect(diskSpaceProblem(disk(50), 53)).toBeNull();
});
