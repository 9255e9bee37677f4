/** A wash of a member by any of the member's codes. */
export interface Wash {
  id: string;
  /** Epoch milliseconds. */
  at: number;
  site: number;
  plan: string;
  /** Date and hour at its site. */
  day: string;
  hour: number;
}

const oneVisitMs = 30 * 60_000;

const byTime = <T extends { at: number }>(rows: readonly T[]): T[] => rows.toSorted((one, other) => one.at - other.at);

/**
 * Returns the first wash of each visit in the order of time. A car that is washed again because it is not clean, or that two devices
 * recorded, is at the same site within half an hour.
 */
export function visitsOf<T extends Wash>(washes: readonly T[]): T[] {
  const last = new Map<number, number>();
  return byTime(washes).filter(({ site, at }) => {
    const before = last.get(site);
    last.set(site, at);
    return before === undefined || at - before > oneVisitMs;
  });
}
