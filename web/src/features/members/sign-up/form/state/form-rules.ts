import { customerFields } from '@washdesk/contracts/members/customer-payload';
import { normalizeCode } from '@washdesk/rules/codes/codes';
import { toE164 } from '@washdesk/rules/customers/phones';
import { z } from 'zod';
import { labelledRule } from '../../../../../lib/forms/problems.ts';
import { signUpForm, type SignUpForm } from '../../sign-up-form.ts';

/** A phone number of another country may be given with its '+'. */
const isPhone = (text: string): boolean => ['', '+'].includes(text.trim().charAt(0)) || toE164(text.trim()) !== null;

/** The rules of the sign-up form, where an empty field breaks none: the checklist asks for it. The output is the form as the API gets it. */
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

/** The form without blanks around its texts, and without any in the loyalty card's number. */
function trimmed(form: SignUpForm): SignUpForm {
  const values = Object.fromEntries(Object.entries(form).map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value]));
  return { ...form, ...values, theCardNumber: normalizeCode(form.theCardNumber) };
}
