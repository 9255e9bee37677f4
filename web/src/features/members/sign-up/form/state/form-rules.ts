import { z } from 'zod';
import { customerFields } from '@washdesk/contracts/members/customer-payload';
import { readCode } from '@washdesk/rules/codes/code-forms';
import { toE164 } from '@washdesk/rules/customers/phones';
import { plainPunctuation } from '@washdesk/rules/text/text';
import { labelledRule } from '../../../../../lib/forms/problems.ts';
import { signUpForm, type SignUpForm } from '../../sign-up-form.ts';

/** A foreign phone number is allowed with its '+'. */
const isPhone = (text: string): boolean => ['', '+'].includes(plain(text).charAt(0)) || toE164(plain(text)) !== null;

const plain = (text: string): string => plainPunctuation(text).trim();

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

/** Returns the form with plain, trimmed texts and the loyalty card's number as read. */
function trimmed(form: SignUpForm): SignUpForm {
  const values = Object.fromEntries(Object.entries(form).map(([name, value]) => [name, typeof value === 'string' ? plain(value) : value]));
  return { ...form, ...values, theCardNumber: readCode(form.theCardNumber) };
}
