import { dollarsToCents, maxAmountCents } from '@washdesk/rules/billing/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dollarsField, isAboveRefundable, refundProblems } from './refund-form.ts';

const form = (amount: string, note = 'Wrong wash') => ({ amount, description: '', note });

describe('refundProblems', () => {
  it('finds nothing wrong up to what can be given back', () => {
    expect(refundProblems(form('12.50'), 1250)).toEqual({ amount: null, note: null });
    expect(refundProblems(form('12.50'), null)).toEqual({ amount: null, note: null });
  });

  it('tells how much can be given back at most', () => {
    expect(refundProblems(form('12.51'), 1250).amount).toBe('Only $12.50 of this charge can be refunded');
    expect(isAboveRefundable('12.51', 1250)).toBe(true);
    expect(isAboveRefundable('12.51', null)).toBe(false);
  });

  it.each(['', '0', '0.00', '-5', '12.505', 'twelve', '1,200'])('refuses the amount %j', (amount) => {
    expect(refundProblems(form(amount), 1250).amount).toContain('above 0 in dollars');
  });

  it('refuses more than a card can bear', () => {
    expect(refundProblems(form('1000000.00'), null).amount).toBe('At most $999,999.99 can be refunded at once');
  });

  it('wants a note', () => {
    expect(refundProblems(form('5', '  '), 1250).note).toBe('Please say why the money goes back');
  });
});

it('shows every amount as it would be typed, to the cent', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: maxAmountCents }), (cents) => {
      expect(dollarsToCents(dollarsField(cents))).toBe(cents);
    }),
  );
});
