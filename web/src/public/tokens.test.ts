import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { tokens } from '../components/tokens.ts';

it('the colors of the public pages are those of the app', () => {
  const style = readFileSync(path.join(import.meta.dirname, 'public.css'), 'utf8');
  const colors = [...style.matchAll(/--([a-z-]+): (#[0-9a-f]{6});/g)].map(([, name = '', color = '']) => [
    name.replaceAll(/-([a-z])/g, (_dash, letter: string) => letter.toUpperCase()),
    color.toUpperCase(),
  ]);
  expect(colors.length).toBeGreaterThan(10);
  expect(tokens).toMatchObject(Object.fromEntries(colors));
});
