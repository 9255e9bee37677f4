import fc from 'fast-check';
import receiptline from 'receiptline';
import { describe, expect, it } from 'vitest';
import { escaped, receiptColumns, receiptSource, wrapped, type RedeemReceipt } from './receipt-source.ts';

const receipt: RedeemReceipt = {
  siteName: 'Joliet',
  timeZone: 'America/Chicago',
  code: 'ABC123-IL',
  memberName: 'Ada Moore',
  planName: 'Super Kiss',
  terminal: 'Washcashier1',
  employee: 'Sam',
  at: new Date('2026-11-21T18:05:00Z'),
  usageId: '019aa000-0000-7000-8000-000000000001',
  increase: null,
};

const asText = (more: Partial<RedeemReceipt>): string =>
  receiptline.transform(receiptSource({ ...receipt, ...more }), { cpl: receiptColumns, command: 'text' });
const asPaper = (more: Partial<RedeemReceipt>): string =>
  receiptline.transform(receiptSource({ ...receipt, ...more }), { cpl: receiptColumns, command: 'escpos' });
/** Without blanks and line ends: where lines break does not matter here. */
const letters = (text: string): string => text.replaceAll(/\s/g, '');

const printable = fc.string({
  unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
  minLength: 1,
  maxLength: 30,
});
const hostile = fc.array(fc.constantFrom('{', '}', '|', '\\', '_', '"', '~', '^', '`', '-', '=', ':', ';', 'command', 'x1bp', 'a'), {
  minLength: 1,
});

describe('what a receipt says of people', () => {
  it('prints as it stands, whatever it is', () => {
    fc.assert(
      fc.property(printable, (name) => {
        expect(letters(asText({ memberName: `<${name}>` }))).toContain(letters(`<${name}>`));
      }),
    );
  });

  it('prints as it stands when it is made of nothing but signs with a meaning', () => {
    fc.assert(
      fc.property(hostile, (parts) => {
        expect(letters(asText({ memberName: `<${parts.join('')}>` }))).toContain(letters(`<${parts.join('')}>`));
      }),
    );
  });

  it.each(['{command:\\x1bp\\x00}', '{c:\\x1bp}', '{image:AAAA}', '{code:1;option:qrcode}', '{border:line;width:1}'])(
    '%s kicks no drawer: paper gets the letters and no command',
    (name) => {
      for (const more of [
        { memberName: name },
        { planName: name },
        { code: name },
        { terminal: name },
        { employee: name },
        { siteName: name },
      ]) {
        expect(letters(asText(more))).toContain(letters(name));
        expect(asPaper(more)).not.toContain('\x1bp');
      }
    },
  );

  it.each(['\x1bp\x00', 'a\nb', 'a\r\n{command:x}', '\x00', '\x9b'])('%j loses its control characters', (name) => {
    const letter = escaped(name);
    expect(letter).not.toMatch(/\p{Cc}/u);
    expect(asPaper({ memberName: name })).not.toContain('\x1bp');
  });
});

describe('a receipt', () => {
  it('says who washed what, when by the clock of the site, and by whom', () => {
    const text = asText({}).replace('J o l i e t', 'Joliet'); // three times as wide
    for (const word of [
      'Joliet',
      'UNLIMITED WASH',
      'ABC123-IL',
      'Ada Moore',
      'Super Kiss',
      '12:05',
      'Washcashier1',
      'Sam',
      receipt.usageId,
    ]) {
      expect(text).toContain(word);
    }
    expect(text).not.toContain('PRICE CHANGE');
  });

  it('leaves out what is not known', () => {
    const text = asText({ memberName: null, terminal: null, employee: null });
    for (const label of ['Member', 'Terminal', 'Served by', 'null']) expect(text).not.toContain(label);
  });

  it('tells of a coming price in dollars, on the date of the site', () => {
    const text = asText({ increase: { from: 2_999, to: 3_499, effective: new Date('2026-12-01T05:30:00Z') } }).replaceAll(/\s+/g, ' ');
    expect(text).toContain('PRICE CHANGE NOTICE');
    expect(text).toContain('from $29.99 to $34.99 on November 30, 2026');
  });

  it('is no wider than its paper', () => {
    const wide = {
      memberName: 'A name that is a great deal longer than any paper is wide, truly',
      increase: { from: 1, to: 2, effective: receipt.at },
    };
    for (const line of asText(wide).split('\n')) expect(line.length).toBeLessThanOrEqual(receiptColumns);
  });
});

describe('wrapped', () => {
  it('breaks between words, loses none and keeps to the width', () => {
    const words = fc.array(fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 12 }), { minLength: 1 });
    fc.assert(
      fc.property(words, (all) => {
        const lines = wrapped(all.join(' '), 20);
        expect(lines.join(' ')).toBe(all.join(' '));
        for (const line of lines) expect(line.length).toBeLessThanOrEqual(20);
      }),
    );
  });
});
