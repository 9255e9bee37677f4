import type { z } from 'zod';
import type { latestInvoice } from '@washdesk/contracts/billing/plans/subscription-preview';
import type { CustomerSummary } from '@washdesk/contracts/members/customer-summary';
import type { LoyaltyMemberView } from '@washdesk/contracts/members/loyalty';
import type { Note } from '@washdesk/contracts/members/note';
import type { CardCollector } from '../../../lib/card-reader/card-collector.ts';
import { stubApi, type StubApi } from '../../../testing/api.ts';
import { aCustomer, type GeneralCustomer } from '../../../testing/customer.ts';
import { renderScreen } from '../../../testing/screen.tsx';
import { CustomerScreen } from './customer-screen.tsx';

type NextInvoice = z.output<typeof latestInvoice.response>;

/** A summary with no activity by default. */
export function aSummary(more: Partial<CustomerSummary>): CustomerSummary {
  return {
    last_wash: null,
    washes_this_month: 0,
    cost_a_wash: null,
    paid_to_date: 0,
    open_invoices: { count: 0, total: 0 },
    next_retry: null,
    disputes_counted: 0,
    card: null,
    others: { phone: 0, email: 0, card: 0 },
    balance: 0,
    under_way: [],
    waiting: [],
    ...more,
  };
}

/** Returns a bill of $29.99 on 12/01/2026 by default. */
export function aNextInvoice(more: Partial<NextInvoice>): NextInvoice {
  const december = Date.parse('2026-12-01T16:00:00Z') / 1_000;
  return {
    amount_due: 2_999,
    subtotal: 2_999,
    tax: 0,
    total: 2_999,
    lines: [],
    balance: { before: 0, after: 0 },
    date: december,
    ...more,
  };
}

export function aNote(more: Partial<Note>): Note {
  return {
    id: '0193a1b0-0000-7000-8000-000000000001',
    note: 'Called about the gate',
    customerId: 'cus_1',
    attention: 0,
    TimeStamp: '2026-11-20T16:00:00.000Z',
    agent: 'Dana Whitfield',
    ...more,
  };
}

/** A member without a card or a group. */
export const aLoyaltyMember: LoyaltyMemberView = {
  customer: 'cus_1',
  TheCardNumber: null,
  LastName: null,
  FirstName: null,
  Email: null,
  Zipcode: null,
  CellPhone: null,
  SecondaryCode: null,
  NPCStatus: null,
  groups: ['None'],
  linked: false,
};

const age = { age: 0, stale: false };

/** Returns an API with one customer and no other data. */
export function apiOf(customer: Partial<GeneralCustomer> = {}): StubApi {
  const api = stubApi();
  api.on('GET /customer/cus_1/general', { body: aCustomer({ name: 'Zoë Member', ...customer }) });
  api.on('GET /customer/cus_1/summary', { body: aSummary({}) });
  api.on('GET /customer/cus_1/subscriptions', { body: { subscriptions: [], count: 0, next_page: null, ...age } });
  api.on('GET /customer/cus_1/schedules', { body: { schedules: [], count: 0, next_page: null, ...age } });
  api.on('GET /invoice/sub_1/latestinvoice', { body: aNextInvoice({}) });
  api.on('GET /customer/cus_1/credit', { body: { balance: 0, waiting: [], available: 0, refundable: 0 } });
  api.on('GET /customer/cus_1/thecard', { body: aLoyaltyMember });
  api.on('GET /customer/cus_1/platesandtags', { body: { sitewatchid: null, tags: [], missing: [], count: 0, next_page: null } });
  api.on('GET /customer/cus_1/notes', { body: { notes: [], count: 0, alerts: [] } });
  api.on('GET /abuse/flags', { body: { flags: [], count: 0, more: false, kinds: [], notExamined: [] } });
  return api;
}

/** @param roles role flags of the signed-in user */
export function showCustomer({ hash = '', roles = 1, reader }: { hash?: string; roles?: number; reader?: CardCollector } = {}): void {
  renderScreen(<CustomerScreen />, {
    path: '/customers/:id',
    address: `/customers/cus_1${hash}`,
    roles,
    ...(reader && { cards: { reader } }),
  });
}
