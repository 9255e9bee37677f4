import { stripControlCharacters } from '@washdesk/rules/text/text';
import { receiptTexts } from './receipt-texts.ts';
import type { Receipt } from './receipt.ts';

/** Characters on a line of 80 mm paper. */
export const receiptColumns = 42;

/**
 * Everything interpolated goes through here: receiptline gives `| { } \ _ " ~ ^` a meaning of their own, and an unescaped
 * `{command:…}` in a name would kick the cash drawer.
 */
export const escaped = (text: string): string => stripControlCharacters(text).replace(/[\\|{}_"~^`]/g, (character) => `\\${character}`);

const row = (label: string, value: string): string => `${escaped(label)} | ${escaped(value)}`;

const localTime = (at: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'short', timeStyle: 'short', timeZone }).format(at);

/** receiptline breaks long lines inside words; people break them between. */
export function wrapped(text: string, columns: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= columns) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

const sentenceLines = (text: string): string[] => wrapped(text, receiptColumns - 2).map(escaped);

const signatureLines = ['', '', escaped(`x ${'_'.repeat(receiptColumns - 6)}`), 'Signature'];

/**
 * One receiptline source, from which paper, screen and text are made.
 * @param duplicate an earlier paper of it was printed, or may have been
 */
export function receiptSource(receipt: Receipt, { duplicate = false } = {}): string {
  const { title, when, rows, headline, sentences = [], signed } = receiptTexts(receipt);
  const { siteName, terminal, agent, at, timeZone, id } = receipt;
  const all: typeof rows = [...rows, [when, localTime(at, timeZone)], ['Terminal', terminal], ['Served by', agent]];
  const below = [...(headline ? [`^^^${escaped(headline)}`] : []), ...sentences.flatMap(sentenceLines)];
  return [
    ...(siteName ? [`^^^${escaped(siteName)}`] : []),
    escaped(title),
    ...(duplicate ? ['^^DUPLICATE'] : []),
    '---',
    '{width:12 *}',
    ...all.flatMap(([label, value]) => (value ? [row(label, value)] : [])),
    '{width:*}',
    ...(below.length > 0 ? ['---', ...below] : []),
    ...(signed ? signatureLines : []),
    '---',
    'Thank you for washing with us',
    escaped(id),
    '',
  ].join('\n');
}
