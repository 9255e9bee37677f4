import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientAs, sessionKeyOf, type ApiClient, type Reply } from '@washdesk/cloud-api/testing/api-client';
import { startBillingCloud, type BillingCloud } from '@washdesk/cloud-api/testing/billing-cloud';
import { chargeCard, customerWith } from '@washdesk/cloud-api/testing/cards';
import type { Kind } from '@washdesk/stripe-simulator/state/store';

let cloud: BillingCloud;
let admin: ApiClient;

beforeAll(async () => {
  cloud = await startBillingCloud({ at: '2026-11-21T15:30:00Z' });
  admin = await clientAs(cloud, 'Admin');
});
afterAll(() => cloud.stop());

/** Returns all objects of a kind that any operation of this key created. */
async function madeUnder(key: string, kind: Kind): Promise<number> {
  const { id } = await cloud.database.db.selectFrom('operation').select('id').where('key', '=', key).executeTakeFirstOrThrow();
  const madeBy = (object: object): unknown => (object as { metadata?: Record<string, string> | null }).metadata?.['operation'];
  return cloud.stripe.store.list(kind).filter((object) => madeBy(object) === id).length;
}

const attemptsOf = async (key: string): Promise<unknown> =>
  (await cloud.database.db.selectFrom('operation').select('attempts').where('key', '=', key).executeTakeFirstOrThrow()).attempts;

/** Lets Stripe execute a press without delivering the outcome: neither the response nor an event. */
async function withoutAnswer(press: () => Promise<Reply>): Promise<void> {
  cloud.stripe.behave({ dropAnswers: 1, seed: 3, webhooks: { hold: true } });
  const { status, body } = await press();
  cloud.stripe.behave({ dropAnswers: 0 });
  expect({ status, body }).toMatchObject({ status: 503, body: { code: 'stripe_unavailable' } });
}

let people = 0;

function aPerson(): Record<string, string> {
  people += 1;
  const names = { FirstName: 'Ada', LastName: 'Moore', Email: 'ada@moore.test', CellPhone: '815-555-0101', Zipcode: '60435', State: 'IL' };
  return { ...names, CarModel: 'F-150', CustomerCode: `ONCE${people}-IL`, SecondaryCode: `12345+90${people}000` };
}

interface Made {
  kind: Kind;
  path: string;
  body: object;
}

/** Operations that would create a duplicate at Stripe if executed twice. */
const cases: [string, () => Promise<Made>][] = [
  ['a new customer', async () => ({ kind: 'customer', path: '/customer', body: aPerson() })],
  [
    'a charge of a stored card',
    async () => {
      const { customer, card } = await customerWith(cloud, 'pm_card_visa');
      return {
        kind: 'payment_intent',
        path: '/paymentintent',
        body: { amount: 1_500, description: 'Wax', customerId: customer, payment_method: card },
      };
    },
  ],
  [
    'a payment of nobody at a reader',
    async () => ({ kind: 'payment_intent', path: '/paymentintent', body: { amount: 900, usePayTerminal: 'yes' } }),
  ],
  [
    'a refund',
    async () => {
      const { customer } = await customerWith(cloud, 'pm_card_visa');
      const charge = await chargeCard(cloud, customer, 2_000);
      return { kind: 'refund', path: `/refund/${charge}`, body: { amount: 700, notes: 'Rain', description: 'Wash' } };
    },
  ],
  [
    "a customer's card to be captured",
    async () => {
      const { customer } = await customerWith(cloud, null);
      return { kind: 'setup_intent', path: '/setupintents', body: { customer } };
    },
  ],
  [
    'a page of an online sign-up',
    async () => ({
      kind: 'checkout.session',
      path: '/checkout',
      body: {
        address: { city: 'Joliet', state: 'IL', country: 'US', postal_code: '60435' },
        email: `online${(people += 1)}@moore.test`,
        plate: `online${people}`,
        plateState: 'il',
        phone: '8155550100',
        CarMake: 'HONDA',
        CarModel: 'Civic',
        PlanId: 'price_SuperKiss_12',
        mode: 'subscription',
        termsAgreed: true,
        sessionKey: await sessionKeyOf(admin),
      },
    }),
  ],
  [
    'a reader',
    async () => {
      const [place] = (await cloud.sdk.terminal.locations.list({ limit: 1 })).data;
      const body = { locationId: place!.id, displayName: `Register ${randomUUID()}`, readerCode: 'simulated-wpe' };
      return { kind: 'terminal.reader', path: '/terminal/readers', body };
    },
  ],
];

describe.each(cases)('%s, whose answer was lost', (_name, prepare) => {
  it('is the same request when it is repeated from its stored facts', async () => {
    const { kind, path, body } = await prepare();
    const key = randomUUID();
    const press = () => admin.post(path, body, { key });
    await withoutAnswer(press);
    expect((await press()).status).toBe(200);
    expect(await madeUnder(key, kind)).toBe(1);
    expect(await attemptsOf(key)).toEqual({});
    cloud.stripe.behave({ webhooks: { hold: false } });
  });

  it('is found at Stripe when Stripe has forgotten the key, though no event told of it', async () => {
    const { kind, path, body } = await prepare();
    const key = randomUUID();
    const press = () => admin.post(path, body, { key });
    await withoutAnswer(press);
    cloud.stripe.forgetKeys();
    await sql`update operation set created = created - interval '25 hours' where key = ${key}`.execute(cloud.database.db);
    const { status, body: answer } = await press();
    expect({ status, answer }).toMatchObject({ status: 200 });
    expect(await madeUnder(key, kind)).toBe(1);
    cloud.stripe.behave({ webhooks: { hold: false } });
  });
});
