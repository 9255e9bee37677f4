import { useEffect, useState, type KeyboardEvent } from 'react';
import type { SignUpForm } from '../../sign-up-form.ts';
import { fieldAfter, fieldOf, focusField, type FieldName } from './field-order.ts';

export interface FieldNavigation {
  goTo: (field: FieldName) => void;
  /** Moves to the next field, based on the form after the next render. */
  goOnFrom: (field: FieldName) => void;
  /**
   * Moves to the next field on Enter; only an open or empty list keeps the key. Tab passes over city and state that a postal code filled in;
   * they and the country are reached by Shift+Tab.
   */
  onKeyDownCapture: (event: KeyboardEvent) => void;
}

/** Moves the focus through the form after a render, because a choice may have enabled the next field. */
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
      if (field === null || !goesOn(event, field, form)) return;
      event.preventDefault();
      event.stopPropagation();
      goOnFrom(field);
    },
  };
}

function goesOn(event: KeyboardEvent, field: FieldName, form: SignUpForm): boolean {
  if (event.key === 'Tab') return !event.shiftKey && passesFilled(field, form);
  return event.key === 'Enter' && !keepsEnter(event.target as HTMLInputElement, form[field]);
}

const filled: Partial<Record<FieldName, (form: SignUpForm) => boolean>> = {
  zip: ({ city, state }) => city !== '' && state !== '',
  city: ({ state }) => state !== '',
  state: ({ state }) => state !== '',
};

const passesFilled = (field: FieldName, form: SignUpForm): boolean => filled[field]?.(form) ?? false;

/** Whether the control needs Enter: to open or select in a list, or to choose a plan. */
function keepsEnter(input: HTMLInputElement, value: unknown): boolean {
  if (input.type === 'radio') return !input.checked;
  return input.getAttribute('role') === 'combobox' && (input.getAttribute('aria-expanded') === 'true' || value === '');
}
