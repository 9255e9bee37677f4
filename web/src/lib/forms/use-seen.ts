import { useState } from 'react';
import { z } from 'zod';
import { isCallFailure } from '../api/call-failure.ts';

const stale = z.object({ fields: z.array(z.object({ field: z.string(), now: z.unknown(), wanted: z.unknown() })) });

export type StaleField = z.infer<typeof stale>['fields'][number];

/** Returns what another user changed, if that is why a call was refused; null otherwise. */
export function staleFieldsOf(error: unknown): readonly StaleField[] | null {
  if (!isCallFailure(error) || error.code !== 'changed_meanwhile') return null;
  return stale.safeParse(error.details).data?.fields ?? [];
}

/**
 * The values that a save compares with, as `was` (docs/rules/screens.md#two-users-save). A refusal shows the current values, so the next
 * save compares with those.
 * @param opened the values when the form was opened
 */
export function useSeen<T extends object>(
  opened: T,
): {
  was: T;
  refused: (error: unknown) => void;
  /** For a form that stays open after a save. */
  saved: (now: T) => void;
} {
  const [was, setWas] = useState(opened);
  return {
    was,
    saved: setWas,
    refused: (error) => {
      const fields = staleFieldsOf(error) ?? [];
      if (fields.length > 0) setWas((before) => ({ ...before, ...Object.fromEntries(fields.map(({ field, now }) => [field, now])) }));
    },
  };
}
