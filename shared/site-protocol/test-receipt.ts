import { stripControlCharacters } from '@washdesk/rules/text/text';

interface TestReceipt {
  site: { number: number; name: string; timeZone: string };
  printer: string;
  /** Who printed it, and where. */
  by: string;
  at: Date;
}

const escaped = (text: string): string => stripControlCharacters(text).replaceAll(/[\\|{}_"~^`]/gu, (character) => `\\${character}`);

/** Returns a test receipt in receiptline. */
export function testReceipt({ site, printer, by, at }: TestReceipt): string {
  const when = at.toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'medium', timeZone: site.timeZone });
  return [
    '^^^TEST',
    '',
    escaped(`${site.name} (site ${site.number})`),
    escaped(`Printer ${printer}`),
    escaped(when),
    escaped(`Printed by ${by}`),
    '-',
    'If you can read this, the printer works.',
    '=',
  ].join('\n');
}
