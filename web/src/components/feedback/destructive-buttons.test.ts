import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const source = path.join(import.meta.dirname, '../..');

it('no destructive button takes the focus', () => {
  const files = globSync('**/*.tsx', { cwd: source }).filter((file) => !file.endsWith('.test.tsx'));
  const buttons = files.flatMap((file) =>
    [...readFileSync(path.join(source, file), 'utf8').matchAll(/<Button\b(?:[^>]|=>)*>/g)].map(([button]) => ({ file, button })),
  );
  expect(buttons.length).toBeGreaterThan(100);
  expect(buttons.filter(({ button }) => /\bdanger\b/.test(button) && /\bautoFocus\b/.test(button))).toEqual([]);
});
