import { Stripe } from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCompany } from '@washdesk/simulators/company/company';
import { offsetTo } from '@washdesk/stripe-simulator/company-clock.fixture';
import { startStripeSimulator, type StripeSimulator } from '@washdesk/stripe-simulator/simulator';
import { stripePayments } from '../../adapters/stripe/stripe-payments.ts';
import { freshDatabase, insertSites, type TestDatabase } from '../../testing/database.ts';
import { defaultSettings } from '../../testing/default-settings.ts';
import { readFreshCustomer } from './read-fresh-customer.ts';

const now = new Date('2026-11-21T12:00:00Z');
let database: TestDatabase;
let stripe: StripeSimulator;
let sdk: Stripe;

beforeAll(async () => {
  database = await freshDatabase();
  await insertSites(database);
  stripe = await startStripeSimulator({ company: makeCompany({ now, members: 120 }), clockOffsetMs: offsetTo(now.toISOString()) });
  sdk = new Stripe('sk_test_refresh', { host: '127.0.0.1', port: stripe.port, protocol: 'http', telemetry: false });
});
afterAll(async () => {
  await stripe.stop();
  await database.stop();
});

function refresh(id: string) {
  const address = { host: '127.0.0.1', port: stripe.port, protocol: 'http' as const, backgroundPerSecond: 60 };
  const payments = stripePayments({ ...address, secretKey: 'sk_test_refresh' });
  return readFreshCustomer({ db: database.db, payments, clock: { now: () => now }, settings: defaultSettings }, id);
}

const anybody = (): string => stripe.store.list('subscription').find(({ status }) => status === 'active')!.customer;

async function held(customer: string) {
  const ids = async (table: 'mirror_subscription' | 'mirror_invoice' | 'mirror_charge' | 'mirror_payment_method') =>
    (await database.db.selectFrom(table).select('id').where('customer', '=', customer).orderBy('id').execute()).map(({ id }) => id);
  return {
    subscription: await ids('mirror_subscription'),
    invoice: await ids('mirror_invoice'),
    charge: await ids('mirror_charge'),
    payment_method: await ids('mirror_payment_method'),
  };
}

const atStripe = (customer: string) =>
  Object.fromEntries(
    (['subscription', 'invoice', 'charge', 'payment_method'] as const).map((kind) => [
      kind,
      stripe.store
        .list(kind)
        .flatMap((object) => (object.customer === customer ? [object.id] : []))
        .toSorted(),
    ]),
  );

describe('refreshing a customer', () => {
  it('brings everything that is theirs, and takes away what is not any more', async () => {
    const id = anybody();
    expect(await refresh(id)).toMatchObject({ stale: false });
    const first = await held(id);
    expect(first).toEqual(atStripe(id));
    await sdk.paymentMethods.attach('pm_card_amex', { customer: id });
    await sdk.paymentMethods.detach(first.payment_method[0]!);
    await refresh(id);
    expect(await held(id)).toEqual(atStripe(id));
  });

  it('answers with the age of what it holds while Stripe is down', async () => {
    const id = anybody();
    const fresh = await refresh(id);
    stripe.behave({ down: true });
    try {
      expect(await refresh(id)).toEqual({ at: fresh!.at, stale: true });
      expect(await refresh('cus_neverThere')).toBeNull();
    } finally {
      stripe.behave({ down: false });
    }
  });

  it('returns a deleted customer as deleted, and null for an unknown one', async () => {
    const id = anybody();
    await refresh(id);
    await sdk.customers.del(id);
    await refresh(id);
    const row = await database.db.selectFrom('mirror_customer').select('deleted_at').where('id', '=', id).executeTakeFirst();
    expect(row).toEqual({ deleted_at: now });
    expect(await refresh('cus_neverThere')).toBeNull();
  });
});
