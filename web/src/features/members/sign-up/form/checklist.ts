import { defaultCarMake } from '@washdesk/rules/customers/customer-entry';
import type { SignUpForm } from '../sign-up-form.ts';
import type { FieldName } from './fields.ts';

export interface Requirement {
  field: FieldName;
  label: string;
  done: boolean;
}

const required = [
  { field: 'plate', label: 'Plate' },
  { field: 'tag', label: 'Barcode (tag)' },
  { field: 'firstName', label: 'First name' },
  { field: 'lastName', label: 'Last name' },
  { field: 'zip', label: 'Zip' },
  { field: 'email', label: 'Email' },
  { field: 'make', label: 'Make' },
  { field: 'model', label: 'Model' },
  { field: 'color', label: 'Color' },
  { field: 'plan', label: 'Plan' },
  { field: 'card', label: 'Payment method' },
] as const;

/** The Required Fields of front-desk section 2. An UNCOMMON MAKE has no model (section 5), so none is asked for. */
export function checklist(form: SignUpForm): Requirement[] {
  const asked = required.filter(({ field }) => field !== 'model' || form.make !== defaultCarMake);
  return asked.map(({ field, label }) => ({ field, label, done: isGiven(form[field]) }));
}

/** What is still to be filled in, in the order of the form. */
export const missingOf = (form: SignUpForm): Requirement[] => checklist(form).filter(({ done }) => !done);

const isGiven = (value: unknown): boolean => (typeof value === 'string' ? value.trim() !== '' : value !== null);
