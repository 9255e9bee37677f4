import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codeKind, isCode, isDisabledCode, maxCodeLength, normalizeCode, searchKind } from './codes.ts';
import type { CodeKind } from './codes.ts';

const digits = (count: number) => fc.stringMatching(new RegExp(`^\\d{${count}}$`));

/** Random codes of every known form. */
const forms: Record<string, { kind: CodeKind; code: fc.Arbitrary<string> }> = {
  'a plate and its state': { kind: 'plate', code: fc.stringMatching(/^[A-Za-z0-9]{1,8}-[A-Za-z]{2}$/) },
  '5 + 6 digits': { kind: 'tag', code: fc.tuple(digits(5), digits(6)).map(([head, tail]) => `${head}+${tail}`) },
  '17 characters': { kind: 'tag', code: fc.stringMatching(/^[A-Za-z0-9]{17}$/) },
  '62989213 and 8 digits': { kind: 'card', code: digits(8).map((rest) => `62989213${rest}`) },
  '629892231 and 9 digits': { kind: 'card', code: digits(9).map((rest) => `629892231${rest}`) },
};

describe('codeKind', () => {
  it.each(Object.entries(forms))('knows %s, however it is typed', (_name, { kind, code }) => {
    fc.assert(
      fc.property(code, (typed) => {
        expect(codeKind(` ${typed} `)).toBe(kind);
        expect(isCode(typed)).toBe(true);
        expect(typed.length).toBeLessThanOrEqual(maxCodeLength);
      }),
    );
  });

  it.each([
    '',
    '-IL',
    'ABC123',
    'ABC123-I',
    'ABC123-ILL',
    'ABC123-1L',
    'ABCDEF123-IL',
    'AB 123-IL',
    'ÄBC123-IL',
    '1234+123456',
    '12345+12345',
    '12345-123456',
    '6298921312345',
    '629892232123456789',
    "A'; DROP TABLE--",
    '🚗-IL',
  ])('takes %j for no code', (text) => {
    expect(codeKind(text)).toBe('unknown');
    expect(isCode(text)).toBe(false);
  });
});

describe('normalizeCode', () => {
  it('trims and uppercases', () => {
    expect(normalizeCode('  abc123-il\t')).toBe('ABC123-IL');
  });

  it('changes nothing the second time', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const once = normalizeCode(text);
        expect(normalizeCode(once)).toBe(once);
      }),
    );
  });
});

describe('isDisabledCode', () => {
  it.each([
    ['~ABC123-IL', true],
    ['ABC123-IL~', true],
    ['ABC123-IL', false],
  ])('%s: %s', (code, disabled) => {
    expect(isDisabledCode(code)).toBe(disabled);
  });

  it('never meets a code that still opens something', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (before, after) => {
        expect(isCode(`${before}~${after}`)).toBe(false);
      }),
    );
  });
});

describe('searchKind', () => {
  it.each([
    ['12345+123456', 'tag'],
    ['12345+', 'tag'],
    ['  12345+1 ', 'tag'],
    ['1234+12345', 'plate'],
    ['123456+1234', 'plate'],
    ['ABC123-IL', 'plate'],
    ['', 'plate'],
  ])('%j is a %s', (term, kind) => {
    expect(searchKind(term)).toBe(kind);
  });
});
