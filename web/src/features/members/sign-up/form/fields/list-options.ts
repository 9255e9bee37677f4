export interface ListOption {
  value: string;
  label: string;
  /** The lowercase text that is searched. */
  search: string;
}

export function optionOf(value: string, label: string = value): ListOption {
  return { value, label, search: `${label} ${value}`.toLowerCase() };
}

/** Sorts matching options: the exact value first, then those that begin with the typed letters ('c' is CIVIC before ACCORD). */
export function compareByMatch(a: ListOption, b: ListOption, typed: string): number {
  const letters = typed.trim().toLowerCase();
  const rank = ({ value, search }: ListOption): number => {
    if (value.toLowerCase() === letters) return 0;
    return search.startsWith(letters) ? 1 : 2;
  };
  return rank(a) - rank(b) || a.search.localeCompare(b.search);
}
