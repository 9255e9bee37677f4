import { codeKind, normalizeCode } from './codes.ts';
import { isState, states } from './states.ts';

const digitsOfTag = /^(\d{5})(\d{6})$/;
const separators = /[\s+-]/g;
/** What people write between the parts of a plate, or after it. */
const otherSeparators = /[.,·•_/]/g;
const plateCharacters = /^[A-Z0-9]{1,8}$/;

/** The longest text without a separator that may be a plate without its state. US plates have up to 7 characters. */
const longestWithoutState = 7;
/** Letters and then digits: two letters after them are a state. */
const lettersAndDigits = /^[A-Z]+\d+$/;

/**
 * Reads a typed or scanned text: 'CXG 3529-IL', 'cxg-3529 il' and 'CXG3529IL' are the plate CXG3529-IL, '12345 678901' is the tag
 * 12345+678901. A text that is no code, or may be several, is only normalized.
 */
export function readCode(text: string): string {
  const normal = normalizeCode(text);
  if (codeKind(normal) !== 'unknown') return normal;
  const spaced = normal.replaceAll(otherSeparators, ' ').trim();
  return numberIn(spaced) ?? certainPlate(spaced) ?? normal;
}

/**
 * Returns the codes that a term typed without plus or hyphen may mean. Unlike `readCode` it also splits the state from a text that may be a
 * plate without one. Empty if the term is already a code.
 */
export function codeForms(term: string): string[] {
  const normal = normalizeCode(term);
  if (codeKind(normal) !== 'unknown') return [];
  // without a digit it is a name
  const plate = /\d/.test(normal) ? plateWithLastLetters(normal) : null;
  return [numberIn(normal) ?? plate].filter((code) => code !== null);
}

/**
 * Returns every code that a text may mean, the likeliest first: as read, with its last letters as the state, and its characters in each
 * state. Empty if it can be no code.
 */
export function codesMeant(text: string): string[] {
  const read = readCode(text);
  const bare = read.replaceAll(separators, '');
  const plates = [codeKind(read) === 'plate' ? read.slice(0, read.lastIndexOf('-')) : bare].filter((plate) => plateCharacters.test(plate));
  const inEachState = plates.flatMap((plate) => states.map(({ abbreviation }) => `${plate}-${abbreviation}`));
  return [...new Set([read, plateWithLastLetters(read) ?? '', ...inEachState])].filter((code) => codeKind(code) !== 'unknown');
}

/** Returns the tag or card of a text with other separators, or null. */
function numberIn(normal: string): string | null {
  const bare = normal.replaceAll(separators, '');
  const tag = digitsOfTag.exec(bare);
  if (tag) return `${tag[1]}+${tag[2]}`;
  return /\d/.test(bare) && ['card', 'tag'].includes(codeKind(bare)) ? bare : null;
}

/** Returns the plate if its last letters can only be its state. */
function certainPlate(normal: string): string | null {
  const before = normal.slice(0, -2).replaceAll(separators, '');
  const isSeparated = /[\s-]..$/.test(normal);
  const isCertain = isSeparated || lettersAndDigits.test(before) || (/\d/.test(before) && before.length + 2 > longestWithoutState);
  return isCertain ? plateWithLastLetters(normal) : null;
}

/** Returns the plate if the last two letters are a state, with or without a separator before them. */
function plateWithLastLetters(normal: string): string | null {
  const [before, state] = [normal.slice(0, -2).replaceAll(separators, ''), normal.slice(-2)];
  return plateCharacters.test(before) && isState(state) ? `${before}-${state}` : null;
}

/** Characters that are easily misread or misheard. */
const lookalikes: Readonly<Record<string, string>> = { O: '0', Q: '0', D: '0', I: '1', L: '1', Z: '2', S: '5', G: '6', B: '8' };

/** Whether two codes differ by at most one typo: one character missing, added or changed, or two swapped. */
export function isNearMiss(typed: string, held: string): boolean {
  const [one, other] = [typed, held].map((text) => bareOf(text));
  return one !== undefined && other !== undefined && one !== '' && isOneSlip(one, other);
}

/** Returns a code's form for comparison: upper case, no punctuation, one character for all its lookalikes. */
export const comparableCode = (code: string): string => bareOf(code);

const stateAtEnd = /[-\s]*[A-Z]{2}$/;

/** Returns the comparable forms of a typed code. Codes are compared without their state; the last two letters may be one. */
export function comparableForms(term: string): string[] {
  const typed = term.trim().toUpperCase();
  return [...new Set([typed, typed.replace(stateAtEnd, '')].map(comparableCode))].filter((code) => code !== '');
}

const codeCharacters = Array.from('0123456789ACEFHJKMNPRTUVWXY');
const nameCharacters = Array.from("abcdefghijklmnopqrstuvwxyzáéíóúüñ'-");

/** Returns the comparable forms one typo away from this comparable code, and the code itself. */
export const codesOneSlipAway = (code: string): string[] => oneSlipForms(code, codeCharacters);

/** Returns the lower-case words one typo away from this word, and the word itself. */
export const wordsOneSlipAway = (word: string): string[] => oneSlipForms(word, nameCharacters);

function oneSlipForms(text: string, alphabet: readonly string[]): string[] {
  const characters = Array.from(text);
  const forms = new Set([text]);
  for (let at = 0; at <= characters.length; at += 1) {
    const [before, here, after] = [characters.slice(0, at), characters[at], characters.slice(at + 1)];
    for (const added of alphabet) forms.add([...before, added, ...characters.slice(at)].join(''));
    if (here === undefined) continue;
    forms.add([...before, ...after].join(''));
    for (const other of alphabet) forms.add([...before, other, ...after].join(''));
    const [next, ...rest] = after;
    if (next !== undefined) forms.add([...before, next, here, ...rest].join(''));
  }
  forms.delete('');
  return [...forms];
}

const bareOf = (text: string): string =>
  text
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .replaceAll(/[A-Z]/g, (letter) => lookalikes[letter] ?? letter);

function isOneSlip(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let begin = 0;
  while (begin < a.length && a[begin] === b[begin]) begin += 1;
  let end = 0;
  while (end < Math.min(a.length, b.length) - begin && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  const [left, right] = [a.slice(begin, a.length - end), b.slice(begin, b.length - end)];
  if (left.length <= 1 && right.length <= 1) return true;
  return left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0];
}
