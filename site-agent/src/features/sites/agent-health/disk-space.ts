import type { StatsFs } from 'node:fs';

const gigabyte = 1_000_000_000;

/** Returns a sentence if a disk is at least `warnPercent` full, counted as `df` counts it; null otherwise. */
export function diskSpaceProblem(
  { blocks, bfree, bavail, bsize }: Pick<StatsFs, 'blocks' | 'bfree' | 'bavail' | 'bsize'>,
  warnPercent: number,
): string | null {
  const used = blocks - bfree;
  const percent = Math.floor((used / (used + bavail)) * 100);
  if (percent < warnPercent) return null;
  return `The site computer’s disk is ${percent} % full, ${sizeOf(bavail * bsize)} are left; delete what isn’t needed`;
}

/** In steps, because each new sentence is published with all states. */
function sizeOf(bytes: number): string {
  return bytes < gigabyte ? `${Math.floor(bytes / 10_000_000) * 10} MB` : `${(bytes / gigabyte).toFixed(1)} GB`;
}
