import { plainPunctuation } from '../text/text.ts';

/** The kinds of code that identify a customer at the wash, each in its widest form. */
export type CodeKind = 'plate' | 'tag' | 'card' | 'unknown';

/** The maximum length of any code, and so of the plate field. */
export const maxCodeLength = 20;

const plateForm = /^[A-Z0-9]{1,8}-[A-Z]{2}$/;
const tagForms = [/^\d{5}\+\d{6}$/, /^[A-Z0-9]{17}$/];
const cardForms = [/^62989213\d{8}$/, /^629892231\d{9}$/];

/** Sitewatch's marker in a disabled plate or tag (docs/rules/members.md#plates-and-tags). */
const disabledMarker = '~';

/** The index of the plus in an unlimited tag, from 0 (docs/rules/members.md#search). */
const tagPlusIndex = 5;

/** Capitals of other alphabets that look like these. A plate has Latin letters only, so they were typed on the wrong keyboard. */
const latinOf: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ['АВЕКМНОРСТУХІЈЅ', 'ABEKMHOPCTYXIJS'],
    ['ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ', 'ABEZHIKMNOPTYX'],
  ].flatMap(([others = '', latin = '']) => Array.from(others, (letter, at) => [letter, latin[at] ?? letter])),
);
const otherCapitals = new RegExp(`[${Object.keys(latinOf).join('')}]`, 'g');

/**
 * Trims and uppercases a code and gives it plain characters, the form in which codes are stored and compared (docs/rules/lane.md#redeem).
 * What a person types is read by `readCode`.
 */
export function normalizeCode(input: string): string {
  const capitals = plainPunctuation(plainPunctuation(input).normalize('NFKC').toUpperCase());
  return capitals.replace(otherCapitals, (letter) => latinOf[letter] ?? letter).trim();
}

/** Returns the kind of a code, however it was typed. A 16 or 18 digit number of the company's own series is a card. */
export function codeKind(code: string): CodeKind {
  const normal = normalizeCode(code);
  if (plateForm.test(normal)) return 'plate';
  if (cardForms.some((form) => form.test(normal))) return 'card';
  if (tagForms.some((form) => form.test(normal))) return 'tag';
  return 'unknown';
}

/** Whether the text is a code of any known form. A disabled code is not: it opens nothing. */
export function isCode(code: string): boolean {
  return codeKind(code) !== 'unknown';
}

/** Whether the code is disabled in Sitewatch. */
export function isDisabledCode(code: string): boolean {
  return code.includes(disabledMarker);
}

/** Returns the text that a disabled code had. */
export const withoutMarker = (code: string): string => code.split(disabledMarker, 1)[0] ?? code;

/** Returns how a search reads a term that names a vehicle: with a plus at index 5 it is an unlimited tag, otherwise a plate. */
export function searchKind(term: string): 'tag' | 'plate' {
  return normalizeCode(term)[tagPlusIndex] === '+' ? 'tag' : 'plate';
}
