import { describe, expect, it } from 'vitest';
import type { CustomerInvoice } from '@washdesk/contracts/members/customer-parts';
import { aSubscription } from '../subscription.fixture.ts';
import { recaptureOf } from './recapture.ts';

const invoice = (id: string, created: number, more: Partial<CustomerInvoice> = {}): CustomerInvoice => ({
  id,
  created,
  status: 'open',
  number: id,
  receipt_number: null,
  description: 'Super Kiss',
  total: 2_999,
  total_excluding_tax: null,
  amount_due: 2_999,
  amount_paid: 0,
  amount_remaining: 2_999,
  balance: null,
  page: null,
  pdf: null,
  subscription: 'sub_1',
  site: 12,
  lines: [],
  ...more,
});

describe('a recaptured card', () => {
  it('pays the open invoices of a plan that is past due, the oldest first', () => {
    const invoices = [invoice('in_2', 2), invoice('in_1', 1), invoice('in_3', 3, { status: 'paid', amount_remaining: 0 })];
    const found = recaptureOf([aSubscription({ status: 'past_due' })], [...invoices, invoice('in_4', 4, { subscription: 'sub_2' })]);
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
