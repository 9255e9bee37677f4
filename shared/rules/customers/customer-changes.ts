/** A customer's fields, by names like `name`, `address.city`, `metadata.CarMake`; a missing value equals an empty text. */
export type FieldValues = Readonly<Record<string, string>>;

/** A field that another user changed since it was loaded, to a value other than the caller's. */
export interface FieldConflict {
  field: string;
  base: string;
  yours: string;
  theirs: string;
}

export interface FieldChanges {
  /** The new values to write, by field. */
  changes: Record<string, string>;
  conflicts: FieldConflict[];
}

/**
 * Merges a save with concurrent changes: only edited fields are written, and none over another user's change.
 * @param base the values as loaded
 * @param yours the wanted values; a missing field was not edited
 * @param theirs the current values
 */
export function fieldChanges({ base, yours, theirs }: Record<'base' | 'yours' | 'theirs', FieldValues>): FieldChanges {
  const valueIn = (values: FieldValues, field: string): string => values[field] ?? '';
  const edited = Object.keys(yours).filter((field) => valueIn(yours, field) !== valueIn(base, field));
  const open = edited
    .map((field) => ({ field, base: valueIn(base, field), yours: valueIn(yours, field), theirs: valueIn(theirs, field) }))
    // the other change set the same value
    .filter((one) => one.yours !== one.theirs);
  return {
    changes: Object.fromEntries(open.filter((one) => one.theirs === one.base).map((one) => [one.field, one.yours])),
    conflicts: open.filter((one) => one.theirs !== one.base),
  };
}
