export interface ListOption {
  value: string;
  label: string;
  /** The lowercase text that is searched. */
  search: string;
}

export function optionOf(value: string, label: string = value): ListOption {
  return { value, label, search: `${label} ${value}`.toLowerCase() };
}

export const isMatch = ({ search }: ListOption, typed: string): boolean => search.includes(typed.trim().toLowerCase());

/** Returns the option that typed letters mean: the first that the list shows for them. */
export const optionMeant = (options: readonly ListOption[], typed: string): ListOption | undefined =>
  options.filter((option) => isMatch(option, typed)).toSorted((a, b) => compareByMatch(a, b, typed))[0];

/** Sorts matching options: the exact value first, then those that begin with the typed letters ('c' is CIVIC before ACCORD). */
export function compareByMatch(a: ListOption, b: ListOption, typed: string): number {
  const letters = typed.trim().toLowerCase();
  const rank = ({ value, search }: ListOption): number => {
    if (value.toLowerCase() === letters) return 0;
    return search.startsWith(letters) ? 1 : 2;
  };
  return rank(a) - rank(b) || a.search.localeCompare(b.search);
}
