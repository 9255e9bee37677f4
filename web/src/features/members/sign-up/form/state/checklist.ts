import { customerFields } from '@washdesk/contracts/members/customer-payload';
import { defaultCarMake, isPostalCode } from '@washdesk/rules/customers/customer-entry';
import type { SignUpForm } from '../../sign-up-form.ts';
import { fieldLabels, type FieldName } from '../fields/field-order.ts';

export interface Requirement {
  field: FieldName;
  label: string;
  done: boolean;
}

const required = ['plate', 'tag', 'firstName', 'lastName', 'zip', 'email', 'make', 'model', 'color', 'plan', 'card'] as const;

/** Returns the Required Fields of a sign-up; see docs/rules/billing.md#sign-up-form. An UNCOMMON MAKE has no model, so none is required. */
export function checklist(form: SignUpForm): Requirement[] {
  const asked = required.filter((field) => field !== 'model' || form.make !== defaultCarMake);
  return asked.map((field) => {
    const isValid = isGiven(form[field]) && (validities[field]?.(form[field] as string) ?? true);
    const done = isValid || (field === 'email' && form.noEmail);
    return { field, label: fieldLabels[field], done };
  });
}

/** Returns the required fields that are empty or not valid yet, such as half an email address, in form order. */
export const missingOf = (form: SignUpForm): Requirement[] => checklist(form).filter(({ done }) => !done);

/** An invalid entry does not count: its check mark would promise what the server rejects. */
const validities: Partial<Record<FieldName, (text: string) => boolean>> = {
  plate: (text) => customerFields.CustomerCode.safeParse(text.trim()).success,
  tag: (text) => customerFields.SecondaryCode.safeParse(text.trim()).success,
  zip: isPostalCode,
  email: (text) => customerFields.Email.safeParse(text.trim()).success,
};

const isGiven = (value: unknown): boolean => (typeof value === 'string' ? value.trim() !== '' : value !== null);
