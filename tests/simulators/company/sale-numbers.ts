/** A sale of a register; `at` is ISO 8601. */
interface RungUp {
  site: number;
  at: string;
}

/** Without the number that its site gave it. */
export type Unnumbered<T extends RungUp & { saleId: number }> = Omit<T, 'saleId'>;

/** The number that its Sitewatch gave each of these: in order of time, every site counts from 1. */
export function saleNumbers(rungUp: readonly RungUp[]): (one: RungUp) => number {
  const last = new Map<number, number>();
  const numbers = new Map<RungUp, number>();
  for (const one of rungUp.toSorted(byTime)) {
    const number = (last.get(one.site) ?? 0) + 1;
    last.set(one.site, number);
    numbers.set(one, number);
  }
  return (one) => {
    const number = numbers.get(one);
    if (number === undefined) throw new Error('a sale that was not counted has no number');
    return number;
  };
}

export const byTime = (one: RungUp, other: RungUp): number => one.at.localeCompare(other.at);
