import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packetLimit } from './packet-limit.ts';

/** Returns a frame with a body of `bytes` zeros. */
function frame(bytes: number): Buffer {
  const header = [0x30];
  let rest = bytes;
  do {
    header.push((rest % 128) | (rest >= 128 ? 0x80 : 0));
    rest = Math.floor(rest / 128);
  } while (rest > 0);
  return Buffer.concat([Buffer.from(header), Buffer.alloc(bytes)]);
}

/** Splits a stream into chunks of the given sizes, repeated. */
function* chunks(stream: Buffer, sizes: readonly number[]): Generator<Buffer> {
  for (let at = 0, turn = 0; at < stream.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? 1;
    yield stream.subarray(at, at + size);
    at += size;
  }
}

describe('packetLimit', () => {
  it('accepts any stream of frames within the limit, however it is cut', () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 1000 }), { maxLength: 10 }), sizes, (bodies, cuts) => {
        const isWithin = packetLimit(1000);
        return [...chunks(Buffer.concat(bodies.map(frame)), cuts)].every(isWithin);
      }),
    );
  });

  it('refuses a frame over the limit as soon as its length is known', () => {
    const isWithin = packetLimit(1000);
    expect(isWithin(Buffer.concat([frame(12), frame(0), frame(1001).subarray(0, 3)]))).toBe(false);
  });
});
