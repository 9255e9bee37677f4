import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasControlCharacters, hasInvisibleCharacters, searchable, stripControlCharacters } from './text.ts';

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
