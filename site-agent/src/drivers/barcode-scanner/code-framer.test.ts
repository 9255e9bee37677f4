import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CodeFramer } from './code-framer.ts';

const plain = { prefix: '', suffix: '', aim: false };
const pushAll = (framer: CodeFramer, ...chunks: string[]) => chunks.flatMap((chunk) => framer.push(Buffer.from(chunk, 'latin1')));

describe('a code', () => {
  it.each([
    ['CR', '12345+123456\r'],
    ['CR LF', '12345+123456\r\n'],
    ['TAB', '12345+123456\t'],
    ['STX and ETX', '\x0212345+123456\x03'],
  ])('ends with %s', (_end, bytes) => {
    expect(pushAll(new CodeFramer(plain), bytes)).toEqual(['12345+123456']);
  });

  it('ends by a pause', () => {
    const framer = new CodeFramer(plain);
    expect([pushAll(framer, '1234', '5'), framer.hasRest, framer.end(), framer.hasRest]).toEqual([[], true, ['12345'], false]);
  });

  it.each([
    ['a prefix and a suffix', { prefix: 'A>', suffix: '#', aim: false }, 'A>62989213#\r', '62989213'],
    ['an AIM identifier', { ...plain, aim: true }, ']C0ABC1234\r', 'ABC1234'],
    ['a prefix before an AIM identifier', { prefix: '~', suffix: '', aim: true }, '~]A0ABC1234\r', 'ABC1234'],
    ['no prefix although one is configured', { prefix: 'A>', suffix: '#', aim: true }, 'ABC1234\r', 'ABC1234'],
  ])('is without %s', (_what, config, bytes, code) => {
    expect(pushAll(new CodeFramer(config), bytes)).toEqual([code]);
  });

  it('has 4 to 64 characters', () => {
    const codes = ['123', '1234', '9'.repeat(64), '9'.repeat(65)];
    expect(pushAll(new CodeFramer(plain), codes.map((code) => `${code}\r`).join(''))).toEqual(['1234', '9'.repeat(64)]);
  });

  it('is unreadable with other than printable ASCII', () => {
    expect(pushAll(new CodeFramer(plain), 'A\xff\x81B\rABC1234\r')).toEqual([null, 'ABC1234']);
  });

  it('does not grow without end', () => {
    const framer = new CodeFramer(plain);
    expect(pushAll(framer, 'x'.repeat(600))).toEqual([]);
    expect([framer.hasRest, pushAll(framer, 'ABC1234\r')]).toEqual([false, ['ABC1234']]);
  });

  it('is the same however its bytes are cut', () => {
    const code = fc.string({ unit: fc.constantFrom('A', '9', '+', '-'), minLength: 4, maxLength: 30 });
    fc.assert(
      fc.property(fc.array(code), fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1 }), (codes, sizes) => {
        const text = codes.map((each) => `${each}\r\n`).join('');
        const chunks: string[] = [];
        for (let at = 0, n = 0; at < text.length; n += 1) {
          const size = sizes[n % sizes.length]!;
          chunks.push(text.slice(at, at + size));
          at += size;
        }
        expect(pushAll(new CodeFramer(plain), ...chunks)).toEqual(codes);
      }),
    );
  });
});
