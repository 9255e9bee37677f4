import { normalizeCode } from '@washdesk/rules/codes/codes';
import {
  entryWords,
  isMailAddress,
  isPlateEntry,
  isPostalCode,
  isTagEntry,
  isTheCardNumber,
} from '@washdesk/rules/customers/customer-entry';
import { toE164 } from '@washdesk/rules/customers/phones';
import type { SignUpForm } from '../sign-up-form.ts';
import type { FieldName } from './fields.ts';

type Check = [isGood: (text: string) => boolean, words: string];

/** The rules of front-desk section 5. A phone of another country stays possible with its '+': nobody is turned away for it. */
const checks = {
  plate: [(text) => isPlateEntry(normalizeCode(text)), `Plate ${entryWords.plate}`],
  tag: [(text) => isTagEntry(text), `Tag ${entryWords.tag}`],
  theCardNumber: [isTheCardNumber, `TheCard number ${entryWords.theCard}`],
  zip: [isPostalCode, `Zip ${entryWords.postalCode}`],
  email: [isMailAddress, `Email ${entryWords.mail}`],
  cellPhone: [(text) => text.startsWith('+') || toE164(text) !== null, 'Cell phone must be a number of 10 digits'],
} as const satisfies Partial<Record<FieldName, Check>>;

export type Problems = Partial<Record<FieldName, string>>;

/** What is wrong with what has been filled in. An empty field is no problem here: the checklist asks for it. */
export function problemsOf(form: SignUpForm): Problems {
  const entries = Object.entries(checks) as [keyof typeof checks, Check][];
  const wrong = entries.filter(([field, [isGood]]) => form[field].trim() !== '' && !isGood(form[field].trim()));
  return Object.fromEntries(wrong.map(([field, [, words]]) => [field, words]));
}
