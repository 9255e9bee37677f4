import { defaultCarMake } from '@washdesk/rules/customers/customer-entry';
import type { SignUpForm } from '../sign-up-form.ts';

/** The fields in the order in which they are filled in: what Enter follows. */
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

/** What a plate or tag must never belong to twice. */
export type CodeField = 'plate' | 'tag';

/** A field's element in the page. */
export const fieldId = (field: FieldName): string => `sign-up-${field}`;

export function focusField(field: FieldName): void {
  document.getElementById(fieldId(field))?.focus();
}

/** The field to which the element belongs; null for any other element. */
export function fieldOf(element: EventTarget): FieldName | null {
  return order.find((field) => element instanceof HTMLElement && element.id === fieldId(field)) ?? null;
}

/** Where Enter leads. What a postal code has filled in, and a plan chosen by its number, are not asked for again. Null behind the last. */
export function fieldAfter(field: FieldName, form: SignUpForm): FieldName | null {
  return order.slice(order.indexOf(field) + 1).find((next) => !isPassedOver(next, form)) ?? null;
}

function isPassedOver(field: FieldName, form: SignUpForm): boolean {
  if (field === 'model') return form.make === defaultCarMake;
  if (field === 'plan') return form.plan !== null;
  return (field === 'city' || field === 'state') && form[field] !== '';
}
