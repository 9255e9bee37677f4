import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Subscription } from '@washdesk/contracts/billing/plans/subscription';
import type { Preview } from '@washdesk/contracts/billing/plans/subscription-preview';
import { Role } from '@washdesk/rules/company/roles';
import { stubError, type StubApi } from '../../../../testing/api.ts';
import { apiOf, aSummary, showCustomer } from '../customer-screen.fixture.tsx';
import { aCard } from '../payments/payments.fixture.ts';
import { anEnding, aPlan, aSubscription } from '../subscription.fixture.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

const seconds = (text: string): number => Date.parse(text) / 1_000;
const product = { id: 'prod_1', name: 'Super Kiss', metadata: { upgrade_class: 'Super Kiss Plus', downgrade_class: 'Kiss' } };
const plan = { id: 'price_1', nickname: null, amount: 2_999, total: 2_999, product };

const offered = aPlan({ PlanId: 'price_2', PlanName: 'Super Kiss Plus', PlanPrice: 4_499 });

const preview: Preview = {
  due_today: 1_014,
  tax: 48,
  lines: [],
  from: 1_790_000_000,
  proration_date: 1_790_000_000,
  balance: { before: 0, after: 0 },
  next: { date: seconds('2026-12-01T10:00:00Z'), amount: 4_724, tax: 225, lines: [] },
};

function withPlan(more: Partial<Subscription> = {}): StubApi {
  const api = apiOf();
  const body = { subscriptions: [aSubscription({ plan, ...more })], count: 1, next_page: null, age: 0, stale: false };
  api.on('GET /customer/cus_1/subscriptions', { body });
  api.on('GET /customer/cus_1/cards', { body: { cards: [], count: 0, next_page: null, age: 0, stale: false } });
  api.on('GET /meta/reasons', {
    body: { reasons: [{ reasonvalue: 'moved', reasontext: 'Moved away', kinds: ['discontinue'] }], count: 1 },
  });
  api.on('POST /subscription/sub_1/preview', { body: preview });
  return api;
}

const show = (roles: number = Role.Cashier) => showCustomer({ hash: '#subscriptions', roles });
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));

describe('the list of subscriptions', () => {
  it('says plan, price, status and who sold it; the id and its copy are for SalesManager and above', async () => {
    withPlan({ metadata: { employeename: 'Alex Moreau', planduration: '0' } });
    show();
    const item = await screen.findByRole('listitem', { name: 'Super Kiss' });
    expect(item.textContent).toContain('$29.99 a month');
    expect(item.textContent).toContain('Active');
    expect(item.textContent).toContain('Alex Moreau');
    expect(item.textContent).toContain('0 months');
    expect(within(item).queryByRole('link')).toBeNull();
    expect(item.textContent).not.toContain('sub_1');
    cleanup();
    show(Role.Auditor);
    const link = await screen.findByRole('link', { name: 'Alex Moreau' });
    expect(link.getAttribute('href')).toBe('/transactions?employeename=Alex%20Moreau');
    expect(screen.getByText('sub_1')).toBeTruthy();
  });

  it.each([
    [{ cancel_at_period_end: true, current_period_end: seconds('2026-12-01T10:00:00Z') }, 'Discontinued: 12/01/2026'],
    [{ status: 'canceled', ended_at: seconds('2026-10-05T15:00:00Z') }, 'Canceled: 10/05/2026'],
    [{ status: 'past_due' }, 'Payment due'],
    [{ status: 'paused', resumes_at: seconds('2026-12-15T15:00:00Z') }, 'Paused until: 12/15/2026'],
    [{ cancel_at: seconds('2026-12-20T15:00:00Z') }, 'Ends: 12/20/2026'],
    [
      { cancellation: { confirmation: 'K4F2-9QRT', ends: seconds('2027-01-01T10:00:00Z') } },
      'Canceled by the member (K4F2-9QRT), ends 01/01/2027. One more month is billed.',
    ],
  ])('says how one stands: %j', async (more, words) => {
    withPlan(more);
    show();
    expect((await screen.findByRole('listitem', { name: 'Super Kiss' })).textContent).toContain(words);
  });

  it('says that charges are disputed, to a cashier too', async () => {
    const api = withPlan();
    api.on('GET /customer/cus_1/summary', { body: aSummary({ disputes_counted: 1 }) });
    show();
    await screen.findByRole('listitem', { name: 'Super Kiss' });
    await waitFor(() => expect(within(screen.getByRole('tabpanel')).getByText('Disputed Charges')).toBeTruthy());
  });

  it('offers a sign-up where there is none, and to a deleted customer nothing', async () => {
    apiOf();
    show();
    expect(await screen.findByText('This customer has never had a plan.')).toBeTruthy();
    cleanup();
    apiOf({ deleted: true });
    show();
    const words = 'Customer has been deleted and cannot be signed up for a subscription';
    await waitFor(() => expect(screen.getAllByText(words).length).toBe(2));
    expect(screen.queryByRole('link', { name: 'Sign Up' })).toBeNull();
  });

  it('says what could not be loaded, and loads it again', async () => {
    const api = apiOf();
    api.on('GET /customer/cus_1/subscriptions', { status: 500, body: stubError('internal', 'Something went wrong') });
    show();
    expect(await screen.findByText('Error Loading Subscription Information')).toBeTruthy();
    api.on('GET /customer/cus_1/subscriptions', {
      body: { subscriptions: [aSubscription({})], count: 1, next_page: null, age: 0, stale: false },
    });
    await press('Try Again');
    expect(await screen.findByRole('listitem', { name: 'Super Kiss' })).toBeTruthy();
  });
});

describe('schedules that could not be loaded', () => {
  it('are said, as an increase and its release are missing then, and loaded again', async () => {
    const api = withPlan();
    api.on('GET /customer/cus_1/schedules', { status: 500, body: stubError('internal', 'Something went wrong') });
    show(Role.SupportCenter);
    expect(await screen.findByText('Error Loading Schedule Information')).toBeTruthy();
    expect(await screen.findByRole('listitem', { name: 'Super Kiss' })).toBeTruthy();
    api.on('GET /customer/cus_1/schedules', { body: { schedules: [], count: 0, next_page: null, age: 0, stale: false } });
    await press('Try Again');
    await waitFor(() => expect(screen.queryByText('Error Loading Schedule Information')).toBeNull());
  });
});

describe('an upgrade', () => {
  const begin = (): StubApi => {
    const api = withPlan();
    api.on('GET /subscription/sub_1/plans', {
      body: { mode: 'upgrade', plans: [offered], chosen: 'price_2', monthsSinceCanceled: null, warnings: [] },
    });
    return api;
  };

  it('is previewed to the cent, done from the second of its preview, and its status closes by itself', async () => {
    const api = begin();
    api.on('POST /subscription/sub_1/upgrade', { body: { subscriptions: [], message: null } });
    show();
    await press('Upgrade');
    const dialog = await screen.findByRole('dialog', { name: 'Confirm Upgrade' });
    expect((await within(dialog).findByRole('status', { name: 'Due Today' })).textContent).toContain('Due Today');
    await waitFor(() => expect(dialog.textContent).toContain('$10.14'));
    expect(dialog.textContent).toContain('Then $47.24/mo with tax from 12/01/2026');
    await userEvent.click(await within(dialog).findByRole('button', { name: /^Upgrade/ }));
    expect(await screen.findByText('Upgraded to Super Kiss Plus.')).toBeTruthy();
    const [call] = api.calls('POST /subscription/sub_1/upgrade');
    expect(call?.body).toEqual({ price: 'price_2', proration_date: 1_790_000_000 });
    expect(call?.headers.get('idempotency-key')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('that is declined says why for two seconds and keeps it above the button', async () => {
    const api = begin();
    api.on('POST /subscription/sub_1/upgrade', { status: 402, body: stubError('card_declined', 'The bank declined this card') });
    show();
    await press('Upgrade');
    const dialog = await screen.findByRole('dialog', { name: 'Confirm Upgrade' });
    await waitFor(() => expect(dialog.textContent).toContain('$10.14'));
    await userEvent.click(within(dialog).getByRole('button', { name: /^Upgrade/ }));
    expect((await within(dialog).findByText('The bank declined this card')).closest('[role=alert]')).toBeNull();
    await waitFor(() => expect(within(dialog).getByRole('alert').textContent).toContain('The bank declined this card'));
  });

  it('without a plan to go to says so', async () => {
    const api = begin();
    api.on('GET /subscription/sub_1/plans', { status: 404, body: stubError('no_upgrade_plan', 'Failed to Find Upgrade Plan') });
    show();
    await press('Upgrade');
    expect(await screen.findByText('Failed to Find Upgrade Plan')).toBeTruthy();
  });
});

describe('an ending', () => {
  const left = { id: 'in_1', number: 'A-1', amount_remaining: 2_999 };
  const discontinued = { ends: seconds('2026-12-01T10:00:00Z'), at_once: false };

  it('needs a reason, says until when the plan runs, and warns of a first cycle that may not be over', async () => {
    const api = withPlan();
    const warning = 'The customer may not have completed one billing cycle';
    api.on('GET /subscription/sub_1/ending', { body: anEnding({ ...discontinued, warning }) });
    api.on('POST /subscription/sub_1/discontinue', { body: { subscriptions: [], warning: null } });
    show();
    await press('Discontinue');
    const dialog = await screen.findByRole('dialog', { name: 'Confirm Discontinue' });
    expect(await within(dialog).findByText(warning)).toBeTruthy();
    expect(within(dialog).getByText('Washes until 12/01/2026, then billing stops.')).toBeTruthy();
    const confirm = within(dialog).getByRole<HTMLButtonElement>('button', { name: /^Discontinue/ });
    expect(confirm.disabled).toBe(true);
    await userEvent.click(within(dialog).getByRole('combobox', { name: 'Reason' }));
    await userEvent.click(await screen.findByTitle('Moved away'));
    await waitFor(() => expect(confirm.disabled).toBe(false));
    await userEvent.click(confirm);
    expect(await screen.findByText('Discontinued: runs until 12/01/2026.')).toBeTruthy();
    expect(api.calls('POST /subscription/sub_1/discontinue')[0]?.body).toEqual({ reason: 'Moved away' });
  });

  it('at once names what stays due, and below SalesManager says that it needs an approval', async () => {
    const api = withPlan();
    api.on('GET /subscription/sub_1/ending', { body: anEnding({ open_invoices: [left] }) });
    show();
    await press('More');
    await userEvent.click(await screen.findByText('Terminate (needs approval)'));
    const dialog = await screen.findByRole('dialog', { name: 'Confirm Terminate' });
    expect(await within(dialog).findByText('The invoice A-1 for $29.99 remains due.')).toBeTruthy();
    expect(within(dialog).getByText('The plan ends now, with no refund.')).toBeTruthy();
  });
});

describe('a price', () => {
  it('is changed to another of the same plan, one a row, none preset', async () => {
    const api = withPlan();
    const price = aPlan({ PlanId: 'price_3', PlanPrice: 3_299, PlanTotal: 3_464, currentprice: false, nextprice: true });
    const paid = { ...aPlan({}), paid: true, active: true, increase: false };
    api.on('GET /subscription/sub_1/prices', { body: { prices: [paid, { ...price, paid: false, active: true, increase: true }] } });
    api.on('POST /subscription/sub_1/changeprice', { body: { subscriptions: [], message: null } });
    show(Role.SalesManager);
    await press('More');
    await userEvent.click(await screen.findByText('Change Price'));
    const dialog = await screen.findByRole('dialog', { name: "Update Customer's Price" });
    const [radio, ...others] = await within(dialog).findAllByRole('radio');
    expect(others).toEqual([]);
    expect(within(dialog).getByRole<HTMLButtonElement>('button', { name: /^Change Price/ }).disabled).toBe(true);
    await userEvent.click(radio!);
    await waitFor(() => expect(within(dialog).getByRole<HTMLButtonElement>('button', { name: /^Change Price/ }).disabled).toBe(false));
    await userEvent.click(within(dialog).getByRole('button', { name: /^Change Price/ }));
    expect(await screen.findByText('The price is $34.64 a month with tax starting with the next invoice.')).toBeTruthy();
  });
});

describe('a retried payment', () => {
  const latest_invoice = { id: 'in_1', status: 'open', number: 'A-1', created: 1, amount_due: 2_999, amount_remaining: 2_999 };
  const withCard = (more: Partial<Subscription>): StubApi => {
    const api = withPlan({ latest_invoice, ...more });
    api.on('GET /customer/cus_1/cards', { body: { cards: [aCard({})], count: 1, next_page: null, age: 0, stale: false } });
    return api;
  };

  it('of a plan that is past due pays its open invoice with the default card', async () => {
    const api = withCard({ status: 'past_due' });
    const paid = {
      id: 'in_1',
      status: 'paid',
      number: 'A-1',
      amount_due: 2_999,
      amount_paid: 2_999,
      amount_remaining: 0,
      subscription: null,
    };
    api.on('POST /invoice/in_1/pay', { body: paid });
    show();
    await press('Retry Payment');
    const dialog = await screen.findByRole('dialog', { name: 'Retry Payment' });
    await waitFor(() => expect(within(dialog).getByRole<HTMLButtonElement>('button', { name: /^Pay/ }).disabled).toBe(false));
    await userEvent.click(within(dialog).getByRole('button', { name: /^Pay/ }));
    expect(await screen.findByText('Paid $29.99.')).toBeTruthy();
    expect(api.calls('POST /invoice/in_1/pay')[0]?.query).toEqual({ payment_method: 'card-handle' });
  });

  it('of a sign-up resumes it on its own terms', async () => {
    const api = withCard({ status: 'incomplete', metadata: { donotprorate: 'true' } });
    const details = { sellerMessage: 'The bank did not say why.' };
    api.on('POST /subscription', { status: 402, body: { ...stubError('payment_failed', 'Failed Payment'), details } });
    show();
    await press('Retry Payment');
    const dialog = await screen.findByRole('dialog', { name: 'Retry Payment' });
    await waitFor(() => expect(within(dialog).getByRole<HTMLButtonElement>('button', { name: /^Pay/ }).disabled).toBe(false));
    await userEvent.click(within(dialog).getByRole('button', { name: /^Pay/ }));
    expect(await within(dialog).findByText('Failed to charge card for signup. The bank did not say why.')).toBeTruthy();
    expect(api.calls('POST /subscription')[0]?.body).toMatchObject({
      stripeCustomer: 'cus_1',
      PlanId: 'price_1',
      PaymentMethodId: 'card-handle',
      DoNotProrate: true,
      FreeForMonth: false,
    });
  });
});
