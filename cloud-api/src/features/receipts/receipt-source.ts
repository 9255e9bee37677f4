import { centsToDollars } from '@washdesk/rules/money';
import { stripControlCharacters } from '@washdesk/rules/text';

/** Characters on a line of 80 mm paper. */
export const receiptColumns = 42;

/** What a redeem's or price increase's receipt says. */
export interface RedeemReceipt {
  siteName: string;
  timeZone: string;
  code: string;
  memberName: string | null;
  planName: string;
  terminal: string | null;
  employee: string | null;
  at: Date;
  usageId: string;
  increase: { from: number; to: number; effective: Date } | null;
}

/**
 * Everything interpolated goes through here: receiptline gives `| { } \ _ " ~ ^` a meaning of their own, and an unescaped
 * `{command:…}` in a name would kick the cash drawer (facts/hardware section 4).
 */
export const escaped = (text: string): string => stripControlCharacters(text).replace(/[\\|{}_"~^`]/g, (character) => `\\${character}`);

const row = (label: string, value: string): string => `${escaped(label)} | ${escaped(value)}`;

const localTime = (at: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'short', timeStyle: 'short', timeZone }).format(at);

const localDate = (at: Date, timeZone: string): string => new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone }).format(at);

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

function increaseLines({ increase, timeZone, planName }: RedeemReceipt): string[] {
  if (!increase) return [];
  const sentence = `The monthly price of ${planName} changes from ${centsToDollars(increase.from)} to ${centsToDollars(increase.to)} on ${localDate(increase.effective, timeZone)}.`;
  const calm = 'Your plan goes on as it is. Please ask us if you have any question.';
  return ['---', '^^^PRICE CHANGE', ...sentenceLines(sentence), ...sentenceLines(calm)];
}

/** One receiptline source, from which paper, screen and text are made. */
export function receiptSource(receipt: RedeemReceipt): string {
  const title = receipt.increase ? 'PRICE CHANGE NOTICE' : 'UNLIMITED WASH';
  return [
    `^^^${escaped(receipt.siteName)}`,
    title,
    '---',
    '{width:12 *}',
    row('Plate/Tag', receipt.code),
    ...(receipt.memberName ? [row('Member', receipt.memberName)] : []),
    row('Plan', receipt.planName),
    row('Redeemed', localTime(receipt.at, receipt.timeZone)),
    ...(receipt.terminal ? [row('Terminal', receipt.terminal)] : []),
    ...(receipt.employee ? [row('Served by', receipt.employee)] : []),
    '{width:*}',
    ...increaseLines(receipt),
    '---',
    'Thank you for washing with us',
    escaped(receipt.usageId),
    '',
  ].join('\n');
}
