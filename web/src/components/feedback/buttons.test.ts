import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const source = path.join(import.meta.dirname, '../..');
const screens = globSync('**/*.tsx', { cwd: source })
  .filter((file) => !file.endsWith('.test.tsx'))
  .map((file) => ({ file, text: readFileSync(path.join(source, file), 'utf8') }));

/** Words that are lower-case inside a title, and names that the specification quotes. */
const smallWords = new Set(['a', 'an', 'and', 'as', 'at', 'by', 'for', 'from', 'in', 'of', 'on', 'or', 'the', 'to', 'with']);
const quoted: readonly string[] = ['Clear all Redis Data'];

const isTitleCase = (label: string): boolean =>
  label.split(/\s+/).every((word, place) => !/^[a-z]/.test(word) || (place > 0 && smallWords.has(word)));

it('no destructive button takes the focus', () => {
  const buttons = screens.flatMap(({ file, text }) => [...text.matchAll(/<Button\b(?:[^>]|=>)*>/g)].map(([button]) => ({ file, button })));
  expect(buttons.length).toBeGreaterThan(100);
  expect(buttons.filter(({ button }) => /\bdanger\b/.test(button) && /\bautoFocus\b/.test(button))).toEqual([]);
});

it('buttons are in title case (docs/style.md#screens)', () => {
  const labels = screens.flatMap(({ file, text }) =>
    [
      ...text.matchAll(/<(?:Button|LinkButton)\b(?:[^>]|=>)*>\s*([^<{}()]+?)\s*<(?:\/(?:Link)?Button|KeyHint)\b/g),
      ...text.matchAll(/\b(?:okText|cancelText|confirm)="([^"]+)"/g),
    ].map(([, label = '']) => ({ file, label })),
  );
  expect(labels.length).toBeGreaterThan(100);
  expect(labels.filter(({ label }) => !isTitleCase(label) && !quoted.includes(label))).toEqual([]);
});
