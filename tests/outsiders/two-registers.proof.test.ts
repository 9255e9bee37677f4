import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiClient, cardHandlesOf, type Reply } from '@washdesk/cloud-api/testing/api-client';
import { startBillingCloud, type BillingCloud } from '@washdesk/cloud-api/testing/billing-cloud';
import { newRegister, signedIn } from '@washdesk/cloud-api/testing/callers';
import { anyReader, chargeCard } from '@washdesk/cloud-api/testing/cards';
import { rolesFromNames } from '@washdesk/rules/company/roles';

const roles = rolesFromNames(['Cashier', 'User', 'SalesManager']);
const person = 871;

let cloud: BillingCloud;
/** One person at two registers, and a colleague at the second. */
let first: ApiClient;
let second: ApiClient;
let colleague: ApiClient;

beforeAll(async () => {
  cloud = await startBillingCloud({ at: '2026-11-21T15:30:00Z' });
  const at = async (number?: number): Promise<ApiClient> => {
    const headers = await signedIn(cloud, {
      roles,
      number,
      device: await newRegister(cloud),
      pinPassed: new Date(),
      terminal: 'Washcashier1',
    });
    return new ApiClient(cloud.url, headers, cardHandlesOf(cloud));
  };
  [first, second, colleague] = [await at(person), await at(person), await at()];
});
afterAll(() => cloud.stop());

interface Member {
  customer: string;
  card: string;
  plan: string;
  charge: string;
}

let made = 0;
async function member(withPlan: boolean): Promise<Member> {
  made += 1;
  const { customer, card } = await cloud.member({ plate: `TWICE${made}-IL` });
  const sold = withPlan ? await first.post('/subscription', { stripeCustomer: customer, PlanId: 'price_SuperKiss_12' }) : null;
  if (sold && sold.status !== 200) throw new Error(`No plan was sold: ${JSON.stringify(sold.body)}`);
  const charge = await chargeCard(cloud, customer, 1_250);
  return { customer, card, plan: String(sold?.body['id']), charge };
}

type Press = (at: ApiClient, member: Member, key: string) => Promise<Reply>;

/** Acts of money and plans with what they may leave behind at most once, counted at Stripe. */
const acts: Record<string, { withPlan: boolean; press: Press; count: (member: Member) => number }> = {
  'a charge of a stored card': {
    withPlan: false,
    press: (at, { customer, card }, key) =>
      at.post(
        '/paymentintent',
        { amount: 1_700, saleid: `T-${customer}`, customerId: customer, payment_method: card, confirm: true },
        { key },
      ),
    count: ({ customer }) => cloud.stripe.store.list('charge').filter((one) => one.customer === customer && one.amount === 1_700).length,
  },
  'a refund in full': {
    withPlan: false,
    press: (at, { charge }, key) => at.post(`/refund/${charge}`, { amount: 1_250, notes: 'Not clean' }, { key }),
    count: ({ charge }) => cloud.stripe.store.list('refund').filter((one) => one.charge === charge).length,
  },
  'a sign-up': {
    withPlan: false,
    press: (at, { customer }, key) => at.post('/subscription', { stripeCustomer: customer, PlanId: 'price_SuperKiss_12' }, { key }),
    count: ({ customer }) => cloud.stripe.store.list('subscription').filter((one) => one.customer === customer).length,
  },
  'an upgrade': {
    withPlan: true,
    press: (at, { plan }, key) => at.post(`/subscription/${plan}/upgrade`, { price: 'price_SuperKissPlus_12' }, { key }),
    count: ({ customer }) =>
      cloud.stripe.store.list('invoice').filter((one) => one.customer === customer && one.billing_reason === 'subscription_update').length,
  },
};

describe.each(Object.entries(acts))('%s pressed at two registers at once', (_, { withPlan, press, count }) => {
  it('by one person in a copied tab, under one key, is done once, and both registers see it done', async () => {
    const one = await member(withPlan);
    const key = randomUUID();
    const answers = await Promise.all([press(first, one, key), press(second, one, key)]);
    await cloud.settled();
    expect(count(one)).toBe(1);
    // a register whose call meets the other's in progress asks again under its key
    const again = await Promise.all([press(first, one, key), press(second, one, key)]);
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
    expect(again.map(({ status }) => status)).toEqual([200, 200]);
    expect(again[0].body).toEqual(again[1].body);
    expect(count(one)).toBe(1);
  });

  it('by two people is done once, also under the same key', async () => {
    const shared = randomUUID();
    for (const [mine, theirs] of [
      [randomUUID(), randomUUID()],
      [shared, shared],
    ] as const) {
      const one = await member(withPlan);
      const answers = await Promise.all([press(first, one, mine), press(colleague, one, theirs)]);
      await cloud.settled();
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)[0]).toBe(200);
      expect(count(one)).toBe(1);
    }
  });
});

describe('one reader chosen at two registers', () => {
  it('takes the card of the customer in front of it for one charge', async () => {
    const reader = await anyReader(cloud);
    const begun = async (at: ApiClient, saleid: string): Promise<string> => {
      const { status, body } = await at.post('/paymentintent', { amount: 1_250, originalamount: 1_250, saleid, usePayTerminal: 'yes' });
      expect(status, JSON.stringify(body)).toBe(200);
      return String(body['id']);
    };
    const [mine, theirs] = [await begun(first, 'R-1'), await begun(colleague, 'R-2')];
    await cloud.sdk.terminal.readers.processPaymentIntent(reader, { payment_intent: mine });
    const taken = cloud.sdk.terminal.readers.processPaymentIntent(reader, { payment_intent: theirs });
    await taken.catch(() => undefined);
    cloud.stripe.reader(reader, { tap: 'visa' });
    await cloud.settled();
    const captured = await Promise.all([first, colleague].map((at, index) => at.post(`/paymentintent/${[mine, theirs][index]}/capture`)));
    expect(captured.filter(({ status }) => status === 200)).toHaveLength(1);
    const received = await Promise.all([mine, theirs].map((id) => cloud.sdk.paymentIntents.retrieve(id)));
    expect(received.reduce((sum, { amount_received }) => sum + amount_received, 0)).toBe(1_250);
  });
});
