import anyAscii from 'any-ascii';
import iconv from 'iconv-lite';

/** Returns the characters that a single-byte encoding contains, by the encoding's name in iconv. */
export function charactersOf(encoding: string): ReadonlySet<string> {
  const bytes = Array.from({ length: 256 }, (_none, byte) => iconv.decode(Buffer.of(byte), encoding));
  return new Set(bytes.filter((character) => character !== '\ufffd'));
}

/** Pictures, and signs that only change how another one looks. */
const withoutLetters = /\p{Emoji_Presentation}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\p{M}|\p{C}/gu;
/** Signs that no receipt and no register takes for markup. */
const others = /[^A-Za-z0-9 .,'()/:;!?&+%$#@*-]/g;

/** Letters of other scripts: an encoding that has only some of them would write half a name in each script. */
const foreignLetter = /(?!\p{Script=Latin})\p{L}/u;

/**
 * Returns the text in characters that a target can write: Łukasz is Lukasz where there is no Ł. Other scripts are written in Latin letters,
 * pictures are left out.
 */
export function nearestText(text: string, canWrite: (character: string) => boolean): string {
  const composed = text.normalize('NFC');
  if (Array.from(composed).every(canWrite)) return text;
  const canKeep = (character: string): boolean => canWrite(character) && !foreignLetter.test(character);
  return Array.from(composed, (character) => (canKeep(character) ? character : nearestOf(character, canKeep))).join('');
}

function nearestOf(character: string, canKeep: (character: string) => boolean): string {
  const base = character.normalize('NFD').replaceAll(withoutLetters, '');
  if (Array.from(base).every(canKeep)) return base;
  return anyAscii(character).replaceAll('"', "'").replaceAll(others, '');
}
