import { defaultRangeExtractor, type Range } from '@tanstack/react-virtual';

/** Returns the rows that exist: those near the window, and the one with the focus with its neighbors, so that Tab goes on from there. */
export function rowsShown(range: Range, kept: number | 'all' | null): number[] {
  if (kept === 'all') return Array.from({ length: range.count }, (_, row) => row);
  const near = defaultRangeExtractor(range);
  if (kept === null) return near;
  const beside = [kept - 1, kept, kept + 1].filter((row) => row >= 0 && row < range.count && !near.includes(row));
  return [...near, ...beside].toSorted((one, other) => one - other);
}
