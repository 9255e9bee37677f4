import { stripControlCharacters } from '@washdesk/rules/text/text';
import { receiptNumber } from './receipt-number.ts';
import { receiptTexts } from './receipt-texts.ts';
import type { Receipt } from './receipt.ts';

/** Characters per line of 80 mm paper. */
export const receiptColumns = 42;

/**
 * Escapes every interpolated text: receiptline interprets `| { } \ _ " ~ ^`, and an unescaped `{command:…}` in a name would kick the cash
 * drawer.
 */
export const escaped = (text: string): string => stripControlCharacters(text).replace(/[\\|{}_"~^`]/g, (character) => `\\${character}`);

const row = (label: string, value: string): string => `${escaped(label)} | ${escaped(value)}`;
/** Bold and double height: readable from an arm's length without more columns. */
const largeRow = (label: string, value: string): string => `${escaped(label)} | "^^${escaped(value)}"`;

/** The head of every receipt of a site. */
export interface Letterhead {
  /** PNG in base64. */
  logo: string | null;
  address: string | null;
  phone: string | null;
}

export const noLetterhead: Letterhead = { logo: null, address: null, phone: null };

const localTime = (at: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'short', timeStyle: 'short', timeZone }).format(at);

/** Wraps between words; receiptline breaks long lines inside words. */
export function wrapped(text: string, columns: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= columns) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** Left-aligned lines: a centered paragraph is hard to read. */
const sentenceLines = (text: string): string[] => wrapped(text, receiptColumns - 1).map((line) => `${escaped(line)} |`);

const signatureLines = ['', '', escaped(`x ${'_'.repeat(receiptColumns - 6)}`), 'Signature'];

/** Returns first name and number: paper goes to strangers, and the company can still identify the employee. */
function servedBy({ agent, employee }: Receipt): string | null {
  const first = agent?.trim().split(/\s+/)[0];
  return first && employee !== null ? `${first} (${employee})` : first || null;
}

const table = (rows: string[]): string[] => (rows.length > 0 ? ['{width:12 *}', ...rows, '{width:*}'] : []);

/**
 * Returns the receiptline source for paper, screen and text.
 * @param duplicate whether an earlier paper was printed or may have been
 */
export function receiptSource(receipt: Receipt, { duplicate = false, letterhead = noLetterhead } = {}): string {
  const { title, when, rows, large, headline, sentences = [], signed } = receiptTexts(receipt);
  const { siteName, terminal, at, timeZone, id } = receipt;
  const { logo, address, phone } = letterhead;
  const all: typeof rows = [...rows, [when, localTime(at, timeZone)], ['Terminal', terminal], ['Served by', servedBy(receipt)]];
  const known = (pairs: typeof rows, show: typeof row): string[] => pairs.flatMap(([label, value]) => (value ? [show(label, value)] : []));
  const set = table(known(large, largeRow));
  const below = [...(headline ? [`"${escaped(headline)}"`] : []), ...sentences.flatMap(sentenceLines)];
  const number = receiptNumber(id);
  return [
    ...(logo ? [`{image:${logo}}`, ''] : []),
    ...(siteName ? [`^^^${escaped(siteName)}`] : []),
    ...(address ? address.split('\n').flatMap((line) => wrapped(line, receiptColumns - 2).map(escaped)) : []),
    ...(phone ? [escaped(phone)] : []),
    ...(address || phone ? [''] : []),
    `"${escaped(title)}"`,
    ...(duplicate ? ['"^^DUPLICATE"'] : []),
    '---',
    ...table(known(all, row)),
    ...(set.length > 0 ? ['---', ...set] : []),
    ...(below.length > 0 ? ['---', ...below] : []),
    ...(signed ? signatureLines : []),
    '---',
    'Thank you for washing with us',
    '',
    ...(number === null ? [] : [`{code:${number};option:code128,2,64}`, `No. ${number}`]),
    '',
  ].join('\n');
}
