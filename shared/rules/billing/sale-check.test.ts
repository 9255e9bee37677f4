import { describe, expect, it } from 'vitest';
import { checkSale, plainSaleNumber, sitewatchSaleNumber } from './sale-check.ts';

const sale = (tenders: number[] = [], status = 0) => ({ total: 1_250, status, tenders: tenders.map((amount) => ({ amount })) });

describe('the amount of a sale', () => {
  it.each([
    ['its total', sale(), 1_250, 'agrees'],
    ['another amount', sale(), 1_251, 'differs'],
    ['nothing', sale(), 0, 'differs'],
    ['what a gift card left open', sale([1_000]), 250, 'agrees'],
    ['a tender that the register has written already', sale([1_000, 250]), 250, 'agrees'],
    ['what no tender and no rest is', sale([1_000]), 900, 'differs'],
    ['a voided sale', sale([], 1), 1_250, 'voided'],
  ])('%s', (_name, of, amount, expected) => expect(checkSale(of, amount)).toBe(expected));
});

describe('the number of a sale', () => {
  it.each([
    ['4711', 4_711],
    ['2147483647', 2_147_483_647],
    ['2147483648', null],
    ['S-1', null],
    ['', null],
    ['-5', null],
  ])('%s', (text, number) => expect(sitewatchSaleNumber(text)).toBe(number));
});

it.each([
  ['08812', '8812'],
  ['8812', '8812'],
  ['S-01', 'S-01'],
  ['', ''],
])('the sale %j is compared as %j', (text, plain) => expect(plainSaleNumber(text)).toBe(plain));
