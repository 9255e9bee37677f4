const controlCharacters = /\p{Cc}/gu;

/**
 * Whether the text contains a control character (C0, DEL or C1, including line breaks and tabs). Codes, names and search values have none.
 */
export function hasControlCharacters(text: string): boolean {
  return text.search(controlCharacters) >= 0;
}

/**
 * Invisible characters that make two texts look alike or reverse them: direction marks, joiners, soft hyphens, fillers, unusual line ends.
 */
const invisibleCharacters = /[\p{Cf}\p{Zl}\p{Zp}\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0]/u;

/** Whether the text contains invisible characters. Codes and names have none. */
export const hasInvisibleCharacters = (text: string): boolean => invisibleCharacters.test(text);

/** Removes control characters, including line breaks, so that a device's message fits on one line. */
export function stripControlCharacters(text: string): string {
  return text.replace(controlCharacters, '');
}

/** Letters that Unicode does not decompose into a base letter and a mark. */
const whole: Readonly<Record<string, string>> = { ø: 'o', đ: 'd', ð: 'd', ł: 'l', ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th', ı: 'i' };

/** Returns the form that searches compare: lower case, without accents, so that sorensen finds Sørensen. */
export function searchable(text: string): string {
  const folded = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return folded.replace(/[øđðłßæœþı]/g, (letter) => whole[letter] ?? letter);
}
