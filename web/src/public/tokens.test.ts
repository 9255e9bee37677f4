import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { tokens } from '../components/tokens.ts';

const style = readFileSync(path.join(import.meta.dirname, 'public.css'), 'utf8');

it('the colors of the public pages are those of the app', () => {
  const colors = [...style.matchAll(/--([a-z-]+): (#[0-9a-f]{6});/g)].map(([, name = '', color = '']) => [
    name.replaceAll(/-([a-z])/g, (_dash, letter: string) => letter.toUpperCase()),
    color.toUpperCase(),
  ]);
  expect(colors.length).toBeGreaterThan(10);
  expect(tokens).toMatchObject(Object.fromEntries(colors));
});

it('a page’s own styles win over the shared ones, whichever are loaded last', () => {
  expect(style.match(/^\s*\.(card|page)\b.*/gm)).toBeNull();
  expect(style.match(/:where\(\.(card|page)\)/g)).toHaveLength(4);
});
