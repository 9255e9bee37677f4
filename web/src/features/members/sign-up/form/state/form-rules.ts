import { z } from 'zod';
import { customerFields } from '@washdesk/contracts/members/customer-payload';
import { normalizeCode } from '@washdesk/rules/codes/codes';
import { toE164 } from '@washdesk/rules/customers/phones';
import { labelledRule } from '../../../../../lib/forms/problems.ts';
import { signUpForm, type SignUpForm } from '../../sign-up-form.ts';

/** A foreign phone number is allowed with its '+'. */
const isPhone = (text: string): boolean => ['', '+'].includes(text.trim().charAt(0)) || toE164(text.trim()) !== null;

/**
 * The validation of the sign-up form. Empty fields are valid here because the checklist requires them. The output is the form that the API
 * receives.
 */
export const signUpRules = signUpForm
  .extend({
    plate: labelledRule('Plate', customerFields.CustomerCode),
    tag: labelledRule('Tag', customerFields.SecondaryCode),
    theCardNumber: labelledRule('TheCard number', customerFields.TheCardNumber),
    zip: labelledRule('Zip', customerFields.Zipcode),
    email: labelledRule('Email', customerFields.Email),
    cellPhone: z.string().refine(isPhone, 'Cell phone must be a number of 10 digits'),
  })
  .transform(trimmed);

/** Returns the form with trimmed texts and without spaces in the loyalty card's number. */
function trimmed(form: SignUpForm): SignUpForm {
  const values = Object.fromEntries(Object.entries(form).map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value]));
  return { ...form, ...values, theCardNumber: normalizeCode(form.theCardNumber) };
}
