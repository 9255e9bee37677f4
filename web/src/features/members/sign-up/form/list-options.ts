export interface ListOption {
  value: string;
  label: string;
  /** What is typed is looked for in it; lower case. */
  search: string;
}

export function optionOf(value: string, label: string = value): ListOption {
  return { value, label, search: `${label} ${value}`.toLowerCase() };
}

/** Of what contains the letters typed, what begins with them comes first: 'c' is CIVIC before ACCORD. A value that is meant word by word is the first of all. */
export function compareByMatch(a: ListOption, b: ListOption, typed: string): number {
  const letters = typed.trim().toLowerCase();
  const rank = ({ value, search }: ListOption): number => {
    if (value.toLowerCase() === letters) return 0;
    return search.startsWith(letters) ? 1 : 2;
  };
  return rank(a) - rank(b) || a.search.localeCompare(b.search);
}
