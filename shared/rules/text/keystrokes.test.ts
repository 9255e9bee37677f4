import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readKeystrokes } from './keystrokes.ts';

const plain = (key: string) => ({ key, held: [] });

describe('readKeystrokes', () => {
  it.each([
    ['12', [plain('1'), plain('2')]],
    ['A b{Enter}', [plain('A'), plain(' '), plain('b'), plain('Enter')]],
    ['{F4}{F24}', [plain('F4'), plain('F24')]],
    ['{Ctrl+Shift+C}', [{ key: 'C', held: ['Ctrl', 'Shift'] }]],
    ['{Shift+Tab}', [{ key: 'Tab', held: ['Shift'] }]],
    ['{{}{}}', [plain('{'), plain('}')]],
    ['{Ctrl+}}', [{ key: '}', held: ['Ctrl'] }]],
  ])('reads %s', (text, strokes) => {
    expect(readKeystrokes(text)).toEqual(strokes);
  });

  it.each(['', '{', '}', 'a}', '{Enter', '{Entr}', '{F0}', '{F25}', '{Ctrl+Ctrl+C}', '{Ctrl}', '{a}', '{ Enter}', '{enter}', 'one\ntwo'])(
    'refuses %j',
    (text) => {
      expect(readKeystrokes(text)).toBeNull();
    },
  );

  it('types any line of text unchanged, once its braces are in braces', () => {
    const line = fc.string({ minLength: 1, unit: 'grapheme' }).filter((text) => !/[\r\n\t]/.test(text));
    fc.assert(
      fc.property(line, (text) => {
        const escaped = text.replaceAll(/[{}]/g, (brace) => `{${brace}}`);
        expect(
          readKeystrokes(escaped)
            ?.map(({ key }) => key)
            .join(''),
        ).toBe(text);
      }),
    );
  });
});
