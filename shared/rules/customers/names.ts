export interface PersonName {
  firstName: string;
  lastName: string;
}

/** The first name of a customer without one. */
export const noFirstName = 'No FirstName';
export const noLastName = 'No LastName';

/** 'Jr' after the name with its comma, which is not the comma of 'Last, First'. */
const juniorEnding = /[\s,]+jr\.?\s*$/iu;
const junior = /(?<![\p{L}\p{N}])jr(?![\p{L}\p{N}'’-])\.?/giu;
/** Any word ending in a period: titles, initials. */
const abbreviation = /(?<!\S)\p{L}+\.(?=[\s,]|$)/gu;

/**
 * Returns first and last name from 'Last, First' or 'First Last'. Abbreviations ('Dr.', 'A.') and 'jr' are dropped. Without a comma the
 * last word is the last name and the rest the first; a single word is a first name.
 */
export function parseName(name: string): PersonName {
  const plain = name.trim().replace(juniorEnding, '').replace(junior, ' ').replace(abbreviation, ' ');
  const comma = plain.indexOf(',');
  const [first, last] = comma >= 0 ? [plain.slice(comma + 1), plain.slice(0, comma)] : splitAtLastWord(tidy(plain));
  return { firstName: tidy(first) || noFirstName, lastName: tidy(last) || noLastName };
}

/** Returns the name as lists show it: 'Last, First', or the only part. */
export function displayName(firstName: string, lastName: string): string {
  return [tidy(lastName), tidy(firstName)].filter((part) => part !== '').join(', ');
}

function splitAtLastWord(words: string): [first: string, last: string] {
  const space = words.lastIndexOf(' ');
  return space < 0 ? [words, ''] : [words.slice(0, space), words.slice(space + 1)];
}

function tidy(text: string): string {
  return text.replaceAll(/[\s,]+/gu, ' ').trim();
}
