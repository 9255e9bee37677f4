import { describe, expect, it } from 'vitest';
import {
  isCanadianPostalCode,
  isMailAddress,
  isPlateEntry,
  isPostalCode,
  isTagEntry,
  isTheCardNumber,
  plateProblem,
  tagProblem,
  fieldProblem,
} from './customer-entry.ts';

describe('a plate', () => {
  it.each(['A-IL', '1234567-NY', 'ABCD1234-HI', '6298921312345678'])('may be %s', (code) => expect(isPlateEntry(code)).toBe(true));
  it.each(['', 'ABC123', 'ABC123-ILL', 'ABCDE12345-IL', 'AB C-IL', '629892131234567', '12345+123456', '~ABC123-IL'])(
    'may not be %j',
    (code) => expect(isPlateEntry(code)).toBe(false),
  );
});

describe('a state that does not exist', () => {
  it.each(['ABC123-XX', 'ABC123-ZZ', 'ABC123-US'])('is refused in %s, as plate and as tag', (code) => {
    const words = `must end in a state or province, and ${code.slice(-2)} is none`;
    expect([plateProblem(code), tagProblem(code)]).toEqual([words, words]);
  });

  it.each(['ABC123-IL', 'ABC123-DC', 'ABC123-PR', 'ABC123-ON'])('is none in %s', (code) => {
    expect([plateProblem(code), tagProblem(code)]).toEqual([null, null]);
  });
});

describe('a tag', () => {
  it.each(['12345+123456', '629892231123456789', '6298921312345678', 'ABC123-IL', '1HGCM82633A004352'])('may be %s', (code) =>
    expect(isTagEntry(code)).toBe(true),
  );
  it.each(['', '1234+123456', '629892232123456789', 'HELLO'])('may not be %j', (code) => expect(isTagEntry(code)).toBe(false));
});

describe('a loyalty card', () => {
  it.each(['629892231123456789', '629892232123456789', '629892233123456789'])('may be %s', (code) =>
    expect(isTheCardNumber(code)).toBe(true),
  );
  it.each(['629892234123456789', '62989223112345678', '6298922311234567890'])('may not be %s', (code) =>
    expect(isTheCardNumber(code)).toBe(false),
  );
});

it.each([
  ['ada@moore.test', true],
  ['a.b+c@mail.moore.co.uk', true],
  ['ada@moore', false],
  ['ada moore@moore.test', false],
  ['ada@@moore.test', false],
  ['ada@moore.', false],
])('takes %s for an email address: %s', (text, expected) => {
  expect(isMailAddress(text)).toBe(expected);
});

it.each([
  ['60435', true, false],
  ['60435-1234', true, false],
  ['K1A 0B1', true, true],
  ['k1a-0b1', true, true],
  ['K1A0B1', true, true],
  ['6043', false, false],
  ['K1A 0B', false, false],
])('takes %s for a postal code: %s, Canadian: %s', (text, expected, canadian) => {
  expect(isPostalCode(text)).toBe(expected);
  expect(isCanadianPostalCode(text)).toBe(canadian);
});

it.each([
  ['phone', 'call me maybe', /phone number/],
  ['address.state', 'Nowhere at all', /US state/],
  ['metadata.SecondaryCode', '12', /5 digits/],
])('refuses for %s %j', (field, value, words) => expect(fieldProblem(field, value)).toMatch(words));

it.each([
  ['phone', ''],
  ['phone', '815-555-0100'],
  ['address.state', 'Indiana'],
  ['metadata.CarMake', 'anything'],
])('accepts for %s %j', (field, value) => expect(fieldProblem(field, value)).toBeNull());
