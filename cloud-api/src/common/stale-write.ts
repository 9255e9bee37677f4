import { isDeepStrictEqual } from 'node:util';
import { Failure } from './failure.ts';

/** A value that another user changed after the caller read it. */
interface StaleField {
  field: string;
  now: unknown;
  wanted: unknown;
}

/**
 * Returns the failure of a change whose caller saw an older value; screens show both values (docs/rules/screens.md#two-users-save).
 * @param what the changed thing, as users name it
 */
export const staleWrite = (what: string, fields: readonly StaleField[]): Failure =>
  new Failure(409, 'changed_meanwhile', `Someone else changed ${what} meanwhile. Compare both values, then save again.`, {
    details: { fields },
  });

/**
 * Refuses to overwrite values that another user changed after the caller read them. A repeated call finds its own values and passes.
 * @param was the fields as the caller saw them; undefined if the caller doesn't compare
 * @throws Failure 409 `changed_meanwhile`
 */
export function refuseStale<T extends object>(
  what: string,
  { was, now, wanted }: { was: { [K in keyof T]?: T[K] | undefined } | undefined; now: T; wanted: { [K in keyof T]?: T[K] | undefined } },
): void {
  const fields = Object.entries(was ?? {}) as [keyof T & string, unknown][];
  const stale = fields.filter(
    ([field, seen]) => seen !== undefined && !isDeepStrictEqual(seen, now[field]) && !isDeepStrictEqual(wanted[field], now[field]),
  );
  if (stale.length > 0)
    throw staleWrite(
      what,
      stale.map(([field]) => ({ field, now: now[field], wanted: wanted[field] })),
    );
}
