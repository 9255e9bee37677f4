import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent, type UserEvent } from '@testing-library/user-event';
import { expect, vi } from 'vitest';
import type { Plan } from '@washdesk/contracts/billing/plans/subscription';
import type { Preview } from '@washdesk/contracts/billing/plans/subscription-preview';
import type { Customer } from '@washdesk/contracts/members/customer';
import type { CustomerCard } from '@washdesk/contracts/members/customer-parts';
import { Role } from '@washdesk/rules/company/roles';
import { stubApi, type StubApi, type StubCall } from '../../../testing/api.ts';
import { aCustomer } from '../../../testing/customer.ts';
import { renderScreen } from '../../../testing/screen.tsx';
import { SignUpScreen } from './sign-up-screen.tsx';

const plan = (PlanName: string, ClubCode: string, PlanPrice: number, allowProrate = true): Plan => ({
  PlanId: `price_${ClubCode}`,
  PlanName,
  PlanPrice,
  PlanTotal: PlanPrice,
  ProductId: `prod_${ClubCode}`,
  ProductName: PlanName,
  ProductClass: PlanName,
  ClubCode,
  PlanDuration: 3,
  allow_prorate: allowProrate,
  availableonline: 0,
  currentprice: true,
  nextprice: false,
  isNextPrice: false,
});

export const sitePlans = [plan('Super Kiss', 'A', 2_999), plan('Once A Month Car', 'C', 1_299, false), plan('Super Interior', 'F', 5_999)];
const plansThere = [{ ...plan('Super Kiss', 'A', 2_899), PlanId: 'price_A_27' }];

const location = (id: string, name: string, site: string, state: string) => ({
  id,
  display_name: name,
  metadata: { site, state, defaultplatestate: state },
});
const copy = { site: 12, asOf: '2026-11-22T00:00:00.000Z' };
const named = (names: readonly string[]) => names.map((NAME, index) => ({ ID: index + 1, NAME }));
export const makes = { body: { makes: named(['FORD', 'HONDA', 'UNCOMMON MAKE']), count: 3, ...copy } };

/** Returns a preview with ten percent tax and half a month left. */
export function previewOf({ body }: StubCall): { body: Preview } {
  const { PlanId, FreeForMonth, DoNotProrate } = body as { PlanId: string; FreeForMonth: boolean; DoNotProrate: boolean };
  const price = [...sitePlans, ...plansThere].find((one) => one.PlanId === PlanId)?.PlanPrice ?? 0;
  const amount = FreeForMonth ? 0 : Math.round(price / (DoNotProrate ? 1 : 2));
  const tax = Math.round(amount / 10);
  const from = 1_794_700_000;
  const period = { start: from, end: from + 1_296_000 };
  const next = { date: period.end, amount: price + Math.round(price / 10), tax: Math.round(price / 10), lines: [] };
  const lines = [{ description: '1 × plan', amount, period }];
  return { body: { due_today: amount + tax, tax, lines, from, proration_date: from, balance: { before: 0, after: 0 }, next } };
}

/** A customer who already has the codes. */
export const holder: Customer = {
  id: 'cus_holder',
  name: 'Holder, Hal',
  email: null,
  phone: null,
  created: 1_700_000_000,
  deleted: false,
  tax_exempt: 'none',
  address: null,
  metadata: { CustomerCode: 'TAKEN1-IL' },
  subscriptions: { data: [] },
  cards: [],
};

export const known = aCustomer({
  id: 'cus_known',
  name: 'Member, Ann',
  firstName: 'Ann',
  lastName: 'Member',
  email: 'ann@mail.example',
  phone: '+18155550100',
  address: { line1: null, city: 'Joliet', state: 'IL', postal_code: '60435', country: 'US' },
  metadata: {
    CustomerCode: 'ABC123-IL',
    SecondaryCode: '12345+123456',
    CarMake: 'FORD',
    CarModel: 'F-150',
    CarColor: 'Red',
    isTruck: 'true',
  },
  isTruck: true,
  loyaltyGroups: [],
});

/** A valid Visa, the default card unless told otherwise. */
export function aStoredCard({ last4 = '4242', ...more }: Partial<Omit<CustomerCard, 'details'>> & { last4?: string }): CustomerCard {
  return {
    id: 'card-1',
    type: 'card',
    created: null,
    billing_details: { name: null },
    details: { brand: 'visa', last4, exp_month: 4, exp_year: 2028, fingerprint: `f-${last4}`, email: null, checks: null },
    default: true,
    expiry: 'valid',
    ...more,
  };
}

/** Returns the API's response with the customer's cards. */
export const cardsOf = (...cards: CustomerCard[]) => ({ body: { cards, count: cards.length, next_page: null, age: 0, stale: false } });

/** Sets up the API and the user of a test. */
export function beginTest(): { api: StubApi; user: UserEvent } {
  return { api: stubSignUp(), user: userEvent.setup({ delay: null }) };
}

export function endTest(): void {
  cleanup();
  sessionStorage.clear();
  vi.unstubAllGlobals();
}

/** Returns an API of two sites in which only TAKEN1-IL is taken. */
export function stubSignUp(): StubApi {
  const api = stubApi();
  const locations = [location('tml_joliet', 'Joliet', '12', 'IL'), location('tml_merrillville', 'Merrillville', '27', 'IN')];
  const promos = [
    { id: 1, description: 'Spring mailer', active: true },
    { id: 2, description: 'Of last year', active: false },
  ];
  const states = [
    { abbreviation: 'IL', name: 'Illinois', country: 'US' },
    { abbreviation: 'ON', name: 'Ontario', country: 'CA' },
  ];
  api.on('GET /location', { body: { locations, count: 2 } });
  api.on('GET /promo', { body: { promos, count: 2 } });
  api.on('GET /meta/states', { body: { states, count: 2 } });
  api.on('GET /location/tml_joliet/plans', { body: { mode: 'signup', plans: sitePlans } });
  api.on('GET /location/tml_merrillville/plans', { body: { mode: 'signup', plans: plansThere } });
  api.on('GET /firebird/makes', makes);
  api.on('GET /firebird/colors', { body: { colors: named(['White', 'Red']), count: 2, ...copy } });
  api.on('GET /firebird/models', ({ query }) => {
    const models = query['make'] === '2' ? ['ACCORD', 'CIVIC'] : ['F-150'];
    return { body: { models: named(models).map((model) => ({ ...model, MAKE: Number(query['make']) })), count: models.length, ...copy } };
  });
  api.on('GET /zipcode/60435', { body: { city: 'Joliet', state_id: 'IL', state: 'IL', country: 'US' } });
  api.on('POST /subscription/preview', previewOf);
  api.on('GET /customer/cus_known/general', { body: known });
  api.on('GET /customer/cus_known/cards', cardsOf());
  for (const code of ['ABC123-IL', 'ABC123-HI', 'ABC123-IN', '12345+123456'])
    api.on(`GET /customer/customercheck/${code}`, { body: { customers: [] } });
  for (const code of ['TAKEN1-IL', '54321+123456']) api.on(`GET /customer/customercheck/${code}`, { body: { customers: [holder] } });
  return api;
}

export function openSignUp(query = '', roles: number = Role.Cashier): void {
  renderScreen(<SignUpScreen />, { path: '/customers/new', address: `/customers/new${query}`, roles });
}

/** Shows the screen and waits for the site's plans. */
export async function showSignUp(query = '', roles: number = Role.Cashier): Promise<void> {
  openSignUp(query, roles);
  await screen.findByText('Super Kiss');
}

/** A plan's button. Role queries are slow in a page of this size, so each is limited to its part of the page. */
export const planButton = (name: RegExp) => within(screen.getByLabelText('Plan')).getByRole<HTMLInputElement>('radio', { name });

export const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);

/** The missing fields, as the checklist shows them. */
export const missing = () => [...screen.getByLabelText('Required Fields').querySelectorAll('button')].map(({ textContent }) => textContent);

export const expectFocus = (label: string): Promise<void> => waitFor(() => expect(document.activeElement).toBe(field(label)));
