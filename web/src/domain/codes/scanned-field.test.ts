import { describe, expect, it } from 'vitest';
import { fieldForScan } from './scanned-field.ts';

const nothing = { plate: '', tag: '' };
const both = { plate: 'ABC123-IL', tag: '12345+123456' };
const shortCard = '6298921312345678';
const longCard = '629892231123456789';

describe('a scan', () => {
  it.each([
    ['a tag is the tag', '12345+123456', nothing, 'tag'],
    ['a tag replaces the tag', '54321+123456', both, 'tag'],
    ['a card of 16 digits stands for the plate while there is none', shortCard, nothing, 'plate'],
    ['a card of 16 digits is the tag beside a plate', shortCard, { ...nothing, plate: 'ABC123-IL' }, 'tag'],
    ['a card of 18 digits is the tag while there is none', longCard, nothing, 'tag'],
    ['a card of 18 digits is the loyalty card beside a tag', longCard, both, 'theCardNumber'],
    ['a loyalty card that can be no tag is one', '629892232123456789', nothing, 'theCardNumber'],
    ['what no field takes goes nowhere', '123', nothing, null],
  ] as const)('of %s', (_words, code, form, field) => {
    expect(fieldForScan(code, form)).toBe(field);
  });
});
