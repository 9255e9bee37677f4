import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseForm } from './form.ts';

describe('form bodies', () => {
  it('read brackets as objects and counted keys as arrays', () => {
    expect(parseForm('items[0][price]=p1&items[0][quantity]=1&items[1][price]=p2&expand[0]=customer')).toEqual({
      items: [{ price: 'p1', quantity: '1' }, { price: 'p2' }],
      expand: ['customer'],
    });
    expect(parseForm('expand[]=a&expand[]=b')).toEqual({ expand: ['a', 'b'] });
    expect(parseForm('metadata[0]=zero&metadata=')).toEqual({ metadata: '' });
  });

  it('leave metadata keys alone, even numbers and names of the language', () => {
    const parsed = parseForm('metadata[0]=zero&metadata[__proto__]=x');
    expect(Object.entries(parsed['metadata'] as object)).toEqual([
      ['0', 'zero'],
      ['__proto__', 'x'],
    ]);
    expect(Object.hasOwn(Object.prototype, 'x')).toBe(false);
  });

  it('give every metadata value back as it was sent', () => {
    const keys = fc.stringMatching(/^[A-Za-z_]{1,20}$/);
    fc.assert(
      fc.property(fc.dictionary(keys, fc.string({ unit: 'binary' }), { minKeys: 1 }), (metadata) => {
        const body = Object.entries(metadata)
          .map(([key, value]) => `metadata[${key}]=${encodeURIComponent(value)}`)
          .join('&');
        expect(Object.entries(parseForm(body)['metadata'] as object)).toEqual(Object.entries(metadata));
      }),
    );
  });
});
