import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Role } from '@washdesk/rules/company/roles';
import { stubError } from '../../../../testing/api.ts';
import { aCustomer } from '../../../../testing/customer.ts';
import { aNote, apiOf, aSummary, showCustomer } from '../customer-screen.fixture.tsx';
import { aSubscription } from '../subscription.fixture.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const december = Date.parse('2026-12-01T16:00:00Z') / 1_000;
const subscription = aSubscription({ current_period_end: december });
const member = aCustomer({ metadata: { CustomerCode: 'ABC123-IL' }, subscriptions: { data: [subscription] } });

const fact = async (label: string): Promise<string | null> => {
  const term = await screen.findByText(label, { selector: 'dt' });
  return term.nextElementSibling?.textContent ?? null;
};

/** Returns the quieter line of a fact. */
const more = async (label: string): Promise<string | null> => {
  const term = await screen.findByText(label, { selector: 'dt' });
  return term.parentElement?.lastElementChild?.textContent ?? null;
};

describe('the head', () => {
  it('says what a customer washes, pays and is billed next', async () => {
    const api = apiOf(member);
    api.on('GET /customer/cus_1/subscriptions', {
      body: { subscriptions: [subscription], count: 1, next_page: null, age: 0, stale: false },
    });
    api.on('GET /customer/cus_1/summary', {
      body: aSummary({
        last_wash: { at: new Date().toISOString(), site: 12, siteName: 'Joliet' },
        washes_this_month: 1,
        cost_a_wash: 750,
        paid_to_date: 29_990,
        card: { brand: 'visa', last4: '4242', exp_month: 11, exp_year: 2026, expiry: 'soon' },
      }),
    });
    showCustomer();
    await waitFor(async () => expect(await fact('Last wash')).toBe('just now · Joliet'));
    expect(await more('Last wash')).toBe('1 wash this month · $7.50 a wash');
    expect(await more('Member since')).toBe('Paid to date $299.90');
    await waitFor(async () => expect(await fact('Next bill')).toBe('$29.99'));
    expect(await more('Next bill')).toBe('12/01/2026');
    expect(await more('Card')).toBe('Expires 11/26');
    expect(screen.getByRole('link', { name: /^Redeem/ })).toBeTruthy();
  });

  it.each([
    [null, 'link', 'Sign Up'],
    ['incomplete', 'link', 'Sign Up'],
    ['canceled', 'button', 'Reinstate'],
    ['active', 'link', /^Redeem/],
  ] as const)('has one primary act, which the status %s decides', async (status, role, name) => {
    const plan = aSubscription({ ...subscription, status: status ?? '' });
    const api = apiOf({ ...member, subscriptions: { data: status === null ? [] : [plan] } });
    api.on('GET /customer/cus_1/subscriptions', { body: { subscriptions: [plan], count: 1, next_page: null, age: 0, stale: false } });
    showCustomer();
    const actions = (await screen.findByRole(role, { name })).closest('[data-actions]')!;
    expect(actions.querySelectorAll('[data-primary], .ant-btn-primary')).toHaveLength(1);
    expect(actions.querySelector('[data-primary], .ant-btn-primary')?.textContent).toMatch(name);
  });

  it('has on a phone the primary act and a menu with the others', async () => {
    const anyWidth = window.matchMedia;
    vi.stubGlobal('matchMedia', (query: string) => Object.assign(anyWidth(query), { matches: query === '(max-width: 760px)' }));
    const plan = aSubscription({ ...subscription, status: 'canceled' });
    const api = apiOf({ ...member, subscriptions: { data: [plan] } });
    api.on('GET /customer/cus_1/subscriptions', { body: { subscriptions: [plan], count: 1, next_page: null, age: 0, stale: false } });
    api.on('GET /customer/cus_1/invoices', { body: { invoices: [], count: 0, next_page: null, age: 0, stale: false } });
    api.on('GET /customer/cus_1/receipts', { body: { receipts: [], count: 0, next_page: null } });
    showCustomer();
    const actions = (await screen.findByRole('button', { name: 'Reinstate' })).closest<HTMLElement>('[data-actions]')!;
    await waitFor(() => expect(api.calls('GET /customer/cus_1/receipts')).not.toHaveLength(0));
    expect([...actions.querySelectorAll('button, a')].map(({ textContent }) => textContent)).toEqual(['Reinstate', 'More']);
    await userEvent.click(within(actions).getByRole('button', { name: 'More' }));
    await screen.findByRole('menuitem', { name: 'Recapture Card' });
    const items = screen.getAllByRole('menuitem');
    expect(items.map(({ textContent }) => textContent)).toEqual([
      'Sign Up',
      'Recapture Card',
      'Redeem',
      'Print Newest ReceiptNo receipts.',
      'Text Newest ReceiptNo receipts.',
    ]);
    expect(items.map((item) => item.getAttribute('aria-disabled') === 'true')).toEqual([false, false, false, true, true]);
    await userEvent.click(items[1]!);
    expect(await screen.findByRole('dialog', { name: 'Recapture Card' })).toBeTruthy();
  });

  it('has no primary act for a plan without washes, and shows the one with washes of two', async () => {
    const oil = aSubscription({ id: 'sub_oil', created: subscription.created + 1 });
    oil.plan!.product = { ...oil.plan!.product, id: 'prod_oil', name: 'Oil Change', metadata: { stripe_redeem: 'false' } };
    apiOf({ ...member, subscriptions: { data: [oil] } });
    showCustomer();
    expect(await screen.findByText('Oil Change')).toBeTruthy();
    expect(document.querySelector('[data-primary]')).toBeNull();
    cleanup();
    apiOf({ ...member, subscriptions: { data: [oil, subscription] } });
    showCustomer();
    expect((await screen.findByRole('link', { name: /^Redeem/ })).closest('[data-primary]')).toBeTruthy();
  });

  it('leads from a warning to where more of it is shown, disputes for who may see them', async () => {
    const api = apiOf({ ...member, phone: '8155550100' });
    const others = { phone: 1, email: 0, card: 0 };
    api.on('GET /customer/cus_1/summary', { body: aSummary({ disputes_counted: 1, open_invoices: { count: 1, total: 2_999 }, others }) });
    const leads = async (name: RegExp) => (await screen.findByRole('link', { name })).getAttribute('href');
    showCustomer();
    expect(await leads(/not paid/)).toBe('/customers/cus_1#payments');
    expect(await leads(/with this phone/)).toBe('/search?searchString=8155550100');
    expect(screen.queryByRole('link', { name: 'Disputed Charges' })).toBeNull();
    cleanup();
    showCustomer({ roles: Role.SupportCenter });
    expect(await leads(/Disputed Charges/)).toBe('/customers/cus_1#disputes');
  });

  it('shows warnings, the most serious first', async () => {
    const api = apiOf({ ...member, incomplete: true });
    api.on('GET /customer/cus_1/summary', {
      body: aSummary({
        disputes_counted: 2,
        open_invoices: { count: 1, total: 2_999 },
        others: { phone: 1, email: 0, card: 3 },
        waiting: [
          { site: 27, siteName: 'Merrillville', count: 2 },
          { site: null, siteName: null, count: 1 },
        ],
      }),
    });
    api.on('GET /customer/cus_1/notes', { body: { notes: [], count: 1, alerts: [aNote({ note: 'Ask for a new phone', attention: 1 })] } });
    showCustomer();
    const alerts = await screen.findByRole('list', { name: 'Customer alerts' });
    await waitFor(() =>
      expect(
        within(alerts)
          .getAllByRole('listitem')
          .map(({ textContent }) => textContent),
      ).toEqual([
        'Signed up online. A cashier needs to complete it',
        'Ask for a new phone',
        'Disputed Charges (2)',
        '1 invoice not paid: $29.99',
        '1 other customer with this phone',
        '3 other customers with this card',
        '2 updates waiting for Merrillville',
        '1 update waiting',
      ]),
    );
  });

  it('lead an Admin from waiting updates to the jobs', async () => {
    const api = apiOf(member);
    api.on('GET /customer/cus_1/summary', { body: aSummary({ waiting: [{ site: 27, siteName: 'Merrillville', count: 2 }] }) });
    showCustomer({ roles: Role.Admin });
    const link = await screen.findByRole('link', { name: '2 updates waiting for Merrillville' });
    expect(link.getAttribute('href')).toBe('/admin/jobs?customer=cus_1');
  });

  it('shows a cancellation by the member that waits for the month that is still billed', async () => {
    const api = apiOf(member);
    const canceled = { ...subscription, cancellation: { confirmation: 'ABCD-2345', ends: december } };
    api.on('GET /customer/cus_1/subscriptions', { body: { subscriptions: [canceled], count: 1, next_page: null, age: 0, stale: false } });
    showCustomer();
    const link = await screen.findByRole('link', { name: 'Canceled by the member (ABCD-2345), ends 12/01/2026' });
    expect(link.getAttribute('href')).toBe('/customers/cus_1#subscriptions');
  });

  it('leads from a sign-up that waits to where it is completed', async () => {
    apiOf({ ...member, incomplete: true });
    showCustomer();
    const link = await screen.findByRole('link', { name: /A cashier needs to complete it/ });
    expect(link.getAttribute('href')).toBe('/customers/cus_1#tools');
  });

  it('says what of it could not be loaded, and loads that again', async () => {
    const api = apiOf(member);
    api.on('GET /customer/cus_1/notes', { status: 500, body: stubError('internal', 'Something went wrong') });
    api.on('GET /customer/cus_1/summary', { status: 500, body: stubError('internal', 'Something went wrong') });
    showCustomer();
    const lacking = (await screen.findByText('Not loaded: notes, figures')).closest('li')!;
    const alerts = [aNote({ note: 'Ask for a new phone', attention: 1 })];
    api.on('GET /customer/cus_1/notes', { body: { notes: alerts, count: 1, alerts } });
    api.on('GET /customer/cus_1/summary', { body: aSummary({ disputes_counted: 1 }) });
    await userEvent.click(within(lacking).getByRole('button', { name: 'Try Again' }));
    await waitFor(() => expect(screen.getByRole('list', { name: 'Customer alerts' }).textContent).toContain('Ask for a new phone'));
    expect(await screen.findByText('Disputed Charges')).toBeTruthy();
    expect(screen.queryByText(/^Not loaded/)).toBeNull();
  });

  it('names the plan that it means where several run', async () => {
    const other = aSubscription({ id: 'sub_2', created: subscription.created - 1 });
    apiOf({ ...member, subscriptions: { data: [subscription, other] } });
    showCustomer();
    expect(await screen.findByText('Super Kiss')).toBeTruthy();
    expect(screen.getByText('· 1 of 2 plans')).toBeTruthy();
  });

  it('says when an open payment is tried again, and until when a discontinued plan runs', async () => {
    const api = apiOf(member);
    api.on('GET /customer/cus_1/summary', { body: aSummary({ next_retry: december }) });
    showCustomer();
    await waitFor(async () => expect(await fact('Next bill')).toBe('Retry 12/01/2026'));
    cleanup();
    const discontinued = aSubscription({ ...subscription, cancel_at_period_end: true });
    const again = apiOf(member);
    again.on('GET /customer/cus_1/subscriptions', {
      body: { subscriptions: [discontinued], count: 1, next_page: null, age: 0, stale: false },
    });
    showCustomer();
    await waitFor(async () => expect(await more('Next bill')).toBe('Ends 12/01/2026'));
    expect(await fact('Next bill')).toBe('None');
  });
});
