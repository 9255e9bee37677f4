import { globSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const publicPages = path.join(import.meta.dirname, '..');
const pages = globSync('**/texts/en.ts', { cwd: publicPages }).map((file) => path.dirname(file));

/** Texts that are the same in both languages. */
const sameInBoth = new Set(['Plan', 'Color', '1-800-843-5477']);

type Texts = Record<string, unknown>;

/** Returns every text by its path; a function counts as its source. */
function textsIn(value: unknown, place = ''): Map<string, string> {
  if (typeof value === 'function') return new Map([[place, String(value)]]);
  if (typeof value !== 'object' || value === null) return new Map([[place, String(value)]]);
  return new Map(Object.entries(value).flatMap(([name, inner]) => [...textsIn(inner, place ? `${place}.${name}` : name)]));
}

const load = async (page: string, language: string): Promise<Map<string, string>> =>
  textsIn(((await import(path.join(publicPages, page, `${language}.ts`))) as Texts)[language]);

it('finds the pages', () => {
  expect(pages).toContain('online/texts');
});

describe.each(pages)('the texts of %s', (page) => {
  it('are whole in both languages, and none was left in English', async () => {
    const [english, spanish] = await Promise.all([load(page, 'en'), load(page, 'es')]);
    expect([...spanish.keys()].toSorted()).toEqual([...english.keys()].toSorted());
    const left = [...english].filter(([name, text]) => spanish.get(name) === text && !sameInBoth.has(text));
    expect(left).toEqual([]);
    expect([...spanish, ...english].filter(([, text]) => text.trim() === '')).toEqual([]);
  });
});
