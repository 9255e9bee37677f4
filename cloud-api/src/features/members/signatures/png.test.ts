import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawSignature } from '@washdesk/simulators/tablet/drawn-signature';
import { dataAddressOf, pngOf } from './png.ts';

const drawn = drawSignature();
const base64 = (bytes: Buffer): string => bytes.toString('base64');

describe('an image of a signature', () => {
  it('comes in base64, bare or as a data address', () => {
    expect(pngOf(base64(drawn))).toEqual(drawn);
    expect(pngOf(dataAddressOf(drawn))).toEqual(drawn);
  });

  it('is whole', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: drawn.length - 1 }), (length) => {
        expect(() => pngOf(base64(drawn.subarray(0, length)))).toThrow('must be a PNG');
      }),
    );
  });

  it('is nothing else', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
        expect(() => pngOf(base64(Buffer.from(bytes)))).toThrow('must be a PNG');
      }),
    );
  });

  it.each([
    [{ width: 2_001 }, '1 to 2000 pixels'],
    [{ height: 2_001 }, '1 to 2000 pixels'],
    [{ width: 0 }, '1 to 2000 pixels'],
  ])('of %o is too large or nothing', (size, problem) => {
    expect(() => pngOf(base64(drawSignature(size)))).toThrow(problem);
  });

  it('weighs at most 300 KB', () => {
    const padded = Buffer.concat([drawn.subarray(0, 33), Buffer.alloc(310_000), drawn.subarray(33)]);
    expect(() => pngOf(base64(padded))).toThrow('at most 300 KB');
  });
});
