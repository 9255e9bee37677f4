import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Job } from '@washdesk/contracts/system/job';
import { Role } from '@washdesk/rules/company/roles';
import { stubApi, stubError, type StubApi } from '../../../testing/api.ts';
import { renderScreen } from '../../../testing/screen.tsx';
import { WorklistsScreen } from './worklists-screen.tsx';

let stub: StubApi;
const list = (...rows: object[]) => ({ body: { rows, count: rows.length, more: false, next_page: null } });
const person = { customer: 'cus_1', name: 'Ada Moore', phone: '8155550100', plate: 'ABC123-IL', site: 12 };
const due = {
  ...person,
  subscription: 'sub_1',
  plan: 'Super Kiss',
  due: 6_198,
  since: 1_790_000_000,
  declined: 'insufficient_funds',
  nextRetry: null,
  noText: null,
};
beforeEach(() => {
  stub = stubApi();
  stub.on('GET /location', {
    body: {
      locations: [{ id: 'tml_27', display_name: 'Merrillville', metadata: { site: '27', state: 'IN', defaultplatestate: 'IN' } }],
      count: 1,
    },
  });
  stub.on('GET /worklist/pastdue', list(due));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});
const open = (roles: number, hash = ''): void =>
  renderScreen(<WorklistsScreen />, { path: '/office/worklists', address: `/office/worklists${hash}`, roles });
const row = async () => within((await screen.findByText('Ada Moore')).closest('tr')!);

it('shows whose payment is due, why, and where it is seen to', async () => {
  open(Role.SalesManager);
  const ada = await row();
  expect(ada.getByText('$61.98')).toBeTruthy();
  expect(ada.getByText('Insufficient funds')).toBeTruthy();
  expect(ada.getByText('None')).toBeTruthy();
  expect(ada.getByRole('link', { name: 'Call Ada Moore: (815) 555-0100' }).getAttribute('href')).toBe('tel:+18155550100');
  expect(screen.queryByRole('tab', { name: 'Disputes' })).toBeNull();
});

it.each([
  ['do_not_honor', 'Do not honor'],
  ['generic_decline', 'No details'],
  [null, '–'],
])('shows the decline code %s in words', async (declined, words) => {
  stub.on('GET /worklist/pastdue', list({ ...due, declined }));
  open(Role.SalesManager);
  expect((await row()).getByText(words)).toBeTruthy();
});

it('collects what is due with a stored card', async () => {
  const bill = { id: 'in_1', created: 1_790_000_000, status: 'open', number: 'A-1', receipt_number: null, description: 'Super Kiss' };
  const amounts = { total: 6_198, total_excluding_tax: null, amount_due: 6_198, amount_paid: 0, amount_remaining: 6_198 };
  const links = { balance: null, page: null, pdf: null };
  const invoices = [{ ...bill, ...amounts, ...links, subscription: 'sub_1', site: 12, lines: [] }];
  const details = { brand: 'visa', last4: '4242', exp_month: 2, exp_year: 2030, fingerprint: 'fp', email: null, checks: null };
  const card = { id: 'pm_1', type: 'card', created: null, billing_details: { name: null }, details, default: true, expiry: 'valid' };
  const page = { count: 1, next_page: null, age: 0, stale: false };
  stub.on('GET /customer/cus_1/invoices', { body: { invoices, ...page } });
  stub.on('GET /customer/cus_1/cards', { body: { cards: [card], ...page } });
  stub.on('POST /invoice/in_1/pay', {
    body: { id: 'in_1', status: 'paid', number: 'A-1', amount_due: 6_198, amount_paid: 6_198, amount_remaining: 0, subscription: null },
  });
  open(Role.SalesManager);
  await userEvent.click((await row()).getByRole('button', { name: 'Collect: Ada Moore' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Pay Open Invoices' }));
  stub.on('GET /worklist/pastdue', list());
  await userEvent.click(await dialog.findByRole('button', { name: /^Pay \$61.98/ }));
  expect(await dialog.findByText('Paid $61.98.')).toBeTruthy();
  expect(stub.calls('POST /invoice/in_1/pay')[0]?.query).toEqual({ payment_method: 'pm_1' });
  // the list is read again by itself
  expect(await screen.findByText('No past-due payments')).toBeTruthy();
});

it('texts a link to pay, after the number and the words were shown', async () => {
  stub.on('POST /communication/paymentlink', { body: { state: 'sent', channel: 'sms', message: null } });
  open(Role.SalesManager);
  await userEvent.click((await row()).getByRole('button', { name: 'Text Link: Ada Moore' }));
  expect(await screen.findByText('Text a link to pay to (815) 555-0100?')).toBeTruthy();
  expect(screen.getByText(/^A payment of \$61\.98 for your wash plan is due\. Pay it here:/)).toBeTruthy();
  expect(stub.calls('POST /communication/paymentlink')).toHaveLength(0);
  await userEvent.click(screen.getByRole('button', { name: 'Send Text' }));
  expect(await screen.findByText('Payment link texted to Ada Moore')).toBeTruthy();
  expect(stub.calls('POST /communication/paymentlink').map(({ body }) => body)).toEqual([{ subscription: 'sub_1' }]);
});

it('says whom a link did not reach, and why', async () => {
  stub.on('POST /communication/paymentlink', { status: 409, body: stubError('nothing_due', 'This plan has no unpaid invoice') });
  open(Role.SalesManager);
  await userEvent.click((await row()).getByRole('button', { name: 'Text Link: Ada Moore' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Send Text' }));
  expect(await screen.findByText('Ada Moore: This plan has no unpaid invoice')).toBeTruthy();
});

it.each([
  ['pastdue', { noText: 'opted_out' }, 'Opted out of texts'],
  ['pastdue', { noText: 'no_cell_phone', phone: null }, 'No cell phone'],
  ['pastdue', { due: 0 }, 'No unpaid invoice'],
  ['incomplete', { noText: 'phone_not_textable', begun: 1_790_000_000, soldBy: null }, 'Phone can’t get texts'],
])('says in the list %s why a customer with %j gets no link', async (name, other, words) => {
  stub.on(`GET /worklist/${name}`, list({ ...due, ...other }));
  open(Role.SalesManager, `#${name}`);
  expect((await row()).getByText(words)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Text Link/ })).toBeNull();
});

it('names no amount to collect before the invoices are read', async () => {
  stub.on('GET /customer/cus_1/invoices', { status: 503, body: stubError('busy', 'The database is busy') });
  open(Role.SalesManager);
  await userEvent.click((await row()).getByRole('button', { name: 'Collect: Ada Moore' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Pay Open Invoices' }));
  expect(await dialog.findByText('The database is busy')).toBeTruthy();
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Pay Invoices' }).disabled).toBe(true);
  expect(dialog.queryByText(/\$/)).toBeNull();
});

it('narrows a list to a site, and changes the list', async () => {
  stub.on('GET /worklist/incomplete', list());
  open(Role.SalesManager);
  await row();
  await userEvent.click(screen.getByRole('combobox', { name: 'Site' }));
  await userEvent.click(await screen.findByText('Merrillville'));
  await waitFor(() => expect(stub.calls('GET /worklist/pastdue').at(-1)?.query).toEqual({ site: '27' }));
  await userEvent.click(screen.getByRole('tab', { name: 'Unfinished sign-ups' }));
  expect(await screen.findByText('No unfinished sign-ups')).toBeTruthy();
  expect(stub.calls('GET /worklist/incomplete')[0]?.query).toEqual({ site: '27' });
});

it('has disputes for the support, by their deadline', async () => {
  stub.on(
    'GET /worklist/disputes',
    list({
      ...person,
      dispute: 'du_1',
      charge: 'ch_1',
      amount: 2_999,
      reason: 'product_not_received',
      status: 'needs_response',
      deadline: null,
    }),
  );
  open(Role.SupportCenter, '#disputes');
  const ada = await row();
  expect(ada.getByText('product not received')).toBeTruthy();
  expect(ada.getByText('No deadline')).toBeTruthy();
});

const waits = {
  ...person,
  job: '0b0b0b0b-0000-4000-8000-000000000001',
  title: 'Update Sitewatch of Joliet',
  reason: 'The site is not connected',
  since: 1_790_000_000,
  nextTry: null,
  deadline: 1_790_600_000,
};
const restarted: Job = {
  id: waits.job,
  what: 'converge.sitewatch',
  title: waits.title,
  site: 12,
  customer: 'cus_1',
  name: 'Ada Moore',
  state: 'pending',
  attempts: 3,
  reason: null,
  created: '2026-11-20T12:00:00.000Z',
  due: '2026-11-21T12:00:00.000Z',
  deadline: '2026-11-28T12:00:00.000Z',
  overdue: false,
  settled: null,
  dismissedBy: null,
  why: null,
};
const alert = {
  ...waits,
  job: '0b0b0b0b-0000-4000-8000-000000000002',
  title: 'Needs review',
  customer: null,
  name: null,
  plate: null,
};

it('has the jobs that did not succeed, without a way to change them for a manager', async () => {
  stub.on('GET /worklist/jobs', list(waits, alert));
  open(Role.SalesManager, '#jobs');
  const ada = await row();
  expect(ada.getByText('Update Sitewatch of Joliet')).toBeTruthy();
  expect(ada.getByText('The site is not connected')).toBeTruthy();
  expect(ada.getByText('Needs attention')).toBeTruthy();
  expect(screen.getByText('Needs review')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Try Again/ })).toBeNull();
});

it('lets an Admin try a job again; a refusal is gone once a try succeeded', async () => {
  stub.on('GET /worklist/jobs', list(waits));
  stub.on(`POST /jobs/${waits.job}/retry`, { status: 503, body: stubError('busy', 'The database is busy') });
  open(Role.Admin, '#jobs');
  const tryAgain = async () => userEvent.click(await screen.findByRole('button', { name: 'Try Again: Update Sitewatch of Joliet' }));
  await tryAgain();
  expect(await screen.findByText('The database is busy')).toBeTruthy();
  stub.on(`POST /jobs/${waits.job}/retry`, { body: { job: restarted } });
  await tryAgain();
  expect(await screen.findByText('Update Sitewatch of Joliet: restarted')).toBeTruthy();
  expect(screen.queryByText('The database is busy')).toBeNull();
  stub.on(`POST /jobs/${waits.job}/retry`, { status: 409, body: stubError('not_open', 'Nothing left to do') });
  stub.on('GET /worklist/jobs', list());
  await tryAgain();
  expect(await screen.findByText('Update Sitewatch of Joliet: already done')).toBeTruthy();
  expect(await screen.findByText('All systems are up to date')).toBeTruthy();
  expect(screen.queryByText('Nothing left to do')).toBeNull();
});

it('lets an Admin dismiss a job for a reason', async () => {
  stub.on('GET /worklist/jobs', list(waits));
  open(Role.Admin, '#jobs');
  await screen.findByText('Update Sitewatch of Joliet');
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss: Update Sitewatch of Joliet' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Dismiss this job?' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Dismiss Job' }));
  expect(await dialog.findByText('Reason must not be empty')).toBeTruthy();
  expect(stub.calls(`POST /jobs/${waits.job}/dismiss`)).toHaveLength(0);
  stub.on(`POST /jobs/${waits.job}/dismiss`, { body: { job: {} } });
  stub.on('GET /worklist/jobs', list());
  await userEvent.type(dialog.getByLabelText('Reason'), 'Done at the site');
  await userEvent.click(dialog.getByRole('button', { name: 'Dismiss Job' }));
  expect(await screen.findByText('All systems are up to date')).toBeTruthy();
  expect(stub.calls(`POST /jobs/${waits.job}/dismiss`).map(({ body }) => body)).toEqual([{ reason: 'Done at the site' }]);
});

it('pages, and says what went wrong', async () => {
  stub.on('GET /worklist/pastdue', ({ query }) =>
    query['page'] === 'two'
      ? { status: 503, body: stubError('busy', 'The database is busy') }
      : { body: { rows: [due], count: 1_000, more: true, next_page: 'two' } },
  );
  open(Role.SalesManager);
  expect(await screen.findByRole('heading', { name: '1,000 and more open' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Next 50 Results' }));
  expect(await screen.findByText('The database is busy')).toBeTruthy();
});

it('shows a cashier only the online sign-ups to complete, and leads to the customer', async () => {
  stub.on('GET /worklist/online', list({ ...person, subscription: 'sub_1', plan: 'Super Kiss', begun: 1_790_000_000 }));
  open(Role.Cashier);
  const ada = await row();
  expect(ada.getByRole('link', { name: 'Complete: Ada Moore' }).getAttribute('href')).toBe('/customers/cus_1#tools');
  expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(['Online sign-ups']);
});

it('declines a request to be erased with a reason, and leads to the data', async () => {
  stub.on('GET /worklist/erasures', list({ ...person, request: '019aa000-0000-7000-8000-000000000001', since: 1_790_000_000 }));
  stub.on('POST /customer/cus_1/erasure/decline', { body: { declined: true } });
  open(Role.SupportCenter, '#erasures');
  const ada = await row();
  expect(ada.getByRole('link', { name: 'Show Data: Ada Moore' }).getAttribute('href')).toBe('/office/customerdata?customer=cus_1');
  await userEvent.click(ada.getByRole('button', { name: 'Decline: Ada Moore' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Decline Ada Moore’s request?' }));
  await userEvent.type(dialog.getByLabelText('Reason'), 'The plan is still running');
  stub.on('GET /worklist/erasures', list());
  await userEvent.click(dialog.getByRole('button', { name: 'Decline Request' }));
  expect(await screen.findByText('No erasure requests')).toBeTruthy();
  expect(stub.calls('POST /customer/cus_1/erasure/decline')[0]?.body).toEqual({ reason: 'The plan is still running' });
});
