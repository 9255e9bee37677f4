import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseSearchTerm } from './search-term.ts';

describe('parseSearchTerm', () => {
  it.each([
    ['1234', 'last4', '1234'],
    ['5551234', 'phone', '5551234'],
    ['(555) 123-4567', 'phone', '5551234567'],
    ['555.123.4567', 'phone', '5551234567'],
    ['+1 555 123 4567', 'phone', '15551234567'],
    [' Jane.Doe@Example.com ', 'email', 'jane.doe@example.com'],
    ['jane@', 'email', 'jane@'],
    ['12345+123456', 'tag', '12345+123456'],
    ['12345+', 'tag', '12345+'],
    ['6298921312345678', 'tag', '6298921312345678'],
    ['1hgcm82633a004352', 'tag', '1HGCM82633A004352'],
    ['abc123-il', 'plate', 'ABC123-IL'],
    ['VANITY-IL', 'plate', 'VANITY-IL'],
    ['abc12', 'plate', 'ABC12'],
    ['ab 1234', 'plate', 'AB1234'],
    ['123', 'plate', '123'],
    ['12345', 'plate', '12345'],
    ['ABC123-', 'plate', 'ABC123-'],
    ['Smith', 'name', 'Smith'],
    ['Núñez,   José', 'name', 'Núñez, José'],
    ['Christopherandson', 'name', 'Christopherandson'],
  ])('%j is a %s: %j', (text, kind, value) => {
    expect(parseSearchTerm(text)).toEqual({ kind, value });
  });

  it.each(['', '   ', '\t'])('asks for a value when given %j', (text) => {
    expect(parseSearchTerm(text)).toEqual({ error: 'Please specify a search value' });
  });

  it('finds a phone in any usual punctuation', () => {
    const separator = fc.constantFrom('', ' ', '-', '.');
    fc.assert(
      fc.property(fc.stringMatching(/^\d{10}$/), separator, fc.boolean(), (phone, between, brackets) => {
        const area = brackets ? `(${phone.slice(0, 3)})` : phone.slice(0, 3);
        const typed = [area, phone.slice(3, 6), phone.slice(6)].join(between);
        expect(parseSearchTerm(typed)).toEqual({ kind: 'phone', value: phone });
      }),
    );
  });

  it('sorts any text that is not blank, and sorts it alike with blanks around it', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const term = parseSearchTerm(text);
        expect('error' in term).toBe(text.trim() === '');
        expect(parseSearchTerm(`  ${text} `)).toEqual(term);
      }),
    );
  });
});
