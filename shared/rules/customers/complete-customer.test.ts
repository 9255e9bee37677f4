import { describe, expect, it } from 'vitest';
import { lackingForCompletion, type CompletedFields } from './complete-customer.ts';

const whole: CompletedFields = {
  name: 'Moore, Ada',
  email: 'ada@moore.test',
  plate: 'ABC1234-IL',
  tag: '12345+123456',
  make: 'HONDA',
  model: 'Civic',
  color: 'White',
};

describe('lackingForCompletion', () => {
  it('has nothing to say of a whole customer, nor of an uncommon make without a model', () => {
    expect(lackingForCompletion(whole)).toEqual([]);
    expect(lackingForCompletion({ ...whole, make: 'UNCOMMON MAKE', model: null })).toEqual([]);
    expect(lackingForCompletion({ ...whole, name: 'O’Neil Moore, Ada B.' })).toEqual([]);
  });

  it.each<[Partial<CompletedFields>, string]>([
    [{ name: 'Ada Moore' }, 'name'],
    [{ name: 'Moore,' }, 'name'],
    [{ name: ', Ada' }, 'name'],
    [{ name: 'Moore, Jr.' }, 'name'],
    [{ name: null }, 'name'],
    [{ tag: null }, 'tag'],
    [{ tag: '' }, 'tag'],
    [{ tag: '123' }, 'tag'],
    [{ plate: null }, 'plate'],
    [{ plate: 'ABC1234' }, 'plate'],
    [{ make: '' }, 'make'],
    [{ model: '' }, 'model'],
    [{ color: null }, 'color'],
    [{ email: null }, 'email'],
    [{ email: 'ada' }, 'email'],
  ])('%o lacks %s', (change, path) => {
    expect(lackingForCompletion({ ...whole, ...change })).toEqual([{ path, message: expect.any(String) }]);
  });
});
