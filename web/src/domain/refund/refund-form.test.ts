import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dollarsToCents, maxAmountCents } from '@washdesk/rules/billing/money';
import { problemsOf } from '../../lib/forms/problems.ts';
import { aboveRefundable, dollarsField, refundRules, type RefundForm } from './refund-form.ts';

const form = (amount: string, note = 'Wrong wash') => ({ amount, description: '', note });

const problems = (entered: RefundForm, refundable: number | null) => problemsOf(refundRules(refundable), entered);

describe('the rules of a refund', () => {
  it('finds nothing wrong up to what can be given back', () => {
    expect(problems(form('12.50'), 1250)).toEqual({});
    expect(problems(form('12.50'), null)).toEqual({});
  });

  it('tells how much can be given back at most', () => {
    expect(problems(form('12.51'), 1250).amount).toBe('Only $12.50 of this charge can be refunded');
    expect(aboveRefundable('12.51', 1250)).toBe('Only $12.50 of this charge can be refunded');
    expect(aboveRefundable('12.50', 1250)).toBeNull();
    expect(aboveRefundable('12.51', null)).toBeNull();
  });

  it.each(['', '0', '0.00', '-5', '12.505', 'twelve', '1,200'])('refuses the amount %j', (amount) => {
    expect(problems(form(amount), 1250).amount).toContain('above 0 in dollars');
  });

  it('refuses more than a card can have', () => {
    expect(problems(form('1000000.00'), null).amount).toBe('At most $999,999.99 can be refunded at a time');
  });

  it('give the request: cents, and no empty description', () => {
    expect(refundRules(null).parse(form('12.5', ' Wrong wash '))).toEqual({ amount: 1250, notes: 'Wrong wash' });
    expect(refundRules(null).parse({ ...form('12.5'), description: ' Wax ' })).toMatchObject({ description: 'Wax' });
  });

  it('wants a note', () => {
    expect(problems(form('5', '  '), 1250).note).toBe('Enter a reason for the refund');
  });
});

it('shows every amount as it would be typed, to the cent', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: maxAmountCents }), (cents) => {
      expect(dollarsToCents(dollarsField(cents))).toBe(cents);
    }),
  );
});
