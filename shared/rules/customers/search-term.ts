import { codeKind, normalizeCode, searchKind } from '../codes/codes.ts';
import { plainPunctuation } from '../text/text.ts';

export type SearchTermKind = 'plate' | 'tag' | 'email' | 'last4' | 'phone' | 'name';

/** A parsed search term, or why it cannot be searched. */
export type SearchTerm =
  | {
      kind: SearchTermKind;
      /** Codes uppercased, emails lowercased, phones as digits only, names with single spaces. */
      value: string;
    }
  | { error: typeof searchValueMissing };

export const searchValueMissing = 'Please specify a search value';

const phonePunctuation = /[\s().+-]/g;
const phoneDigits = /^\d{7,11}$/;

/**
 * Classifies a search term by its form (docs/rules/members.md#search). Four digits are the last 4 of a card. 7 to 11 digits are a phone
 * number, because plates without letters are rarer. Letters only are a name, unless a hyphen and a state follow. Anything else with a digit
 * is a plate or part of one.
 */
export function parseSearchTerm(text: string): SearchTerm {
  const term = plainPunctuation(text).trim();
  if (term === '') return { error: searchValueMissing };
  if (term.includes('@')) return { kind: 'email', value: term.toLowerCase() };
  if (searchKind(term) === 'tag') return { kind: 'tag', value: normalizeCode(term) };
  if (codeKind(term) === 'plate') return { kind: 'plate', value: normalizeCode(term) };
  return /\d/.test(term) ? parseTermWithDigits(term) : { kind: 'name', value: term.replaceAll(/\s+/g, ' ') };
}

function parseTermWithDigits(term: string): SearchTerm {
  if (/^\d{4}$/.test(term)) return { kind: 'last4', value: term };
  if (codeKind(term) !== 'unknown') return { kind: 'tag', value: normalizeCode(term) };
  const digits = term.replaceAll(phonePunctuation, '');
  if (phoneDigits.test(digits)) return { kind: 'phone', value: digits };
  return { kind: 'plate', value: partOfCode(term) };
}

/** Returns a code or the beginning of one as it is stored: uppercase, without spaces, with no hyphen but that before the state. */
export const partOfCode = (term: string): string =>
  normalizeCode(term)
    .replaceAll(/\s/g, '')
    .replaceAll(/-(?![A-Z]{0,2}$)/g, '');
