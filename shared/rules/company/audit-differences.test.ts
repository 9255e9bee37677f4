import { describe, expect, it } from 'vitest';
import { changesInWords, differencesOf, nameInState } from './audit-differences.ts';

describe('what differs', () => {
  it('is told value by value, what stayed last', () => {
    const before = { min_price: 500, max_car: 4_499, product_class: 'Super Kiss' };
    expect(differencesOf(before, { ...before, max_car: 4_599 })).toEqual([
      { field: 'highest, car', before: '$44.99', after: '$45.99', kind: 'changed' },
      { field: 'lowest price', before: '$5.00', after: '$5.00', kind: 'same' },
      { field: 'product class', before: 'Super Kiss', after: 'Super Kiss', kind: 'same' },
    ]);
  });

  it('tells what came and what went', () => {
    expect(differencesOf({ a: 1 }, { b: true })).toEqual([
      { field: 'a', before: '1', after: null, kind: 'removed' },
      { field: 'b', before: null, after: 'Yes', kind: 'added' },
    ]);
    expect(differencesOf(null, { roles: ['User', 'Admin'], withCode: null })).toEqual([
      { field: 'roles', before: null, after: 'User, Admin', kind: 'added' },
      { field: 'with code', before: null, after: 'None', kind: 'added' },
    ]);
    expect(differencesOf('old', null)).toEqual([{ field: 'Value', before: 'old', after: null, kind: 'removed' }]);
  });

  it('knows entries of a list by their name, wherever they stand', () => {
    const flag = (name: string, value: boolean) => ({ name, value });
    expect(differencesOf([flag('gates', true), flag('tags', false)], [flag('tags', true), flag('gates', true)])).toEqual([
      { field: 'tags › value', before: 'No', after: 'Yes', kind: 'changed' },
      { field: 'gates › name', before: 'gates', after: 'gates', kind: 'same' },
      { field: 'gates › value', before: 'Yes', after: 'Yes', kind: 'same' },
      { field: 'tags › name', before: 'tags', after: 'tags', kind: 'same' },
    ]);
  });
});

describe('a change in a line', () => {
  it('names only what changed, in the words of the screen, and cuts long texts', () => {
    const before = { max_car: 4_499, product_class: 'Super Kiss', note: 'a' };
    expect(changesInWords(before, { ...before, max_car: 4_799, note: 'b'.repeat(70) })).toEqual([
      'highest, car: $44.99 → $47.99',
      `note: a → ${'b'.repeat(59)}…`,
    ]);
    expect(changesInWords(null, before)).toEqual([]);
  });

  it('has the name of its object, after the change first', () => {
    expect(nameInState({ name: 'Old' }, { name: 'New' })).toBe('New');
    expect(nameInState({ product_class: 'Super Kiss' }, null)).toBe('Super Kiss');
    expect(nameInState(null, ['a'])).toBeNull();
  });
});
