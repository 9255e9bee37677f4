import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const source = path.join(import.meta.dirname, '../../../web/src');

/** The files of tokens, the public pages, which are light only, and tests. */
const exempt = /(^public\/|tokens\.ts$|^components\/fixed-colors\.css$|\.test\.tsx?$|\.fixture\.tsx?$)/;
const hex = /#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})\b/i;
const notation = /\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch)\(/i;
/** A color by its name, as the value of a style. */
const named =
  /(?<![a-z])(?:color|background|border[a-z-]*|outline|fill|stroke|shadow)["']?\s*[:=]\s*[^;,]*\b(?:white|black|gr[ae]y|red|green|blue|orange|yellow|silver|navy)\b/i;
const comment = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm;

const colorsIn = (text: string): string[] =>
  text
    .replaceAll(comment, '')
    .split('\n')
    .filter((line) => hex.test(line) || notation.test(line) || named.test(line))
    .map((line) => line.trim());

describe('colors of the staff app', () => {
  it('are tokens, so that each has a value in both themes (web/src/components/tokens.ts)', () => {
    const found = globSync('**/*.{css,ts,tsx}', { cwd: source })
      .filter((file) => !exempt.test(file))
      .flatMap((file) => colorsIn(readFileSync(path.join(source, file), 'utf8')).map((line) => `${file}: ${line}`));
    expect(found).toEqual([]);
  });

  it.each([
    'color: #fff;',
    'box-shadow: 0 1px 2px rgb(0 0 0 / 20%);',
    "style={{ color: 'white' }}",
    'border: 1px solid black;',
    '<path fill="red" />',
  ])('finds %s', (line) => expect(colorsIn(line)).toEqual([line]));

  it.each(['color: var(--ink);', 'white-space: nowrap;', 'href="#screen"', '// #123 is an issue', "{ CarColor: 'White' }"])(
    'accepts %s',
    (line) => expect(colorsIn(line)).toEqual([]),
  );
});
