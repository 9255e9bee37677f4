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

/** Returns rows in columns that a fixed-width typeface aligns. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, ...rows].map((row) => row.map(visibleLine));
  const widths = head.map((_title, column) => Math.max(...lines.map((row) => row[column]?.length ?? 0)));
  return lines
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Returns names and values, one pair a line. */
export const facts = (pairs: readonly (readonly [string, string])[]): string => {
  const width = Math.max(...pairs.map(([name]) => name.length));
  return pairs.map(([name, value]) => `${name.padEnd(width)}  ${visibleLine(value)}`).join('\n');
};
