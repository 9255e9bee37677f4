const controlCharacters = /\p{Cc}/gu;

/** Whether the text holds a control character (C0, DEL or C1; line breaks and tabs count). No code, name or search value has one. */
export function hasControlCharacters(text: string): boolean {
  return text.search(controlCharacters) >= 0;
}

/** What is not seen and makes two texts look alike or one read backwards: directions, joiners, soft hyphens, fillers, odd line ends. */
const invisibleCharacters = /[\p{Cf}\p{Zl}\p{Zp}\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0]/u;

/** Whether a reader would not see all of it as it is. No code and no name has such a character. */
export const hasInvisibleCharacters = (text: string): boolean => invisibleCharacters.test(text);

/** The text without control characters, line breaks included: a device's message may then be shown on one line. */
export function stripControlCharacters(text: string): string {
  return text.replace(controlCharacters, '');
}

/** Letters that Unicode does not decompose into a base and a mark. */
const whole: Readonly<Record<string, string>> = { ø: 'o', đ: 'd', ð: 'd', ł: 'l', ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th', ı: 'i' };

/** The form in which texts are compared by a search: lower case, accents folded, so that sorensen finds Sørensen. */
export function searchable(text: string): string {
  const folded = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return folded.replace(/[øđðłßæœþı]/g, (letter) => whole[letter] ?? letter);
}
