import { defaultCarMake } from '@washdesk/rules/customers/customer-entry';
import type { SignUpForm } from '../../sign-up-form.ts';

/** The fields in Enter order. */
const order = [
  'plate',
  'tag',
  'firstName',
  'lastName',
  'theCardNumber',
  'zip',
  'city',
  'state',
  'email',
  'cellPhone',
  'make',
  'model',
  'color',
  'plan',
  'card',
] as const;
export type FieldName = (typeof order)[number];

export const fieldLabels: Readonly<Record<FieldName, string>> = {
  plate: 'Plate',
  tag: 'Tag',
  firstName: 'First name',
  lastName: 'Last name',
  theCardNumber: 'TheCard number',
  zip: 'Zip',
  city: 'City',
  state: 'State',
  email: 'Email',
  cellPhone: 'Cell phone',
  make: 'Make',
  model: 'Model',
  color: 'Color',
  plan: 'Plan',
  card: 'Payment method',
};

/** The field of a code that must be unique to one customer. */
export type CodeField = 'plate' | 'tag';

/** Returns the DOM id of a field's control. */
export const fieldId = (field: FieldName): string => `sign-up-${field}`;

export function focusField(field: FieldName): void {
  document.getElementById(fieldId(field))?.focus();
}

/** Returns the field of a control; null for any other element. */
export function fieldOf(element: EventTarget): FieldName | null {
  return order.find((field) => element instanceof HTMLElement && element.id === fieldId(field)) ?? null;
}

/** Returns the first field in order that has a value in the record. */
export const firstIn = (record: Partial<Record<FieldName, unknown>>): FieldName | undefined =>
  order.find((field) => record[field] !== undefined);

/** Returns the field after this one in the order of Enter; null after the last. Skips fields that a postal code fills in, and a chosen plan. */
export function fieldAfter(field: FieldName, form: SignUpForm): FieldName | null {
  return order.slice(order.indexOf(field) + 1).find((next) => !isPassedOver(next, form)) ?? null;
}

function isPassedOver(field: FieldName, form: SignUpForm): boolean {
  if (field === 'model') return form.make === defaultCarMake;
  if (field === 'plan') return form.plan !== null;
  if (field === 'email') return form.noEmail;
  return (field === 'city' || field === 'state') && form[field] !== '';
}
