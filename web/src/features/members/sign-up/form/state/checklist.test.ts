import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emptySignUp, type SignUpForm } from '../../sign-up-form.ts';
import { checklist, missingOf } from './checklist.ts';

const card = { setupIntent: 'seti_1', brand: 'visa', last4: '4242', fingerprint: 'f' };
const whole: SignUpForm = {
  ...emptySignUp,
  plate: 'ABC123-IL',
  tag: '12345+123456',
  firstName: 'Ann',
  lastName: 'Member',
  zip: '60435',
  email: 'ann@mail.example',
  make: 'FORD',
  model: 'F-150',
  plan: 'price_1',
  card,
};
const required = ['plate', 'tag', 'firstName', 'lastName', 'zip', 'email', 'make', 'model', 'color', 'plan', 'card'] as const;

describe('the checklist', () => {
  it('asks for exactly the fields of the specification, in their order', () => {
    expect(checklist(emptySignUp).map(({ field }) => field)).toEqual(required);
  });

  it('is empty when all are given, whatever the others hold', () => {
    expect(missingOf(whole)).toEqual([]);
  });

  it('lists whichever are missing, and no other', () => {
    fc.assert(
      fc.property(fc.subarray([...required]), (left) => {
        const form = left.reduce<SignUpForm>((part, field) => ({ ...part, [field]: emptyOf(field) }), whole);
        expect(missingOf(form).map(({ field }) => field)).toEqual(left);
      }),
    );
  });

  it.each([
    ['tag', '12345+12345'],
    ['tag', 'hello'],
    ['plate', 'ABC123'],
    ['plate', 'ABC123-XX'],
    ['zip', '604'],
    ['email', 'ann@mail'],
  ] as const)('does not tick an invalid %s: %s', (field, text) => {
    expect(missingOf({ ...whole, [field]: text }).map((missing) => missing.field)).toEqual([field]);
  });

  it('takes spaces for nothing', () => {
    expect(missingOf({ ...whole, firstName: '  ' }).map(({ label }) => label)).toEqual(['First name']);
  });

  it('asks for no model with UNCOMMON MAKE', () => {
    const form = { ...whole, make: 'UNCOMMON MAKE', model: '' };
    expect(missingOf(form)).toEqual([]);
    expect(checklist(form).map(({ field }) => field)).not.toContain('model');
  });

  it('ticks the e-mail only when it is an address', () => {
    const email = (text: string) => checklist({ ...emptySignUp, email: text }).find(({ field }) => field === 'email')?.done;
    expect(['', 'ann', 'ann@', 'ann@mail', ' ann@mail.example '].map(email)).toEqual([false, false, false, false, true]);
  });
});

const emptyOf = (field: (typeof required)[number]): '' | null => (field === 'plan' || field === 'card' ? null : '');
