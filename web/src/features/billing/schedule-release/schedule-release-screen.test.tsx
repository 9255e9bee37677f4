import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Subscription } from '@washdesk/contracts/billing/plans/subscription';
import type { Customer } from '@washdesk/contracts/members/customer';
import type { Schedule } from '@washdesk/contracts/members/customer-parts';
import { Role } from '@washdesk/rules/company/roles';
import { stubApi, stubError, type StubApi } from '../../../testing/api.ts';
import { renderScreen } from '../../../testing/screen.tsx';
import { ScheduleReleaseScreen } from './schedule-release-screen.tsx';

const product = { id: 'prod_1', name: 'Super Kiss', metadata: {} };
const held = {
  id: 'sub_1',
  status: 'active',
  created: 1,
  current_period_start: 1,
  current_period_end: 2,
  cancel_at_period_end: false,
  canceled_at: null,
  ended_at: null,
  terms: '$31.49 a month with tax',
  plan: { id: 'price_1', nickname: null, amount: 2_999, total: 3_149, product },
};
const customer: Customer = {
  id: 'cus_1',
  name: 'Ann Moore',
  email: null,
  phone: null,
  created: 1,
  deleted: false,
  tax_exempt: null,
  address: null,
  metadata: { CustomerCode: 'ABC123-IL' },
  subscriptions: { data: [held, { ...held, id: 'sub_0', status: 'canceled' }] },
  cards: [],
};
const subscription: Subscription = {
  ...held,
  customer: 'cus_1',
  cancel_at: null,
  trial_end: null,
  default_payment_method: null,
  latest_invoice: null,
  schedule: null,
  items: { data: [] },
  problem: null,
  metadata: {},
  cancellation_details: null,
};
const schedule: Schedule = {
  id: 'sub_sched_1',
  subscription: 'sub_1',
  status: 'active',
  phases: [
    { start_date: 1, end_date: 1_800_000_000, items: [{ price: 'price_1', nickname: null, amount: 2_999, total: 3_149 }] },
    { start_date: 1_800_000_000, end_date: null, items: [{ price: 'price_2', nickname: null, amount: 3_499, total: 3_674 }] },
  ],
  metadata: {},
};
const joliet = { id: 'tml_12', display_name: 'Joliet', metadata: { site: '12', state: 'IL', defaultplatestate: 'IL' } };
const release = 'DELETE /subscriptionschedule/sub_sched_1';
const found = (customers: object[]) => ({ body: { customers, count: customers.length, more: false, next_page: null } });
const schedules = (all: object[]) => ({ body: { schedules: all, count: all.length, more: false, next_page: null, age: 0, stale: false } });

let stub: StubApi;
beforeEach(() => {
  stub = stubApi();
  stub.on('GET /location', { body: { locations: [{ ...joliet, time_zone: 'America/Chicago' }], count: 1 } });
  stub.on('GET /customer/search/moore', found([customer]));
  stub.on('GET /subscription/sub_1', { body: subscription });
  stub.on('GET /customer/cus_1/schedules', schedules([schedule]));
});
afterEach(() => {
  cleanup();
  sessionStorage.clear();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

async function lookUp(term: string) {
  renderScreen(<ScheduleReleaseScreen />, { path: '/office/schedulerelease', roles: Role.SalesManager });
  await userEvent.type(screen.getByLabelText('Name, Plate or Subscription Id'), `${term}{Enter}`);
}
async function open() {
  await lookUp('moore');
  await userEvent.click(await screen.findByRole('button', { name: 'Schedule of Ann Moore' }));
}
async function press() {
  await userEvent.click(await screen.findByRole('button', { name: 'Release Schedule' }));
  const yes = await screen.findByRole('button', { name: 'Release' });
  return yes;
}

it('finds running subscriptions by name, and says what the schedule would do and when', async () => {
  await lookUp('moore');
  expect(await screen.findByText('$31.49 a month with tax')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Schedule of Ann Moore' }));
  expect(
    await screen.findByText(
      /The price increases from \$31.49 to \$36.74 a month with tax on 01\/15\/2027. If released, the price stays \$31.49/,
    ),
  ).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Back to the List' }));
  const row = (await screen.findByRole('link', { name: 'Ann Moore' })).closest('tr')!;
  expect(within(row).getByText('Super Kiss')).toBeTruthy();
  expect(screen.getAllByRole('button', { name: 'Schedule of Ann Moore' })).toHaveLength(1);
});

it('releases it after a question, once', async () => {
  stub.on(release, { body: { subscriptions: [subscription] } });
  await open();
  await userEvent.click(await press());
  expect(await screen.findByText('Schedule Released')).toBeTruthy();
  expect(screen.getByText('The schedule has been successfully released')).toBeTruthy();
  expect(stub.calls(release)).toHaveLength(1);
  expect(screen.queryByRole('button', { name: 'Release Schedule' })).toBeNull();
});

it('finds a subscription by its id, and says that it has no schedule', async () => {
  stub.on('GET /customer/cus_1/schedules', schedules([{ ...schedule, status: 'released' }]));
  await lookUp('sub_1');
  expect(await screen.findByText('No Schedule Found for this subscription')).toBeTruthy();
  expect(stub.calls('GET /customer/search/sub_1')).toEqual([]);
});

it('shows that no subscriber was found, and suggests similar ones', async () => {
  stub.on('GET /customer/search/more', found([]));
  stub.on('GET /customer/suggestion/more', { body: { customers: [customer] } });
  await lookUp('more');
  expect(await screen.findByText('Failed to lookup subscription')).toBeTruthy();
  expect(await screen.findByRole('heading', { name: 'Did you mean' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Schedule of Ann Moore' })).toBeTruthy();
});

it('says that an id is none', async () => {
  stub.on('GET /subscription/sub_9', { status: 404, body: stubError('subscription_not_found', 'Failed to lookup subscription') });
  await lookUp('sub_9');
  expect(await screen.findByText('Failed to lookup subscription')).toBeTruthy();
});

it.each([
  ['a search', 'moore', 'GET /customer/search/moore'],
  ['an id', 'sub_1', 'GET /subscription/sub_1'],
  ['the schedules', 'sub_1', 'GET /customer/cus_1/schedules'],
])('says that %s failed', async (_what, term, route) => {
  stub.on(route, { status: 500, body: stubError('unexpected', 'Something failed here') });
  await lookUp(term);
  expect(await screen.findByText('Error Looking up Subscription')).toBeTruthy();
  expect(screen.getByText('Something failed here')).toBeTruthy();
});

it.each([
  [409, 'increase_begun', 'This increase has already started. Change the price instead'],
  [404, 'no_schedule', 'No Schedule Found for this subscription'],
])('says why it was not released: %s %s', async (status, code, words) => {
  stub.on(release, { status, body: stubError(code, words) });
  await open();
  await userEvent.click(await press());
  expect(await screen.findByText(words)).toBeTruthy();
  expect(screen.queryByText('Schedule Released')).toBeNull();
});

it('asks again under the same key where the answer was lost', async () => {
  stub.on(release, 'lost');
  await open();
  const yes = await press();
  vi.useFakeTimers({ shouldAdvanceTime: true });
  fireEvent.click(yes);
  await vi.advanceTimersByTimeAsync(10_000);
  vi.useRealTimers();
  expect(await screen.findByText('Checking whether the schedule was released')).toBeTruthy();
  stub.on(release, { body: { subscriptions: [subscription] } });
  await userEvent.click(screen.getByRole('button', { name: 'Check' }));
  expect(await screen.findByText('Schedule Released')).toBeTruthy();
  expect(new Set(stub.calls(release).map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1);
});
