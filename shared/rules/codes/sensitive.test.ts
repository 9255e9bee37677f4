import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { looksLikeCardNumber, redactCardNumbers } from './sensitive.ts';

/** Appends the Luhn check digit, found by trying all ten, independent of the code under test. */
function withCheckDigit(digits: string): string {
  const sum = (text: string) =>
    Array.from(text, Number).reduceRight((total, digit, index) => {
      const value = (text.length - index) % 2 === 0 ? digit * 2 : digit;
      return total + Math.floor(value / 10) + (value % 10);
    }, 0);
  const check = Array.from('0123456789').find((candidate) => sum(digits + candidate) % 10 === 0);
  return `${digits}${check}`;
}

const card = fc
  .oneof(fc.stringMatching(/^4\d{11,17}$/), fc.stringMatching(/^[2356]\d{13,17}$/))
  .map(withCheckDigit)
  .filter((number) => !number.startsWith('62989'));

describe('looksLikeCardNumber', () => {
  it.each(['4242424242424242', '4000000000000341', '5555555555554444', '378282246310005', '6011111111111117', '4222222222222'])(
    '%s does',
    (digits) => {
      expect(looksLikeCardNumber(digits)).toBe(true);
    },
  );

  it.each([
    ['a wrong check digit', '4242424242424241'],
    ['too short', '424242424242'],
    ['too long', '42424242424242424242'],
    ['a time in milliseconds', withCheckDigit('179527776000')],
    ['a card of the company', withCheckDigit('629892131234567')],
    ['a loyalty card', withCheckDigit('62989223112345678')],
    ['a loyalty card of the second series', withCheckDigit('62989223212345678')],
    ['not digits', '4242-4242-4242-4242'],
    ['nothing', ''],
  ])('%s does not', (_why, digits) => {
    expect(looksLikeCardNumber(digits)).toBe(false);
  });

  it('misses no card with one digit mistyped for a right one', () => {
    fc.assert(
      fc.property(card, fc.nat(), fc.integer({ min: 1, max: 9 }), (number, at, change) => {
        const index = 1 + (at % (number.length - 1));
        const mistyped = number.slice(0, index) + ((Number(number[index]) + change) % 10) + number.slice(index + 1);
        expect(looksLikeCardNumber(number)).toBe(true);
        expect(looksLikeCardNumber(mistyped)).toBe(false);
      }),
    );
  });
});

describe('redactCardNumbers', () => {
  it.each([
    ['card 4242424242424242!', 'card [card number removed]!'],
    ['4242 4242 4242 4242', '[card number removed]'],
    ['"4242-4242-4242-4242"', '"[card number removed]"'],
    ['amex 3782 822463 10005.', 'amex [card number removed].'],
    ['pan=4242424242424242,4000000000000341', 'pan=[card number removed],[card number removed]'],
    ['sale 1881 4242 4242 4242 4242', 'sale 1881 [card number removed]'],
    ['code 6298921312345678 redeemed', 'code 6298921312345678 redeemed'],
    ['call 555 123 4567', 'call 555 123 4567'],
  ])('%j becomes %j', (text, expected) => {
    expect(redactCardNumbers(text)).toBe(expected);
  });

  it('removes every card number, wherever it is', () => {
    const prose = fc.stringMatching(/^[A-Za-z ,:"]{0,20}$/);
    fc.assert(
      fc.property(prose, card, prose, (before, number, after) => {
        expect(redactCardNumbers(before + number + after)).not.toContain(number);
      }),
    );
  });

  it('leaves ids, instants and money alone', () => {
    const harmless = fc.oneof(
      fc.uuid(),
      fc
        .date({ noInvalidDate: true, min: new Date('2001-09-10'), max: new Date('2090-01-01') })
        .map((at) => `${at.toISOString()} ${at.getTime()}`),
      fc.nat(99_999_999).map(String),
    );
    fc.assert(
      fc.property(harmless, (text) => {
        expect(redactCardNumbers(text)).toBe(text);
      }),
      { numRuns: 3_000 },
    );
  });

  it('changes nothing the second time', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9 -]{0,60}$/), (text) => {
        const once = redactCardNumbers(text);
        expect(redactCardNumbers(once)).toBe(once);
      }),
    );
  });
});
