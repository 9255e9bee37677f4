import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codeKind } from './codes.ts';
import { decodeTagHex, defaultTagFormat, formatTag, parseTag } from './tags.ts';
import type { TagFormat } from './tags.ts';

const head = fc.stringMatching(/^\d{5}$/);
const tail = fc.stringMatching(/^\d{6}$/);
const ending = fc.stringMatching(/^[0-9A-F]{0,8}$/);

describe('formatTag and parseTag', () => {
  it('are each other’s inverse', () => {
    fc.assert(
      fc.property(head, tail, (before, after) => {
        const code = formatTag(before, after);
        expect(parseTag(code)).toEqual({ head: before, tail: after });
        expect(codeKind(code)).toBe('tag');
      }),
    );
  });

  it('parseTag also takes the bare digits', () => {
    expect(parseTag(' 12345123456 ')).toEqual({ head: '12345', tail: '123456' });
  });

  it.each(['', '12345+12345', '1234+1234567', 'ABC123-IL', '12345++123456'])('finds no tag in %j', (code) => {
    expect(parseTag(code)).toBeNull();
  });
});

describe('decodeTagHex', () => {
  it('shows five characters, a plus, six characters of any tag of the company', () => {
    fc.assert(
      fc.property(head, tail, ending, (before, after, rest) => {
        const hex = `${defaultTagFormat.prefix}${before}${defaultTagFormat.marker}${after}${rest}`;
        expect(decodeTagHex(hex, defaultTagFormat)).toBe(`${before}+${after}`);
        expect(decodeTagHex(` ${hex.toLowerCase()}\r\n`, defaultTagFormat)).toBe(`${before}+${after}`);
      }),
    );
  });

  it.each([
    ['another prefix', 'E200001A12345F1234560000'],
    ['another marker', 'E200001912345E1234560000'],
    ['the marker elsewhere', 'E20000191234F51234560000'],
    ['a tail cut short', 'E200001912345F12345'],
    ['not hexadecimal', 'E200001912345F12345Z0000'],
    ['nothing', ''],
  ])('refuses %s', (_why, hex) => {
    expect(decodeTagHex(hex, defaultTagFormat)).toBeNull();
  });

  it('follows the format it is given', () => {
    const format: TagFormat = { prefix: 'AB', markerIndex: 2, marker: 'CD', head: [4, 9], tail: [10, 16] };
    expect(decodeTagHex('ABCD12345012345699', format)).toBe('12345+123456');
    expect(decodeTagHex('ABCE12345012345699', format)).toBeNull();
  });
});
