import { describe, expect, it } from 'vitest';
import { differencesOf } from './differences.ts';

describe('what differs', () => {
  it('is told value by value, what stayed last', () => {
    const before = { min_price: 500, max_car: 4_499, product_class: 'Super Kiss' };
    expect(differencesOf(before, { ...before, max_car: 4_599 })).toEqual([
      { field: 'max car', before: '4499', after: '4599', kind: 'changed' },
      { field: 'min price', before: '500', after: '500', kind: 'same' },
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
