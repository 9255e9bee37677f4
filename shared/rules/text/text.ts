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
const invisibleCharacters = /[\p{Cf}\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0]/gu;

/** Every space and line end of Unicode, without the control characters. */
const spaces = /[\p{Zs}\p{Zl}\p{Zp}]/gu;

/** Whether the text contains invisible characters or unusual line ends. Codes and names have none. */
export const hasInvisibleCharacters = (text: string): boolean => text.search(invisibleCharacters) >= 0 || /[\p{Zl}\p{Zp}]/u.test(text);

/**
 * Removes invisible characters, makes every space a plain one and composes accents: what phones, web pages and office programs add to a
 * copied text. The visible text stays the same.
 */
export const cleanText = (text: string): string => text.replace(invisibleCharacters, '').replace(spaces, ' ').normalize('NFC');

const variationSelectors = /[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/gu;
const dashes = /[\p{Pd}\u2043\u2212]/gu;
const apostrophes = /[\u2018-\u201b\u2032\u2035\u02b9-\u02bd\u02c8\ua78b\ua78c\u00b4\u0060\uff07\uff40]/gu;
const quotationMarks = /[\u201c-\u201f\u2033\u2036\u02ba\u02ee\u00ab\u00bb\uff02]/gu;

/** The full-width forms of a keyboard's characters, as East Asian input methods type them, and their distance to the plain ones. */
const fullWidth = /[\uff01-\uff5e]/gu;
const fullWidthOffset = 0xff01 - 0x21;
const otherDigits = /(?![0-9])\p{Nd}/gu;

/** Returns the digit of any script as 0 to 9: in Unicode the ten digits of a script follow each other. */
function plainDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let zero = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String((code - zero) % 10);
}

/**
 * Cleans a name, an address, a phone number or a code, and replaces typographic hyphens, apostrophes and quotation marks, full-width
 * characters and the digits of other scripts by those of a keyboard. Texts for people keep theirs.
 */
export function plainPunctuation(text: string): string {
  const narrow = text.replace(fullWidth, (wide) => String.fromCodePoint(wide.charCodeAt(0) - fullWidthOffset));
  const clean = cleanText(narrow.replace(variationSelectors, '')).replace(otherDigits, plainDigit);
  return clean.replace(dashes, '-').replace(apostrophes, "'").replace(quotationMarks, '"');
}

/** Removes control characters, including line breaks, so that a device's message fits on one line. */
export function stripControlCharacters(text: string): string {
  return text.replace(controlCharacters, '');
}

/** Letters that Unicode does not decompose into a base letter and a mark. */
const whole: Readonly<Record<string, string>> = { ø: 'o', đ: 'd', ð: 'd', ł: 'l', ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th', ı: 'i' };

/** Returns the form that searches compare: lower case, without accents and typography, so that sorensen finds Sørensen. */
export function searchable(text: string): string {
  const folded = plainPunctuation(text).normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return folded.replace(/[øđðłßæœþı]/g, (letter) => whole[letter] ?? letter);
}
