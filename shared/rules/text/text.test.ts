import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanText, hasControlCharacters, hasInvisibleCharacters, plainPunctuation, searchable, stripControlCharacters } from './text.ts';

describe('control characters', () => {
  it.each(['\u0000', 'a\nb', '\t', '\u001B[2J', 'x\u007F', '\u0085'])('are found in %j', (text) => {
    expect(hasControlCharacters(text)).toBe(true);
  });

  it.each(['', 'Núñez, José', 'ABC123-IL', '🚗', 'a b'])('are not found in %j', (text) => {
    expect(hasControlCharacters(text)).toBe(false);
  });

  it('are all stripped, and nothing else', () => {
    expect(stripControlCharacters('\u001B[31mpaper\r\nout🚗')).toBe('[31mpaperout🚗');
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const stripped = stripControlCharacters(text);
        expect(hasControlCharacters(stripped)).toBe(false);
        expect(stripped === text).toBe(!hasControlCharacters(text));
      }),
    );
  });
});

describe('searchable', () => {
  it.each([
    ['Sørensen, Zoë', 'sorensen, zoe'],
    ['Núñez', 'nunez'],
    ['Großmann', 'grossmann'],
    ['ABC123-IL', 'abc123-il'],
    ['O’Brien–Smith', "o'brien-smith"],
    ['\u202aNúñez\u202c\u00a0Ana', 'nunez ana'],
  ])('folds %s', (text, expected) => {
    expect(searchable(text)).toBe(expected);
  });

  it('is settled after one pass', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => searchable(searchable(text)) === searchable(text)));
  });
});

describe('hasInvisibleCharacters', () => {
  it.each([
    ['a change of direction', 'AB\u202e123'],
    ['an isolate', 'AB\u2066123'],
    ['a zero-width space', 'AB\u200b123'],
    ['a joiner', 'AB\u200d123'],
    ['a soft hyphen', 'AB\u00ad123'],
    ['a byte order mark', 'AB\ufeff123'],
    ['a tag', 'AB\u{e0041}123'],
    ['a filler', 'AB\u3164123'],
    ['a line separator', 'AB\u2028123'],
  ])('finds %s', (_what, text) => {
    expect(hasInvisibleCharacters(text)).toBe(true);
  });

  it.each(['', 'Renée Duval', 'Nguyễn Thị', "O'Brien-Smith 3rd", '山田', '🚗'])('takes %j', (text) => {
    expect(hasInvisibleCharacters(text)).toBe(false);
  });
});

describe('cleanText', () => {
  it.each([
    ['a phone number of Contacts', '\u202a+1\u00a0(815)\u00a0555\u20110100\u202c', '+1 (815) 555\u20110100'],
    ['a zero-width space', 'Ann\u200b Member', 'Ann Member'],
    ['a byte order mark', '\ufeffAnn', 'Ann'],
    ['a line separator', 'Ann\u2028Member', 'Ann Member'],
    ['an accent apart from its letter', 'Ne\u0301', 'N\u00e9'],
    ['what people write', 'Save “$5” – it’s Núñez’s 🚗', 'Save “$5” – it’s Núñez’s 🚗'],
  ])('%s', (_what, text, expected) => {
    expect(cleanText(text)).toBe(expected);
  });
});

describe('plainPunctuation', () => {
  it.each([
    ['O’Brien', "O'Brien"],
    ['Oʼbrien', "O'brien"],
    ['O`Brien', "O'Brien"],
    ['Smith‑Jones', 'Smith-Jones'],
    ['ABC123–IL', 'ABC123-IL'],
    ['ABC123−IL', 'ABC123-IL'],
    ['815\u2010555\u20100100', '815-555-0100'],
    ['“Bob”', '"Bob"'],
    ['８１５－５５５－０１００', '815-555-0100'],
    ['٨١٥٥٥٥٠١٠٠', '8155550100'],
    ['𝟖𝟏𝟓', '815'],
    ['ｂｏｂ＠ｋｉｓｓ．ｔｅｓｔ', 'bob@kiss.test'],
    ['Łukasz 山田', 'Łukasz 山田'],
  ])('of %s is %s', (text, expected) => {
    expect(plainPunctuation(text)).toBe(expected);
  });

  it.each([cleanText, plainPunctuation])('leaves nothing to mend, and nothing invisible', (mend) => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const once = mend(text);
        expect(mend(once)).toBe(once);
        expect(hasInvisibleCharacters(once)).toBe(false);
      }),
      { numRuns: 2_000 },
    );
  });
});
