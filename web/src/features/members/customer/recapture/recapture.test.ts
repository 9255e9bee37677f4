import { describe, expect, it } from 'vitest';
import { anInvoice } from '../payments/payments.fixture.ts';
import { aSubscription } from '../subscription.fixture.ts';
import { recaptureOf } from './recapture.ts';

describe('a recaptured card', () => {
  it('pays the open invoices of a plan that is past due, the oldest first', () => {
    const invoices = [
      anInvoice({ id: 'in_2', created: 2 }),
      anInvoice({ id: 'in_1', created: 1 }),
      anInvoice({ id: 'in_3', created: 3, status: 'paid', amount_remaining: 0 }),
      anInvoice({ id: 'in_4', created: 4, subscription: 'sub_2' }),
    ];
    const found = recaptureOf([aSubscription({ status: 'past_due' })], invoices);
    expect(found?.kind === 'pay' && found.invoices.map(({ id }) => id)).toEqual(['in_1', 'in_2']);
  });

  it('reinstates a plan that has ended, where no other runs', () => {
    const ended = aSubscription({ id: 'sub_2', status: 'canceled' });
    expect(recaptureOf([ended], [])).toEqual({ kind: 'reinstate', subscription: ended });
    expect(recaptureOf([aSubscription({}), ended], [])).toBeNull();
    expect(recaptureOf([ended, aSubscription({ created: 1 })], [])).toBeNull();
    const attempt = aSubscription({ id: 'sub_3', status: 'incomplete_expired', created: ended.created + 1 });
    expect(recaptureOf([attempt, ended], [])).toEqual({ kind: 'reinstate', subscription: ended });
  });

  it('is good for nothing where nothing is owed', () => {
    expect(recaptureOf([], [])).toBeNull();
    expect(recaptureOf([aSubscription({ status: 'past_due' })], [])).toBeNull();
  });
});
