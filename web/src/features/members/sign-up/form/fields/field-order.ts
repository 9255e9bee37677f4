import { defaultCarMake } from '@washdesk/rules/customers/customer-entry';
import type { SignUpForm } from '../../sign-up-form.ts';

/** The fields in the order in which Enter leads through them. */
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

/** The words at each field. */
export const fieldLabels: Readonly<Record<FieldName, string>> = {
  plate: 'Plate',
  tag: 'Barcode (tag)',
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

/** The field of a code that only one customer may have. */
export type CodeField = 'plate' | 'tag';

/** The id of a field's control in the page. */
export const fieldId = (field: FieldName): string => `sign-up-${field}`;

export function focusField(field: FieldName): void {
  document.getElementById(fieldId(field))?.focus();
}

/** The field whose control the element is; null for any other element. */
export function fieldOf(element: EventTarget): FieldName | null {
  return order.find((field) => element instanceof HTMLElement && element.id === fieldId(field)) ?? null;
}

/** The first of the fields in their order for which the record has a value. */
export const firstIn = (record: Partial<Record<FieldName, unknown>>): FieldName | undefined =>
  order.find((field) => record[field] !== undefined);

/** The field to which Enter leads from this one; null behind the last. What a postal code has filled in, and a chosen plan, are passed over. */
export function fieldAfter(field: FieldName, form: SignUpForm): FieldName | null {
  return order.slice(order.indexOf(field) + 1).find((next) => !isPassedOver(next, form)) ?? null;
}

function isPassedOver(field: FieldName, form: SignUpForm): boolean {
  if (field === 'model') return form.make === defaultCarMake;
  if (field === 'plan') return form.plan !== null;
  return (field === 'city' || field === 'state') && form[field] !== '';
}
