import { stripControlCharacters } from '@washdesk/rules/text/text';

const escape = '\u001b';
/** The one-character form of `escape [`. */
const controlSequence = '\u009b';
/** Sequences that a terminal would obey: colors, cursor moves, titles, links. */
const escapeSequences = new RegExp(
  `(?:${escape}\\[|${controlSequence})[0-?]*[ -/]*[@-~]|${escape}(?:[\\]PX^_][\\s\\S]*?(?:\u0007|${escape}\\\\|$)|[ -/]*[0-~])`,
  'gu',
);
/** Characters that reverse or hide text. */
const deceptive = /[\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu;

/** Returns a text from a device as one line of visible characters. */
export const visibleLine = (text: string): string =>
  stripControlCharacters(text.replaceAll(escapeSequences, '').replaceAll(/[\t\n\r]+/gu, ' ')).replaceAll(deceptive, '');

/** Returns text of several lines, each of visible characters. */
export const visibleText = (text: string): string =>
  text
    .split(/\r?\n/u)
    .map((line) => visibleLine(line).trimEnd())
    .join('\n');
