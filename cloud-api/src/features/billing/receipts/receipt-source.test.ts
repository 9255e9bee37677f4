import fc from 'fast-check';
import receiptline from 'receiptline';
import { describe, expect, it } from 'vitest';
import { settingDefaults } from '@washdesk/rules/company/settings';
import type { ChangeName, ReceiptKind } from '../../../documents/receipt-facts.ts';
import { renderPage, renderText } from './receipt-rendering.ts';
import { escaped, receiptColumns, receiptSource, wrapped } from './receipt-source.ts';
import type { Receipt } from './receipt.ts';
import { receiptKinds, sampleFacts, sampleReceipt } from './receipts.fixture.ts';

const asText = (receipt: Receipt): string => renderText(receiptSource(receipt));
const asPaper = (receipt: Receipt): string => receiptline.transform(receiptSource(receipt), { cpl: receiptColumns, command: 'escpos' });
/** Removes whitespace: line breaks do not matter here. */
const letters = (text: string): string => text.replaceAll(/\s/g, '');
const words = (text: string): string => text.replaceAll(/\s+/g, ' ');

const printable = fc.string({
  unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
  minLength: 1,
  maxLength: 30,
});
const signs = fc.constantFrom('{', '}', '|', '\\', '_', '"', '~', '^', '`', '-', '=', ':', ';', 'command', 'x1bp', 'a');
const hostile = fc.array(signs, { minLength: 1 }).map((parts) => parts.join(''));

/** Counts the occurrences of a text on a receipt of this kind. */
const timesOn = (kind: ReceiptKind, text: string): number => letters(asText(sampleReceipt(kind, text))).split(letters(text)).length - 1;

describe.each(receiptKinds)('what a receipt of %s says of people', (kind) => {
  const usual = timesOn(kind, '<name>');

  it('prints unchanged, whatever it is', () => {
    expect(usual).toBeGreaterThan(0);
    fc.assert(
      fc.property(fc.oneof(printable, hostile), (name) => {
        expect(timesOn(kind, `<${name}>`)).toBeGreaterThanOrEqual(usual);
      }),
      { numRuns: 60 },
    );
  });

  it.each(['{command:\\x1bp\\x00}', '{c:\\x1bp}', '{image:AAAA}', '{code:1;option:qrcode}', '{border:line;width:1}', '\x1bp\x00'])(
    '%j kicks no drawer: paper gets no command',
    (name) => {
      expect(asPaper(sampleReceipt(kind, name))).not.toContain('\x1bp');
      expect(letters(asText(sampleReceipt(kind, name)))).toContain(letters(name.replaceAll(/\p{Cc}/gu, '')));
    },
  );

  it('loads nothing from other origins when it is shown', () => {
    const page = renderPage(receiptSource(sampleReceipt(kind, 'Ada'))).replaceAll(/http:\/\/www\.w3\.org\/(?:2000\/svg|1999\/xlink)/g, '');
    expect(page).not.toMatch(/https?:|@import|url\(/);
  });

  it('is no markup on the page', () => {
    const page = renderPage(receiptSource(sampleReceipt(kind, `<script>alert(1)</script><img src=x onerror="alert(1)">&amp;'"`)));
    expect(page).toMatch(/^<!doctype html>[^]*<svg/);
    expect(page).not.toMatch(/<script|<img|onerror="|<foreignObject/);
  });

  it('is no wider than its paper', () => {
    const wide = 'A name that is a great deal longer than any paper is wide, truly';
    for (const line of asText(sampleReceipt(kind, wide)).split('\n')) expect(line.length).toBeLessThanOrEqual(receiptColumns);
  });
});

it.each(['\x1bp\x00', 'a\nb', 'a\r\n{command:x}', '\x00', '\x9b'])('%j loses its control characters', (name) => {
  expect(escaped(name)).not.toMatch(/\p{Cc}/u);
});

describe('a receipt', () => {
  it.each<[ReceiptKind, string[]]>([
    [
      'signup',
      ['UNLIMITED PLAN', 'Price $32.61 a month with tax', 'Paid today $10.50', 'a minimum of 6 months', '30 days', '5 days', 'Signature'],
    ],
    ['charge', ['RECEIPT', 'For Ada', 'Sale Ada', 'Card Ada ending in 4242', 'Amount $12.50', 'Charged 11/21/26, 12:05 PM']],
    ['refund', ['REFUND', 'Refunded $12.50']],
    ['planchange', ['PLAN UPGRADE', 'Old plan Ada, $21.74 with tax', 'Price $32.61 a month with tax', 'Paid today $5.00']],
    ['priceincrease', ['PRICE CHANGE NOTICE', 'of Ada changes from $32.61 to $38.05 with tax on November 30, 2026']],
    ['redeem', ['UNLIMITED WASH', 'Plate/Tag Ada', 'Redeemed 11/21/26, 12:05 PM', 'Terminal Ada', 'Served by Ada']],
    ['giftcard', ['GIFT CARD', 'Card ending in Ada', 'Card id 5012', 'Amount $15.00', 'Balance $5.00']],
    ['coupon', ['WASH COUPON', 'Invoice Ada', 'Coupon Ada']],
  ])('of %s says what matters, in dollars and by the clock of its site', (kind, all) => {
    const text = words(asText(sampleReceipt(kind, 'Ada')));
    for (const word of all) expect(text).toContain(word);
    expect(text).toContain('No. 06DA-0000-01R0');
    expect(text).not.toContain('019aa000');
  });

  it('has logo, address and phone of its site, its number as a barcode, and plan and amount bold and in double height', () => {
    const letterhead = { logo: settingDefaults.receiptLogo, address: '100 Main Street\nJoliet, IL {60431}', phone: '(815) 555-0100' };
    const source = receiptSource(sampleReceipt('signup', 'Ada'), { letterhead });
    expect(source).toMatch(/^\{image:/);
    const text = renderText(source);
    for (const line of ['100 Main Street', 'Joliet, IL {60431}', '(815) 555-0100']) expect(text).toContain(line);
    for (const large of ['Plan | "^^Ada"', 'Price | "^^$32.61 a month with tax"', 'Paid today | "^^$10.50"'])
      expect(source).toContain(large);
    expect(source).toContain('{code:06DA-0000-01R0;option:code128,2,64}');
    expect(renderPage(source)).toContain('data:image/png;base64,');
    const paper = receiptline.transform(source, { cpl: receiptColumns, command: 'escpos' });
    expect(paper).not.toContain('\x1bp');
    expect(paper).toContain('\x1dk');
  });

  it.each([
    ['Alex Moreau', 104, 'Served by Alex (104)'],
    ['Alex', 104, 'Served by Alex (104)'],
    ['Stripe', null, 'Served by Stripe'],
  ])('names who served by first name and number: %s', (agent, employee, served) => {
    const text = words(asText(sampleReceipt('charge', 'Ada', { agent, employee })));
    expect(text).toContain(served);
    expect(text).not.toContain('Moreau');
  });

  it('has no number if only the payment provider has one', () => {
    const source = receiptSource(sampleReceipt('charge', 'Ada', { id: 'ch_1SVabc' }));
    for (const word of ['ch_1SVabc', 'No.', '{code:']) expect(source).not.toContain(word);
  });

  it('leaves out what is not known', () => {
    const { facts } = sampleReceipt('charge', 'Ada');
    const unknown = Object.fromEntries(Object.keys(facts).map((key) => [key, null]));
    const bare = { siteName: null, terminal: null, agent: null, facts: { ...unknown, amount: 100 } } as Partial<Receipt>;
    const text = asText(sampleReceipt('charge', 'Ada', bare));
    for (const label of ['Member', 'Terminal', 'Served by', 'Card', 'null', 'undefined', 'Ada']) expect(text).not.toContain(label);
  });

  it('of an earlier release states the price that it has, before tax', () => {
    const { total: _, ...facts } = sampleFacts('Ada').signup;
    expect(words(asText(sampleReceipt('signup', 'Ada', { facts })))).toContain('Price $29.99 a month Paid today');
  });

  it.each<[ChangeName, string]>([
    ['downgrade', 'PLAN DOWNGRADE'],
    ['changeprice', 'PRICE CHANGE'],
    ['discontinue', 'PLAN DISCONTINUED'],
    ['terminate', 'PLAN ENDED'],
    ['reinstate', 'PLAN REINSTATED'],
  ])('of a plan that ends says when, and no price any more: %s', (change, title) => {
    const { facts } = sampleReceipt('planchange', 'Ada');
    const ending = { facts: { ...facts, change, ends: 1_796_103_000 } } as Partial<Receipt>;
    const text = words(asText(sampleReceipt('planchange', 'Ada', ending)));
    expect(text).toContain(title);
    expect(text).toContain('Ends November 30, 2026');
    expect(text).not.toContain('a month');
  });

  it('says DUPLICATE on a second paper, and only there', () => {
    const receipt = sampleReceipt('redeem', 'Ada');
    expect(letters(renderText(receiptSource(receipt, { duplicate: true })))).toContain('DUPLICATE');
    expect(letters(asText(receipt))).not.toContain('DUPLICATE');
  });
});

describe('wrapped', () => {
  it('breaks between words, loses none and keeps to the width', () => {
    const someWords = fc.array(fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 12 }), { minLength: 1 });
    fc.assert(
      fc.property(someWords, (all) => {
        const lines = wrapped(all.join(' '), 20);
        expect(lines.join(' ')).toBe(all.join(' '));
        for (const line of lines) expect(line.length).toBeLessThanOrEqual(20);
      }),
    );
  });
});
