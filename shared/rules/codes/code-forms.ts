import { codeKind, normalizeCode } from './codes.ts';

const digitsOfTag = /^(\d{5})(\d{6})$/;
const plateWithState = /^([A-Z0-9]{1,8})([A-Z]{2})$/;

/**
 * Returns the codes that a term typed without plus or hyphen may mean: '12345678901' is the tag 12345+678901, 'ABC123IL' and 'abc-123 il'
 * are the plate ABC123-IL. Empty if the term is already a code.
 */
export function codeForms(term: string): string[] {
  const normal = normalizeCode(term);
  if (codeKind(normal) !== 'unknown') return [];
  const bare = normal.replaceAll(/[\s+-]/g, '');
  const tag = digitsOfTag.exec(bare);
  if (tag) return [`${tag[1]}+${tag[2]}`];
  const plate = plateWithState.exec(bare);
  return plate && /\d/.test(bare) ? [`${plate[1]}-${plate[2]}`] : [];
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
