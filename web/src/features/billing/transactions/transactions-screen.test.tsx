import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent, type UserEvent } from '@testing-library/user-event';
import { useNavigate } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Role } from '@washdesk/rules/company/roles';
import { stubApi, stubError, type StubApi } from '../../../testing/api.ts';
import { downloadedCsv } from '../../../testing/files.ts';
import { renderScreen } from '../../../testing/screen.tsx';
import { TransactionsScreen } from './transactions-screen.tsx';

const created = Date.parse('2026-11-22T04:30:00Z') / 1_000;
const card = { type: 'card', brand: 'visa', last4: '4242', exp_month: 1, exp_year: 2030, fingerprint: 'fp_1' };
const member = { id: 'cus_1', name: 'Ann Member' };
const nobodysCharge = {
  id: 'ch_1',
  created,
  status: 'succeeded',
  amount: 2_999,
  amount_captured: 2_999,
  amount_refunded: 0,
  refundable: 2_999,
  refunded: 'none',
  disputed: false,
  dispute: null,
  description: null,
  outcome: null,
  failure_code: null,
  failure_message: null,
  receipt_number: null,
  receipt_url: null,
  statement_descriptor: null,
  payment_intent: 'pi_1',
  payment_method_details: card,
  metadata: { terminal: 'Washcashier1', employeename: 'Casey Nguyen' },
  site: 12,
  invoice: null,
  customer: null,
};
const charge = { ...nobodysCharge, customer: { ...member, deleted: false, metadata: { CustomerCode: null, SecondaryCode: null } } };
const invoice = {
  id: 'in_1',
  number: 'WD-0001',
  receipt_number: '1999-0002',
  created,
  status: 'paid',
  description: 'Super Kiss',
  total: 2_999,
  amount_due: 2_999,
  amount_paid: 2_999,
  site: '12',
  subscription: 'sub_1',
  customer: { ...member, email: null },
};
const subscription = {
  id: 'sub_1',
  created,
  status: 'past_due',
  metadata: { employeename: 'Casey Nguyen', site: '12' },
  plan: { nickname: 'Super Kiss', amount: 2_999 },
  terms: '$32.61 a month with tax',
  customer: member,
};
const found = (results: object[], next: string | null = null) => ({
  body: { results, count: results.length, more: false, next_page: next },
});
const joliet = { id: 'tml_12', display_name: 'Joliet', metadata: { site: '12', state: 'IL', defaultplatestate: 'IL' } };

let api: StubApi;
let user: UserEvent;

function WithBack() {
  const navigate = useNavigate();
  return (
    <>
      <button onClick={() => void navigate(-1)}>Back</button>
      <TransactionsScreen />
    </>
  );
}

const show = (query = '', roles: number = Role.SalesManager): void =>
  renderScreen(<WithBack />, { path: '/transactions', address: `/transactions${query}`, roles });
const field = (name: string) => screen.findByLabelText<HTMLInputElement>(name);
const tab = (name: string) => screen.getByText(name, { selector: '[role="tab"]' });
const asked = (route: string) => api.calls(route).map(({ body }) => body);

beforeEach(() => {
  api = stubApi();
  user = userEvent.setup({ delay: null });
  api.on('GET /location', { body: { locations: [{ ...joliet, time_zone: 'America/Chicago' }], count: 1 } });
  api.on('POST /charge/search', found([charge]));
  api.on('POST /invoice/search', found([invoice]));
  api.on('POST /subscription/search', found([subscription]));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('charges', () => {
  it('are found by what was typed, dated by the clock of their site', async () => {
    show();
    expect(document.activeElement).toBe(await field('Amount'));
    await user.type(await field('Amount'), '29.99');
    await user.type(await field('Date'), '11/21/2026');
    await user.type(await field('Last 4 of Card'), '4242{Enter}');
    expect(await screen.findByText('11/21/2026')).toBeTruthy();
    expect(asked('POST /charge/search')).toEqual([{ amount: 2_999, date: '2026-11-21', last4: '4242' }]);
    expect(screen.getByText('$29.99')).toBeTruthy();
    expect(screen.getByText('Casey Nguyen')).toBeTruthy();
  });

  it('are searched at once for a fingerprint in the address', async () => {
    show('?fingerprint=fp_1');
    const link = (await screen.findByText('Ann Member')).closest('a')!;
    expect(link.getAttribute('href')).toBe('/customers/cus_1');
    expect(link.target).toBe('_blank');
    expect(asked('POST /charge/search')).toEqual([{ fingerprint: 'fp_1' }]);
    expect((await field('Fingerprint')).value).toBe('fp_1');
  });

  it('keep fingerprint and employee’s name for SalesManager and above', async () => {
    show('', Role.User);
    await field('Amount');
    expect(screen.queryByLabelText('Fingerprint')).toBeNull();
    expect(screen.queryByLabelText('Employee Name')).toBeNull();
  });

  it('open in the same tab below SalesManager', async () => {
    show('?mode=charge&last4=4242', Role.User);
    expect((await screen.findByText('Ann Member')).closest('a')!.target).toBe('');
  });

  it('ask for a value, and say what is wrong with one', async () => {
    show();
    await user.type(await field('Amount'), '{Enter}');
    expect(await screen.findByText('Please specify a search value')).toBeTruthy();
    await user.type(await field('Amount'), '1.999{Enter}');
    expect(await screen.findByText('Dollars, such as 12.50')).toBeTruthy();
    expect(asked('POST /charge/search')).toEqual([]);
  });

  it('are told what is wrong by the next search only, once one was made', async () => {
    show();
    await user.type(await field('Last 4 of Card'), '4242{Enter}');
    await screen.findByText('Ann Member');
    await user.clear(await field('Last 4 of Card'));
    await user.type(await field('Amount'), '1.999');
    await user.clear(await field('Amount'));
    expect(screen.queryByText('Please specify a search value')).toBeNull();
    expect(screen.queryByText('Dollars, such as 12.50')).toBeNull();
    await user.keyboard('{F2}');
    expect(await screen.findByText('Please specify a search value')).toBeTruthy();
  });

  it('go 30 forward by the cursor, and back', async () => {
    const last = { ...nobodysCharge, id: 'ch_31', description: 'The last' };
    api.on('POST /charge/search', ({ query }) => (query['page'] === 'c2' ? found([last]) : found([charge], 'c2')));
    show('?fingerprint=fp_1');
    await user.click(await screen.findByText('Next 30 Results'));
    expect(await screen.findByText('The last')).toBeTruthy();
    await user.click(await screen.findByText('Previous 30 Results'));
    expect(await screen.findByText('Ann Member')).toBeTruthy();
  });

  it('are a file of all pages with what the screen shows', async () => {
    const last = { ...nobodysCharge, id: 'ch_31', description: 'The last' };
    api.on('POST /charge/search', ({ query }) => (query['page'] === 'c2' ? found([last]) : found([charge], 'c2')));
    show('?fingerprint=fp_1');
    await screen.findByText('Ann Member');
    expect(await downloadedCsv()).toEqual([
      'Date,Customer,Card,Amount,Status,Site,Terminal,Employee',
      '11/21/2026 10:30 PM CST,Ann Member,Visa 4242,29.99,Paid,Joliet,Washcashier1,Casey Nguyen',
      '11/21/2026 10:30 PM CST,The last,Visa 4242,29.99,Paid,Joliet,Washcashier1,Casey Nguyen',
    ]);
  });

  it('of a search that finds very many say so', async () => {
    api.on('POST /charge/search', { body: { results: [charge], count: 1000, more: true, next_page: 'c2' } });
    show('?fingerprint=card-print');
    expect(await screen.findByText('Charges (1000 and more)')).toBeTruthy();
  });

  it('tell the server’s message in red, and try again', async () => {
    api.on('POST /charge/search', { status: 403, body: stubError('forbidden', 'You do not have the proper permissions') });
    show('?fingerprint=fp_1', Role.Cashier);
    const words = await screen.findByText('You do not have the proper permissions');
    expect(words.closest('.ant-alert-error')).not.toBeNull();
    expect(screen.getByText('Request request-1')).toBeTruthy();
    api.on('POST /charge/search', found([]));
    await user.click(screen.getByText('Try Again'));
    expect(await screen.findByText('No Charges Found')).toBeTruthy();
  });

  it('show their receipt', async () => {
    api.on('GET /receipt/ch_1/receipt', { body: '<p>WASHDESK</p>' });
    show('?fingerprint=fp_1');
    await user.click(await screen.findByLabelText(/^Receipt of \$/));
    await waitFor(() => expect(document.querySelector('iframe')?.srcdoc).toBe('<p>WASHDESK</p>'));
  });

  it('say why a receipt cannot be shown', async () => {
    api.on('GET /receipt/ch_1/receipt', { status: 404, body: stubError('receipt_not_found', 'Receipt not found') });
    show('?fingerprint=fp_1');
    await user.click(await screen.findByLabelText(/^Receipt of \$/));
    expect(await screen.findByText('Receipt not found')).toBeTruthy();
  });
});

describe('invoices', () => {
  it('are found by the receipt’s number', async () => {
    show();
    await user.click(tab('Invoice'));
    await user.type(await field('Receipt Number'), '1999-0002{Enter}');
    expect(await screen.findByText('WD-0001')).toBeTruthy();
    expect(screen.getByText('Paid', { selector: 'td span' })).toBeTruthy();
    expect(asked('POST /invoice/search')).toEqual([{ receipt: '1999-0002' }]);
  });

  it('without a match are named', async () => {
    api.on('POST /invoice/search', found([]));
    show('?mode=invoice&invoice=WD-9');
    expect(await screen.findByText('No Invoices Found')).toBeTruthy();
    expect((await field('Invoice Number')).value).toBe('WD-9');
  });
});

describe('subscriptions', () => {
  it('are searched at once for an employee’s name in the address', async () => {
    show('?employeename=Casey%20Nguyen');
    expect(await screen.findByText('Ann Member')).toBeTruthy();
    expect(screen.getByText('Payment due')).toBeTruthy();
    expect(asked('POST /subscription/search')).toEqual([{ employeename: 'Casey Nguyen' }]);
    expect(tab('Subscription').getAttribute('aria-selected')).toBe('true');
  });

  it('by day are for every role', async () => {
    show('?mode=subscription', Role.Cashier);
    await user.type(await field('Date'), '11/21/2026{Enter}');
    expect(await screen.findByText('Ann Member')).toBeTruthy();
    expect(asked('POST /subscription/search')).toEqual([{ date: '2026-11-21' }]);
  });
});

it('Back brings the search before', async () => {
  show('?fingerprint=fp_1');
  await screen.findByText('Ann Member');
  await user.click(tab('Invoice'));
  await user.type(await field('Invoice Number'), 'WD-0001{Enter}');
  expect(await screen.findByText('WD-0001')).toBeTruthy();
  await user.click(screen.getByText('Back'));
  await waitFor(async () => expect((await field('Invoice Number')).value).toBe(''));
  await user.click(screen.getByText('Back'));
  expect((await field('Fingerprint')).value).toBe('fp_1');
  expect(await screen.findByText('Casey Nguyen')).toBeTruthy();
});

it('a tab keeps what was typed in it', async () => {
  show('');
  await user.type(await field('Fingerprint'), 'fp_9');
  await user.click(tab('Invoice'));
  await user.type(await field('Invoice Number'), 'WD-0002');
  await user.click(tab('Charge'));
  await waitFor(async () => expect((await field('Fingerprint')).value).toBe('fp_9'));
  await user.click(tab('Invoice'));
  await waitFor(async () => expect((await field('Invoice Number')).value).toBe('WD-0002'));
});
