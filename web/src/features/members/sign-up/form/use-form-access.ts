import { useState } from 'react';
import type { SignUpForm } from '../sign-up-form.ts';
import type { SignUpDraft } from './draft.ts';
import type { FieldName } from './fields.ts';
import type { FormAccess } from './form-access.ts';
import { problemsOf, type Problems } from './problems.ts';

export type ChangeDraft = (change: (draft: SignUpDraft) => SignUpDraft) => void;

export interface WholeFormAccess extends FormAccess {
  /** Shows these too, whether or not the fields were left. Returns the first of them. */
  showProblems: (problems: Problems) => FieldName | undefined;
}

/** The form as its sections see it: a field's problem shows once the field was left. */
export function useFormAccess(form: SignUpForm, onChange: ChangeDraft, goOnFrom: (field: FieldName) => void): WholeFormAccess {
  const [left, setLeft] = useState<ReadonlySet<FieldName>>(new Set());
  const problems = problemsOf(form);
  const show = (fields: readonly FieldName[]): void => setLeft((before) => new Set([...before, ...fields]));
  return {
    form,
    change: (patch) =>
      onChange((draft) => ({ ...draft, form: { ...draft.form, ...(typeof patch === 'function' ? patch(draft.form) : patch) } })),
    problemOf: (field) => (left.has(field) ? (problems[field] ?? null) : null),
    leave: (field) => show([field]),
    goOnFrom,
    showProblems: (found) => {
      const fields = Object.keys(found) as FieldName[];
      show(fields);
      return fields[0];
    },
  };
}
