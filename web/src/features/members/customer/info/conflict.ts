import { z } from 'zod';
import type { CallFailure } from '../../../../lib/api/call-failure.ts';
import { fieldOf, valueOf, type InfoField, type InfoForm } from './info-form.ts';

/** A field that another user changed since it was loaded. */
export interface Conflict {
  field: InfoField;
  theirs: InfoForm[InfoField];
}

const details = z.object({ fields: z.array(z.object({ field: z.string(), theirs: z.string() })) });

/** Returns the fields for which the API rejected a save; empty for any other failure. */
export function conflictsIn(failure: CallFailure | null): Conflict[] {
  if (failure?.code !== 'changed') return [];
  const found = details.safeParse(failure.details);
  if (!found.success) return [];
  return found.data.fields.flatMap(({ field: named, theirs }) => {
    const field = fieldOf(named);
    return field === null ? [] : { field, theirs: valueOf(field, theirs) };
  });
}
