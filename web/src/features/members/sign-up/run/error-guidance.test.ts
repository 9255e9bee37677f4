import { describe, expect, it } from 'vitest';
import { guidanceFor, invoiceOf, outcomeOf } from './error-guidance.ts';

describe('the guidance', () => {
  it.each([
    ['payment_failed', 'Failed Payment', ['anotherCard', 'again', 'form']],
    ['card_declined', 'Failed Payment', ['anotherCard', 'again', 'form']],
    ['card_not_ready', 'This card can’t be used', ['anotherCard', 'form']],
    ['code_taken', 'The sign-up needs a correction', ['form']],
    ['price_changed', 'The sign-up needs a correction', ['form']],
    ['preview_outdated', 'The sign-up needs a correction', ['form']],
    ['plate_mismatch', 'The sign-up needs a correction', ['form']],
    ['already_subscribed', 'This customer already has a plan', ['customer', 'form']],
    ['changed', 'The sign-up is on hold', ['again', 'form']],
    ['of_a_later_version', 'The sign-up failed', ['again', 'form']],
  ])('for %s is a way on', (code, title, remedies) => {
    expect(guidanceFor({ code })).toMatchObject({ title, remedies });
  });
});

describe('a failed payment', () => {
  const details = {
    invoice: 'in_1',
    declineCode: 'insufficient_funds',
    reason: null,
    sellerMessage: 'The bank declined.',
    subscription: 'sub_1',
  };

  it('tells its outcome as far as Stripe does', () => {
    expect(outcomeOf({ details })).toEqual([
      { label: 'Decline code', value: 'insufficient_funds' },
      { label: 'Seller message', value: 'The bank declined.' },
    ]);
  });

  it('names the invoice that the next card pays', () => {
    expect(invoiceOf({ details })).toBe('in_1');
    expect(invoiceOf({})).toBeNull();
    expect(invoiceOf({ details: { invoice: 7 } })).toBeNull();
  });
});
