import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Customer } from '@washdesk/contracts/members/customer';
import { Role } from '@washdesk/rules/company/roles';
import { stubApi, stubError, type StubApi } from '../../../testing/api.ts';
import { renderScreen } from '../../../testing/screen.tsx';
import { PlateLookupScreen } from './plate-lookup-screen.tsx';

const gold = { PlanName: 'Gold Club', active: true, expires: '2027-01-31', productClass: 'Gold', nonStripe: true };
const lookup = 'GET /dxt/ABC123-IL/clubplan';
const holders = 'GET /customer/customercheck/ABC123-IL';
const end = 'POST /firebird/activateplan';
const joliet = { id: 'tml_12', display_name: 'Joliet', metadata: { site: '12', state: 'IL', defaultplatestate: 'IL' } };

let stub: StubApi;
beforeEach(() => {
  stub = stubApi();
  stub.on('GET /location', { body: { locations: [{ ...joliet, time_zone: 'America/Chicago' }], count: 1 } });
  stub.on(lookup, { body: gold });
  stub.on(holders, { body: { customers: [] } });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

async function find(code = 'abc123-il') {
  renderScreen(<PlateLookupScreen />, { path: '/office/platelookup', roles: Role.SalesManager, terminal: 'Detail1' });
  await userEvent.type(screen.getByLabelText('Plate or Tag'), `${code}{Enter}`);
}
async function disable() {
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Disable' }).disabled).toBe(false));
  await userEvent.click(screen.getByRole('button', { name: 'Disable' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Disable Plan' }));
}

it('needs a plate or a tag', async () => {
  await find(' ');
  expect(await screen.findByText('Please specify a search value')).toBeTruthy();
  expect(stub.calls(lookup)).toEqual([]);
});

it('shows the club plan, only looking, at this terminal', async () => {
  await find();
  expect(await screen.findByRole('heading', { name: 'Gold Club' })).toBeTruthy();
  expect(screen.getByText('01/31/2027')).toBeTruthy();
  expect(stub.calls(lookup).map(({ query }) => query)).toEqual([{ type: 'WASH', terminalname: 'Detail1' }]);
});

it('ends it today, after a question', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-24T03:00:00Z') });
  stub.on(end, { body: { PlanName: 'Gold Club', ProductClass: 'Gold', expirationdate: '2026-11-23', site: 12 } });
  await find();
  await screen.findByText('Gold');
  await disable();
  expect(await screen.findByText('Club Plan has been Canceled in sitewatch')).toBeTruthy();
  expect(stub.calls(end).map(({ body }) => body)).toEqual([
    { CustomerCode: 'ABC123-IL', ProductClass: 'Gold', expirationdate: '2026-11-23' },
  ]);
  expect(screen.queryByRole('button', { name: 'Disable' })).toBeNull();
});

it('says that no plan is active', async () => {
  stub.on(lookup, { body: { ...gold, active: false } });
  await find();
  expect(await screen.findByText('No Active Club Plan Found For this Plate/Tag')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Disable' })).toBeNull();
});

it('says why it could not be looked up', async () => {
  stub.on(lookup, { status: 503, body: stubError('site_unreachable', 'Can’t reach this site’s Sitewatch') });
  await find();
  expect(await screen.findByText('Error Looking up Plate/Tag: Can’t reach this site’s Sitewatch')).toBeTruthy();
  stub.on(lookup, { status: 500, body: '<html>' });
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await screen.findByText('Failed to Lookup Plate/Tag')).toBeTruthy();
});

it('leads to the customer whose plan runs at Stripe', async () => {
  const plan = {
    id: 'price_1',
    nickname: null,
    amount: 2_999,
    product: { id: 'prod_1', name: 'Gold', metadata: { product_class: 'Gold' } },
  };
  const subscription = {
    id: 'sub_1',
    status: 'active',
    created: 1,
    current_period_start: 1,
    current_period_end: 2,
    cancel_at_period_end: false,
    canceled_at: null,
    ended_at: null,
    terms: '$29.99 a month',
    plan,
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
    metadata: {},
    subscriptions: { data: [subscription] },
    cards: [],
  };
  stub.on(holders, { body: { customers: [customer] } });
  await find();
  expect((await screen.findByRole('link', { name: 'Ann Moore' })).getAttribute('href')).toBe('/customers/cus_1');
  expect(screen.queryByRole('button', { name: 'Disable' })).toBeNull();
});

it('leads to the customer where only the API knows', async () => {
  const words = 'This plan is billed by Stripe and would come back. End it on the customer’s page';
  stub.on(end, { status: 409, body: { ...stubError('plan_at_stripe', words), details: { customer: 'cus_9' } } });
  await find();
  await disable();
  expect((await screen.findByRole('link', { name: 'its customer' })).getAttribute('href')).toBe('/customers/cus_9');
});

it.each([
  [
    503,
    stubError('still_pending', 'Can’t reach the Sitewatch of Joliet'),
    ['Error Updating Club Plan', 'Can’t reach the Sitewatch of Joliet'],
  ],
  [404, stubError('plan_not_found', 'No Active Club Plan Found For this Plate/Tag'), ['No Active Club Plan Found For this Plate/Tag']],
])('says that it was not ended: %s', async (status, body, words) => {
  stub.on(end, { status, body });
  await find();
  await disable();
  for (const word of words) expect(await screen.findByText(word)).toBeTruthy();
});
