import { codeKind } from '../codes/codes.ts';
import { parsePlate } from '../codes/plates.ts';
import { isState, stateOf } from '../codes/states.ts';
import { isPhone } from './phones.ts';

/** The values that a customer's fields accept. Codes are read by `readCode` before. */

const cardAsPlate = /^62989213\d{8}$/;
const theCard = /^62989223[123]\d{9}$/;
const mailAddress = /^[^\s@]+@[^\s@]+\.[^\s@.]+$/;
const zip = /^\d{5}(?:-\d{4})?$/;
const canadianPostalCode = /^[A-Z]\d[A-Z][ -]?\d[A-Z]\d$/i;

/** The value at Stripe and Sitewatch if no vehicle make or color was chosen. */
export const defaultCarMake = 'UNCOMMON MAKE';
export const defaultCarColor = 'White';

/** Whether the code is a plate whose state exists, or a company card in its place. */
export const isPlateEntry = (code: string): boolean => plateProblem(code) === null;

/** Whether the code is a tag as printed, a company card, a plate, or 17 letters and digits. */
export const isTagEntry = (code: string): boolean => tagProblem(code) === null;

/** Returns what is wrong with an entered plate, as the end of a sentence; null if nothing is. */
export function plateProblem(code: string): string | null {
  if (cardAsPlate.test(code)) return null;
  return codeKind(code) === 'plate' ? stateProblem(code) : entryWords.plate;
}

export const tagProblem = (code: string): string | null => (codeKind(code) === 'unknown' ? entryWords.tag : stateProblem(code));

function stateProblem(code: string): string | null {
  const state = parsePlate(code)?.state;
  return state === undefined || isState(state) ? null : `must end in a state or province, and ${state} is none`;
}

/** Whether the code is a loyalty card number. */
export const isTheCardNumber = (code: string): boolean => theCard.test(code);

export const isMailAddress = (text: string): boolean => mailAddress.test(text);

/** Returns null for a missing address, and for the placeholder sent to other systems instead. */
export function realEmail(email: string | null | undefined, placeholderEmailDomain: string): string | null {
  return email && !email.toLowerCase().endsWith(`@${placeholderEmailDomain}`) ? email : null;
}

export const isCanadianPostalCode = (text: string): boolean => canadianPostalCode.test(text);

export const isPostalCode = (text: string): boolean => zip.test(text) || isCanadianPostalCode(text);

export const entryWords = {
  plate: 'must be 1 to 8 letters or digits, a hyphen and a 2-letter state',
  tag: 'must be 5 digits, a plus and 6 digits, or another code of the company',
  theCard: 'must be 18 digits that begin with 629892231, 629892232 or 629892233',
  mail: 'must be an email address',
  postalCode: 'must be 5 digits or a Canadian postal code',
  phone: 'must be a phone number of 10 digits, or one of another country with its +',
  state: 'must be a US state or a Canadian province',
} as const;

/** Returns what is wrong with a value, or null. */
type Rule = (text: string) => string | null;

const must =
  (isGood: (text: string) => boolean, words: string): Rule =>
  (text) =>
    isGood(text) ? null : words;
const optional =
  (rule: Rule): Rule =>
  (text) =>
    text === '' ? null : rule(text);

/** The rules of a customer's editable fields, by their names in a save. */
const fieldRules: Readonly<Record<string, Rule>> = {
  name: must((text) => text !== '', 'must not be empty'),
  email: optional(must(isMailAddress, entryWords.mail)),
  phone: optional(must(isPhone, entryWords.phone)),
  tax_exempt: must((text) => ['none', 'exempt'].includes(text), 'must be none or exempt'),
  'address.state': optional(must((text) => stateOf(text) !== null, entryWords.state)),
  'address.postal_code': optional(must(isPostalCode, entryWords.postalCode)),
  'address.country': must((text) => ['US', 'CA'].includes(text), 'must be US or CA'),
  'metadata.CustomerCode': plateProblem,
  'metadata.SecondaryCode': optional(tagProblem),
  'metadata.TheCardNumber': optional(must(isTheCardNumber, entryWords.theCard)),
};

/** Returns what is wrong with a field's new value; null if it is accepted. */
export const fieldProblem = (field: string, value: string): string | null => fieldRules[field]?.(value) ?? null;
