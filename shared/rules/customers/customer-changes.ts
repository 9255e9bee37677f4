/** A customer's fields, by names like `name`, `address.city`, `metadata.CarMake`; a missing value and an empty text are the same. */
export type FieldValues = Readonly<Record<string, string>>;

/** A field that somebody else changed since it was loaded, to something other than what is wanted now. */
export interface FieldConflict {
  field: string;
  base: string;
  yours: string;
  theirs: string;
}

export interface FieldChanges {
  /** What has to be written: the new values by field. */
  changes: Record<string, string>;
  conflicts: FieldConflict[];
}

/**
 * What saving means when others may have saved meanwhile: only
 * fields that were edited are written, and none over what somebody else wrote.
 * @param base the values as they were loaded
 * @param yours the values as they are wanted; a field that is not named here was not edited
 * @param theirs the values as they are now
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
