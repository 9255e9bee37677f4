import { describe, expect, it } from 'vitest';
import { draftOf, entryKey, formForCode, readEntry } from './draft.ts';

const entryOf = (query: string) => readEntry(new URLSearchParams(query));

describe('the way to the sign-up', () => {
  it.each([
    ['code=abc123-il', { kind: 'code', code: 'ABC123-IL' }],
    ['code=12345%2B123456', { kind: 'code', code: '12345+123456' }],
    ['code=nonsense!', { kind: 'blank' }],
    ['customer=cus_1&code=ABC123-IL', { kind: 'customer', id: 'cus_1' }],
    ['', { kind: 'blank' }],
  ])('?%s', (query, entry) => {
    expect(entryOf(query)).toEqual(entry);
  });

  it('tells every plate and customer from every other', () => {
    const keys = ['code=ABC123-IL', 'code=ABC124-IL', 'customer=cus_1', 'customer=cus_2', 'phone=8155550100', ''].map((query) =>
      entryKey(entryOf(query)),
    );
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('fills in the plate or the tag', () => {
    expect(formForCode('ABC123-IL')).toMatchObject({ plate: 'ABC123-IL', tag: '' });
    expect(formForCode('12345+123456')).toMatchObject({ plate: '', tag: '12345+123456' });
  });

  it('fills in the phone that was searched for', () => {
    expect(draftOf(entryOf('phone=8155550100')).form).toMatchObject({ cellPhone: '(815) 555-0100', plate: '' });
  });

  it('begins a draft that knows of no plate on record', () => {
    expect(draftOf(entryOf('code=ABC123-IL'))).toMatchObject({ form: { plate: 'ABC123-IL' }, storedPlate: null });
  });
});
