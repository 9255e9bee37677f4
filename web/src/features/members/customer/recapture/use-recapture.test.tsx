import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Subscription } from '@washdesk/contracts/billing/plans/subscription';
import type { CustomerInvoice } from '@washdesk/contracts/members/customer-parts';
import { stubCardCapture, typeCard } from '../../../../domain/card-capture/typed-card.fixture.ts';
import { stubError, type StubApi } from '../../../../testing/api.ts';
import { apiOf, showCustomer } from '../customer-screen.fixture.tsx';
import { anInvoice } from '../payments/payments.fixture.ts';
import { aSubscription } from '../subscription.fixture.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

const age = { age: 0, stale: false };
let api: StubApi;

const invoice = (id: string, created: number) => anInvoice({ id, created, number: id });
const paid = (id: string) => ({
  id,
  status: 'paid',
  number: id,
  amount_due: 2_999,
  amount_paid: 2_999,
  amount_remaining: 0,
  subscription: null,
});

function withPlan(subscription: Subscription, invoices: CustomerInvoice[]): void {
  api.on('GET /customer/cus_1/subscriptions', { body: { subscriptions: [subscription], count: 1, next_page: null, ...age } });
  api.on('GET /customer/cus_1/invoices', { body: { invoices, count: invoices.length, next_page: null, ...age } });
}

beforeEach(() => {
  api = apiOf();
  stubCardCapture(api);
  api.on('POST /paymentmethods/attach', {
    body: {
      id: 'card-new',
      type: 'card',
      created: 1,
      billing_details: { name: null },
      details: { brand: 'visa', last4: '4242', exp_month: 1, exp_year: 2030, fingerprint: null, email: null, checks: null },
      default: false,
      customer: 'cus_1',
    },
  });
});

const recapture = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Recapture Card' }));
  await typeCard(userEvent.setup(), 'Keep Card');
};

describe('a recaptured card', () => {
  it('is asked for at once, pays the oldest invoice first, and after a refusal continues where it stopped', async () => {
    withPlan(aSubscription({ status: 'past_due' }), [invoice('in_2', 1_790_000_000), invoice('in_1', 1_780_000_000)]);
    api.on('POST /invoice/in_1/pay', { body: paid('in_1') });
    api.on('POST /invoice/in_2/pay', { status: 402, body: stubError('card_declined', 'The bank declined this card') });
    showCustomer();
    await recapture();
    const dialog = await screen.findByRole('dialog', { name: 'Pay Open Invoices' });
    await userEvent.click(within(dialog).getByRole('button', { name: /^Pay \$59\.98/ }));
    await waitFor(() => expect(within(dialog).getByRole('alert').textContent).toContain('The bank declined this card'));
    expect(api.calls('POST /invoice/in_1/pay').map(({ query }) => query)).toEqual([{ payment_method: 'card-new' }]);
    api.on('POST /invoice/in_2/pay', { body: paid('in_2') });
    await userEvent.click(within(dialog).getByRole('button', { name: /Pay \$29\.99/ }));
    expect(await screen.findByText('Paid $59.98.')).toBeTruthy();
    expect(api.calls('POST /invoice/in_1/pay')).toHaveLength(1);
  });

  it('begins a plan again that has ended', async () => {
    withPlan(aSubscription({ status: 'canceled' }), []);
    showCustomer();
    await recapture();
    expect(await screen.findByRole('dialog', { name: 'Confirm Reinstate' })).toBeTruthy();
    expect(api.calls('POST /paymentmethods/attach')[0]?.body).toMatchObject({ customer: 'cus_1' });
  });

  it('is not asked for where nothing is owed', async () => {
    withPlan(aSubscription({}), []);
    showCustomer();
    expect(await screen.findByRole('tab', { name: 'Payments' })).toBeTruthy();
    await waitFor(() => expect(api.calls('GET /customer/cus_1/invoices').length).toBe(1));
    expect(screen.queryByRole('button', { name: 'Recapture Card' })).toBeNull();
  });
});
