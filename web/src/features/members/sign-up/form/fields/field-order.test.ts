import { describe, expect, it } from 'vitest';
import { emptySignUp } from '../../sign-up-form.ts';
import { fieldAfter, type FieldName } from './field-order.ts';

describe('the way that Enter goes', () => {
  const wayThrough = (form: typeof emptySignUp): FieldName[] => {
    const way: FieldName[] = ['plate'];
    for (let next = fieldAfter('plate', form); next !== null; next = fieldAfter(next, form)) way.push(next);
    return way;
  };

  it('passes every field of an empty form once', () => {
    expect(wayThrough(emptySignUp)).toEqual([
      'plate',
      'tag',
      'firstName',
      'lastName',
      'theCardNumber',
      'zip',
      'city',
      'state',
      'email',
      'cellPhone',
      'make',
      'model',
      'color',
      'plan',
      'card',
    ]);
  });

  it('passes over what the postal code filled in, a model that is not asked for, and a plan that is chosen', () => {
    const way = wayThrough({ ...emptySignUp, city: 'Joliet', state: 'IL', make: 'UNCOMMON MAKE', plan: 'price_1' });
    expect(['city', 'state', 'model', 'plan'].filter((field) => way.includes(field as FieldName))).toEqual([]);
  });

  it('ends behind the card', () => {
    expect(fieldAfter('card', emptySignUp)).toBeNull();
  });
});
