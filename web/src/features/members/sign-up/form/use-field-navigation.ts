import { useEffect, useState, type KeyboardEvent } from 'react';
import type { SignUpForm } from '../sign-up-form.ts';
import { fieldAfter, fieldOf, focusField, type FieldName } from './fields.ts';

export interface FieldNavigation {
  goTo: (field: FieldName) => void;
  /** To where Enter leads from there, with the form as it is by then. */
  goOnFrom: (field: FieldName) => void;
  /** Enter goes on to the next field; only an open or empty list keeps it. */
  onKeyDownCapture: (event: KeyboardEvent) => void;
}

/** Moves the focus through the form, once the page shows what led there: a list that a choice has opened up, say. */
export function useFieldNavigation(form: SignUpForm): FieldNavigation {
  const [step, setStep] = useState<{ to: FieldName } | { from: FieldName } | null>(null);
  if (step && 'from' in step) {
    const to = fieldAfter(step.from, form);
    setStep(to && { to });
  }
  useEffect(() => {
    if (step && 'to' in step) focusField(step.to);
  }, [step]);

  const goOnFrom = (from: FieldName): void => setStep({ from });
  return {
    goTo: (to) => setStep({ to }),
    goOnFrom,
    onKeyDownCapture: (event) => {
      const field = event.target instanceof HTMLInputElement ? fieldOf(event.target) : null;
      if (event.key !== 'Enter' || field === null || keepsEnter(event.target as HTMLInputElement, form[field])) return;
      event.preventDefault();
      event.stopPropagation();
      goOnFrom(field);
    },
  };
}

/** A list takes Enter to choose and to open; a plan's button, to be chosen. */
function keepsEnter(input: HTMLInputElement, value: unknown): boolean {
  if (input.type === 'radio') return !input.checked;
  return input.getAttribute('role') === 'combobox' && (input.getAttribute('aria-expanded') === 'true' || value === '');
}
