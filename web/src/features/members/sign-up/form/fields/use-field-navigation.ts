import { useEffect, useState, type KeyboardEvent } from 'react';
import type { SignUpForm } from '../../sign-up-form.ts';
import { fieldAfter, fieldOf, focusField, type FieldName } from './field-order.ts';

export interface FieldNavigation {
  goTo: (field: FieldName) => void;
  /** Moves to the field after this one, by the form as it is once the page has been drawn. */
  goOnFrom: (field: FieldName) => void;
  /** Enter moves to the next field; only a list that is open or empty keeps the key. */
  onKeyDownCapture: (event: KeyboardEvent) => void;
}

/** Moves the focus through the form after the page has been drawn, since a choice may have enabled the next field. */
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

/** Whether the control needs Enter: a list to open and to choose, a plan's button to be chosen. */
function keepsEnter(input: HTMLInputElement, value: unknown): boolean {
  if (input.type === 'radio') return !input.checked;
  return input.getAttribute('role') === 'combobox' && (input.getAttribute('aria-expanded') === 'true' || value === '');
}
