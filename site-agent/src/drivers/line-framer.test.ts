import fc from 'fast-check';
import { expect, it } from 'vitest';
import { LineFramer } from './line-framer.ts';

const pushAll = (framer: LineFramer, chunks: string[]) => chunks.flatMap((chunk) => framer.push(Buffer.from(chunk, 'latin1')));

it('cuts at CR, LF and NUL, and keeps the last unfinished line back', () => {
  const framer = new LineFramer();
  expect(pushAll(framer, ['#A\r\n#B\r#C\n\0#D'])).toEqual(['#A', '#B', '#C']);
  expect(pushAll(framer, ['\n'])).toEqual(['#D']);
});

it('gives the same lines however the bytes are cut', () => {
  const line = fc.string({ unit: fc.constantFrom('#', 'A', '9', '+', ' '), minLength: 1, maxLength: 30 });
  fc.assert(
    fc.property(fc.array(line), fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1 }), (lines, sizes) => {
      const text = lines.map((each) => `${each}\r\n`).join('');
      const chunks: string[] = [];
      for (let at = 0, n = 0; at < text.length; n += 1) {
        const size = sizes[n % sizes.length]!;
        chunks.push(text.slice(at, at + size));
        at += size;
      }
      expect(pushAll(new LineFramer(), chunks)).toEqual(lines);
    }),
  );
});

it.each([
  ['in one chunk', 1],
  ['over many chunks', 50],
])('drops an overlong line whole, %s, and nothing else', (_, pieces) => {
  const framer = new LineFramer();
  const noise = Array.from({ length: pieces }, () => 'x'.repeat(2_000 / pieces));
  expect(pushAll(framer, ['#A\n', ...noise, 'tail\n#B\n'])).toEqual(['#A', '#B']);
});
