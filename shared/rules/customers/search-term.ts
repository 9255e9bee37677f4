import { codeKind, normalizeCode, searchKind } from '../codes/codes.ts';

export type SearchTermKind = 'plate' | 'tag' | 'email' | 'last4' | 'phone' | 'name';

/** What a search box holds, ready to be looked up, or why it cannot be. */
export type SearchTerm =
  | {
      kind: SearchTermKind;
      /** Codes uppercased, e-mails lowercased, phones as bare digits, names with single spaces. */
      value: string;
    }
  | { error: typeof searchValueMissing };

export const searchValueMissing = 'Please specify a search value';

const phonePunctuation = /[\s().+-]/g;
const phoneDigits = /^\d{7,11}$/;

/**
 * Sorts a search term by its form (docs/rules/members.md#search). Four digits are the last 4 of a card; 7 to 11 digits a phone number,
 * since a plate without a letter is rarer; letters alone a name, unless a state follows a hyphen. Anything else with a digit in it is a
 * plate or a part of one.
 */
export function parseSearchTerm(text: string): SearchTerm {
  const term = text.trim();
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
  return { kind: 'plate', value: normalizeCode(term).replaceAll(/\s/g, '') };
}
