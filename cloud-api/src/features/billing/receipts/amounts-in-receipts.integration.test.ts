import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Subscription } from '@washdesk/contracts/billing/plans/subscription';
import { centsToDollars } from '@washdesk/rules/billing/money';
import { clientAs, type ApiClient } from '../../../testing/api-client.ts';
import { startBillingCloud, type BillingCloud } from '../../../testing/billing-cloud.ts';
import { chargeCard } from '../../../testing/cards.ts';
import { defaultSettings } from '../../../testing/default-settings.ts';
import { ok } from '../../../testing/member-views.ts';
import { ReceiptsService } from './receipts.service.ts';

let cloud: BillingCloud;
let manager: ApiClient;
let texts: ReceiptsService;

beforeAll(async () => {
  cloud = await startBillingCloud({ at: '2026-11-16T10:00:30Z' });
  manager = await clientAs(cloud, 'SalesManager');
  texts = new ReceiptsService(cloud.database.db, defaultSettings);
});
afterAll(() => cloud.stop());

const kiss = 'price_SuperKiss_12';

type Sold = Awaited<ReturnType<typeof signedUp>>;

async function signedUp(more: object = { DoNotProrate: true }) {
  const held = await cloud.member();
  const { id } = await ok(manager.post<Subscription>('/subscription', { customer: held.customer, PlanId: kiss, ...more }));
  return { ...held, id };
}

async function ended(more?: object): Promise<Sold> {
  const held = await signedUp(more);
  await ok(manager.post(`/subscription/${held.id}/terminate`, { reason: 'Moved' }));
  return held;
}

/** Creates a customer whose plan ended after an unpaid month, and who has a good card now. */
async function withUnpaidMonth(): Promise<Sold & { good: string }> {
  const held = await signedUp();
  cloud.spoil(held.card, 'declined');
  const now = cloud.clock.now();
  await cloud.clock.moveTo(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 20, 15)).toISOString());
  return { ...held, good: await cloud.card(held.customer) };
}

const chargesOf = (customer: string) =>
  cloud.stripe.store.list('charge').filter((one) => one.customer === customer && one.status === 'succeeded');
const refundedOf = (customer: string) => chargesOf(customer).reduce((sum, one) => sum + one.amount_refunded, 0);
const takenOf = (customer: string) => chargesOf(customer).reduce((sum, one) => sum + one.amount_captured, 0);

const rowsOf = async (table: 'note' | 'receipt', customer: string) =>
  (await cloud.database.db.selectFrom(table).select('id').where('customer', '=', customer).orderBy('id').execute()).map(({ id }) => id);

async function noteOf(id: string): Promise<string> {
  return (await cloud.database.db.selectFrom('note').select('note').where('id', '=', id).executeTakeFirstOrThrow()).note;
}

/** Returns what Stripe charged or refunded for a change, and the notes and printed receipts it wrote. */
async function said(customer: string, makeChange: () => Promise<unknown>) {
  const before = {
    taken: takenOf(customer),
    refunded: refundedOf(customer),
    notes: await rowsOf('note', customer),
    receipts: await rowsOf('receipt', customer),
  };
  await makeChange();
  const notes = (await rowsOf('note', customer)).filter((id) => !before.notes.includes(id));
  const receipts = (await rowsOf('receipt', customer)).filter((id) => !before.receipts.includes(id));
  return {
    taken: takenOf(customer) - before.taken,
    refunded: refundedOf(customer) - before.refunded,
    notes: await Promise.all(notes.map(noteOf)),
    receipts: await Promise.all(receipts.map(async (id) => (await texts.show(id, undefined, 'text')).replaceAll(/\s+/g, ' '))),
  };
}

interface Case {
  /** Prepares the customer and returns the change. */
  begin: () => Promise<{ customer: string; change: () => Promise<unknown> }>;
  /** The cents that Stripe must have taken, or `some`: catches a case in which nothing happens. */
  taken: unknown;
  /** The text around the amount, in the note and on the receipt; null if there is none. */
  note: ((paid: string | null) => string | RegExp) | null;
  receipt: ((paid: string | null) => string) | null;
}

const todayNote = (paid: string | null): string => (paid ? `paid ${paid} today` : 'nothing due today');
const noAmount = /^(?!.*(?:paid|today))/;
const paidToday = (paid: string | null): string => `Paid today ${paid ?? '$0.00'}`;
const some: unknown = expect.any(Number);
const withoutPaid = 'without a paid amount';
const change = (action: string, body: object, held: () => Promise<Sold>) => async () => {
  const { customer, id } = await held();
  return { customer, change: () => ok(manager.post(`/subscription/${id}/${action}`, body)) };
};

const cases: Record<string, Case> = {
  'a sign-up': {
    async begin() {
      const { customer } = await cloud.member();
      return { customer, change: () => ok(manager.post('/subscription', { customer, PlanId: kiss })) };
    },
    taken: some,
    note: todayNote,
    receipt: paidToday,
  },
  'a sign-up with a free month': {
    async begin() {
      const { customer } = await cloud.member();
      return { customer, change: () => ok(manager.post('/subscription', { customer, PlanId: kiss, FreeForMonth: true })) };
    },
    taken: 0,
    note: todayNote,
    receipt: paidToday,
  },
  'a sign-up that a credit pays in part': {
    async begin() {
      const { customer } = await cloud.member();
      const held = cloud.stripe.store.get('customer', customer)!;
      cloud.stripe.store.put({ ...held, balance: -1_000 });
      return { customer, change: () => ok(manager.post('/subscription', { customer, PlanId: kiss, DoNotProrate: true })) };
    },
    taken: 1_999,
    note: todayNote,
    receipt: paidToday,
  },
  'a declined sign-up that another card pays': {
    async begin() {
      const { customer, card } = await cloud.member();
      cloud.spoil(card, 'declined');
      expect(await manager.post('/subscription', { customer, PlanId: kiss, DoNotProrate: true })).toMatchObject({ status: 402 });
      const PaymentMethodId = await cloud.card(customer);
      return { customer, change: () => ok(manager.post('/subscription', { customer, PlanId: kiss, DoNotProrate: true, PaymentMethodId })) };
    },
    taken: 2_999,
    note: todayNote,
    receipt: paidToday,
  },
  'an upgrade': {
    begin: change('upgrade', { PlanId: 'price_SuperKissPlus_12' }, signedUp),
    taken: some,
    note: todayNote,
    receipt: paidToday,
  },
  'a downgrade': {
    begin: change('downgrade', { PlanId: kiss }, () => signedUp({ PlanId: 'price_SuperKissPlus_12', DoNotProrate: true })),
    taken: 0,
    note: () => noAmount,
    receipt: () => withoutPaid,
  },
  'another price': {
    begin: change('changeprice', { price: 'price_SuperKiss_12_next' }, signedUp),
    taken: 0,
    note: () => noAmount,
    receipt: () => withoutPaid,
  },
  'a discontinuation': {
    begin: change('discontinue', { reason: 'Moved' }, signedUp),
    taken: 0,
    note: () => noAmount,
    receipt: () => withoutPaid,
  },
  'a termination': {
    begin: change('terminate', { reason: 'Moved' }, signedUp),
    taken: 0,
    note: () => noAmount,
    receipt: () => withoutPaid,
  },
  'a discontinuation that is taken back': {
    begin: change('reinstate', {}, async () => {
      const held = await signedUp();
      await ok(manager.post(`/subscription/${held.id}/discontinue`, { reason: 'Moved' }));
      return held;
    }),
    taken: 0,
    note: todayNote,
    receipt: null,
  },
  'a plan that begins again': {
    begin: change('reinstate', { DoNotProrate: true }, ended),
    taken: 2_999,
    note: todayNote,
    receipt: paidToday,
  },
  'a plan that begins again with a free month': {
    begin: change('reinstate', { FreeForMonth: true }, ended),
    taken: 0,
    note: todayNote,
    receipt: () => withoutPaid,
  },
  'a plan that begins again after its debt': {
    async begin() {
      const { customer, id, good } = await withUnpaidMonth();
      return { customer, change: () => ok(manager.post(`/subscription/${id}/reinstate`, { PaymentMethodId: good })) };
    },
    taken: 2_999,
    note: todayNote,
    receipt: paidToday,
  },
  'an open invoice that is paid': {
    async begin() {
      const { customer, card } = await signedUp();
      cloud.spoil(card, 'declined');
      const now = cloud.clock.now();
      await cloud.clock.moveTo(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1, 12)).toISOString());
      const [open] = cloud.stripe.store.list('invoice').filter((one) => one.customer === customer && one.status === 'open');
      const good = await cloud.card(customer);
      return { customer, change: () => ok(manager.post(`/invoice/${open?.id}/pay?payment_method=${good}`)) };
    },
    taken: 2_999,
    note: null,
    receipt: (paid) => `Amount ${paid}`,
  },
  'a charge of a stored card': {
    async begin() {
      const { customer, card } = await cloud.member();
      const body = { amount: 1_250, customerId: customer, payment_method: card, description: 'Interior' };
      return { customer, change: () => ok(manager.post('/paymentintent', body)) };
    },
    taken: 1_250,
    note: null,
    receipt: (paid) => `Amount ${paid}`,
  },
};

const noted = (words: string | RegExp): unknown =>
  words instanceof RegExp ? expect.stringMatching(words) : expect.stringContaining(words);
const printed = (words: string): unknown =>
  words === withoutPaid ? expect.not.stringContaining('Paid today') : expect.stringContaining(words);

it.each(Object.entries(cases))('%s says what Stripe took', async (_, { begin, taken, note, receipt }) => {
  const { customer, change: makeChange } = await begin();
  const told = await said(customer, makeChange);
  expect(told.taken).toEqual(taken);
  expect(told.taken > 0).toBe(taken !== 0);
  const paid = told.taken > 0 ? centsToDollars(told.taken) : null;
  expect(told.notes).toEqual(note ? [noted(note(paid))] : []);
  expect(told.receipts).toEqual(receipt ? [printed(receipt(paid))] : []);
});

it('a refund says what Stripe gave back', async () => {
  const { customer } = await cloud.member();
  const charge = await chargeCard(cloud, customer, 2_999);
  const told = await said(customer, () => ok(manager.post(`/refund/${charge}`, { amount: 1_234, notes: 'Wet seats' })));
  expect(told.refunded).toBe(1_234);
  expect(told.notes).toEqual([expect.stringContaining('of $12.34: Wet seats')]);
  expect(told.receipts).toEqual([expect.stringContaining('Refunded $12.34')]);
});
