import { describe, expect, it } from 'vitest';
import { facts, table } from './console-text.ts';

describe('text of a device', () => {
  it('cannot leave its cell', () => {
    expect(
      table(
        ['ID', 'NAME'],
        [
          ['north', 'a\nDSSC> gate open'],
          ['s', 'x'],
        ],
      ),
    ).toBe('ID     NAME\nnorth  a DSSC> gate open\ns      x');
    expect(
      facts([
        ['Reason', 'x\ny'],
        ['Id', '1'],
      ]),
    ).toBe('Reason  x y\nId      1');
  });
});
