import { describe, expect, it } from 'vitest';
import { formatsOf, pluralOf, preferredLanguage } from './languages.ts';
import { tabStorage, type TabStorage } from './tab-storage.ts';

const storing = (values: Record<string, string> = {}): TabStorage =>
  tabStorage('test', () => ({ getItem: (name: string) => values[name] ?? null }) as Storage);

describe('the language of a page', () => {
  it.each([
    ['?lang=es', '"en"', ['en-US'], 'es'],
    ['?lang=fr', '"es"', ['en-US'], 'es'],
    ['', 'null', ['es-MX', 'en-US'], 'es'],
    ['', 'null', ['pl-PL', 'es', 'en-US'], 'es'],
    ['', 'null', ['pl-PL'], 'en'],
    ['', 'null', [], 'en'],
    ['', 'no JSON', ['ES-419'], 'es'],
  ] as const)('of %s, stored %s, preferred %j is %s', (search, stored, preferred, language) => {
    expect(preferredLanguage(search, storing({ 'test.language': stored }), preferred)).toBe(language);
  });

  it('of a browser that stores nothing is its own', () => {
    const blocked = tabStorage('test', () => {
      throw new Error('blocked');
    });
    blocked.write('language', 'es');
    expect(preferredLanguage('', blocked, ['en'])).toBe('en');
  });
});

it('formats dollars, days and counts in both languages', () => {
  expect(formatsOf('en').money(123_450)).toBe('$1,234.50');
  expect(formatsOf('es').money(123_450)).toBe('$1,234.50');
  expect(formatsOf('en').day('2026-12-01T06:00:00Z')).toBe('December 1, 2026');
  expect(formatsOf('es').day('2026-12-01')).toBe('1 de diciembre de 2026');
  expect(pluralOf('en')(1, { one: 'month', other: 'months' })).toBe('1 month');
  expect(pluralOf('es')(6, { one: 'mes', other: 'meses' })).toBe('6 meses');
});
