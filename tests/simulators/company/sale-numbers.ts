/** A register sale; `at` is ISO 8601. */
interface RungUp {
  site: number;
  at: string;
}

/** A sale without its site's number. */
export type Unnumbered<T extends RungUp & { saleId: number }> = Omit<T, 'saleId'>;

/** Assigns each sale its Sitewatch number: in time order, starting at 1 at every site. */
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
    if (number === undefined) throw new Error('Sale has no number: it was not counted');
    return number;
  };
}

export const byTime = (one: RungUp, other: RungUp): number => one.at.localeCompare(other.at);
