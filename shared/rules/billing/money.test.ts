import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { centsToDollars, dollarsToCents, maxAmountCents, payableCents } from './money.ts';

const amount = fc.integer({ min: -maxAmountCents, max: maxAmountCents });

describe('dollarsToCents', () => {
  it.each([
    ['12', 1200],
    ['12.5', 1250],
    ['-12.50', -1250],
    [' 12.05 ', 1205],
    ['.5', 50],
    ['007.10', 710],
    ['0', 0],
    ['-0.00', 0],
    ['1.15', 115],
    ['90071992547409.91', Number.MAX_SAFE_INTEGER],
  ])('%j is %d', (text, cents) => {
    expect(dollarsToCents(text)).toBe(cents);
  });

  it.each([
    '',
    ' ',
    '-',
    '.',
    '12.',
    '12.505',
    '12,50',
    '1,234.50',
    '$12',
    '+12',
    '--12',
    '- 12',
    '1e3',
    '0x10',
    'Infinity',
    'NaN',
    'twelve',
    '１２',
    '90071992547409.92',
    '9'.repeat(400),
  ])('%j is no amount', (text) => {
    expect(dollarsToCents(text)).toBeNull();
  });

  it('answers an exact integer or nothing, whatever is typed', () => {
    const typed = fc.oneof(fc.string(), fc.double().map(String), fc.stringMatching(/^[-0-9.]{0,20}$/));
    fc.assert(
      fc.property(typed, (text) => {
        const cents = dollarsToCents(text);
        expect(cents === null || Number.isSafeInteger(cents)).toBe(true);
        expect(Object.is(cents, -0)).toBe(false);
      }),
    );
  });
});

describe('payableCents', () => {
  it.each([
    ['0.01', 1],
    ['12.5', 1_250],
    [' 999999.99 ', maxAmountCents],
  ])('%j is %d', (text, cents) => {
    expect(payableCents(text)).toBe(cents);
  });

  it.each(['', 'ten', '0', '-0.00', '-12', '12.505', '1000000'])('%j cannot be paid', (text) => {
    expect(payableCents(text)).toBeNull();
  });

  it('takes every amount that can be charged at once, and none beyond on either side', () => {
    const around = fc.integer({ min: -2 * maxAmountCents, max: 2 * maxAmountCents });
    fc.assert(
      fc.property(around, (cents) => {
        const payable = cents >= 1 && cents <= 99_999_999;
        expect(payableCents((cents / 100).toFixed(2))).toBe(payable ? cents : null);
      }),
      { examples: [[0], [1], [-1], [99_999_999], [100_000_000]] },
    );
  });
});

describe('centsToDollars', () => {
  it.each([
    [123_450, '$1,234.50'],
    [-123_450, '-$1,234.50'],
    [0, '$0.00'],
    [-0, '$0.00'],
    [5, '$0.05'],
    [-50, '-$0.50'],
    [maxAmountCents, '$999,999.99'],
  ])('%d is %s', (cents, text) => {
    expect(centsToDollars(cents)).toBe(text);
  });

  it('loses no cent: read back it is the same amount', () => {
    fc.assert(
      fc.property(amount, (cents) => {
        expect(dollarsToCents(centsToDollars(cents).replaceAll(/[$,]/g, ''))).toBe(cents);
      }),
    );
  });
});
