import fc from 'fast-check';
import { PNG } from 'pngjs';
import { describe, expect, it } from 'vitest';
import { grayPng } from '@washdesk/simulators/gray-png';
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

  it.each([
    ['white', () => false],
    ['black', () => true],
  ])('is refused if it is only %s', (_what, isBlack) => {
    expect(() => pngOf(base64(grayPng(300, 100, isBlack)))).toThrow('must not be empty');
  });

  it('is refused if it is transparent', () => {
    const image = PNG.sync.read(drawn);
    image.data.forEach((_byte, at) => (at % 4 === 3 ? (image.data[at] = 0) : undefined));
    const transparent = PNG.sync.write(image);
    expect(() => pngOf(base64(transparent))).toThrow('must not be empty');
  });

  it('is refused if its pixels cannot be read', () => {
    const broken = Buffer.from(drawn);
    broken.fill(0xff, 45, 60);
    expect(() => pngOf(base64(broken))).toThrow('must be a PNG');
  });

  it('weighs at most 300 KB', () => {
    const padded = Buffer.concat([drawn.subarray(0, 33), Buffer.alloc(310_000), drawn.subarray(33)]);
    expect(() => pngOf(base64(padded))).toThrow('at most 300 KB');
  });
});
