import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ReaderCard } from '@washdesk/stripe-simulator/readers/reader-cards';
import { until } from '@washdesk/test-support/until';
import { clientAs, type ApiClient } from '../../../testing/api-client.ts';
import { startBillingCloud, type BillingCloud } from '../../../testing/billing-cloud.ts';
import { anyReader, customerWith } from '../../../testing/cards.ts';

let cloud: BillingCloud;
let cashier: ApiClient;
let user: ApiClient;

beforeAll(async () => {
  cloud = await startBillingCloud({ at: '2026-11-21T15:30:00Z' });
  cashier = await clientAs(cloud, 'Cashier');
  user = await clientAs(cloud, 'User');
});
afterAll(() => cloud.stop());

const sale = { amount: 1_250, originalamount: 1_250, saleid: '4711', usePayTerminal: 'yes', description: 'Interior #2' };

let sales = 0;
/** Returns a new sale on each call: a sale is charged once. */
const newSale = () => {
  sales += 1;
  return { ...sale, saleid: `S-${sales}` };
};

async function begun(body: object = newSale(), who = cashier): Promise<string> {
  const answer = await who.post('/paymentintent', body);
  expect(answer).toMatchObject({ status: 200, body: { mode: 'payment', client_secret: expect.any(String) } });
  return String(answer.body['id']);
}

async function tap(intent: string, card: ReaderCard = 'visa'): Promise<void> {
  const reader = await anyReader(cloud);
  await cloud.sdk.terminal.readers.processPaymentIntent(reader, { payment_intent: intent });
  cloud.stripe.reader(reader, { tap: card });
}

const statusOf = async (intent: string): Promise<string> => (await cloud.sdk.paymentIntents.retrieve(intent)).status;

/** Makes the settlement job due now, as after ten minutes. */
const settleNow = (intent: string) =>
  cloud.database.db
    .updateTable('job')
    .set({ due: new Date(0) })
    .where('what', '=', 'reader-payment.settle')
    .where('key', '=', intent)
    .execute();

const settled = (intent: string) =>
  until('the payment is settled', async () => {
    const row = await cloud.database.db
      .selectFrom('job')
      .select('state')
      .where('what', '=', 'reader-payment.settle')
      .where('key', '=', intent)
      .executeTakeFirstOrThrow();
    return row.state === 'done' || null;
  });

describe('a charge on a reader', () => {
  it('is collected by the reader and captured to the cent, with who took it and where', async () => {
    const { customer } = await customerWith(cloud, null);
    const id = await begun({ ...sale, customerId: customer, refNumber: 'A-17', email: 'ada@example.com' });
    expect(await cashier.post(`/paymentintent/${id}/capture`)).toMatchObject({
      status: 409,
      body: { code: 'not_ready', message: 'Stripe Not Ready to process Charge. Please try again' },
    });
    await tap(id);
    const { status, body } = await cashier.post(`/paymentIntent/${id}/capture`);
    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        result: 'Success',
        paymentIntent: {
          id,
          status: 'succeeded',
          amount: 1_250,
          latest_charge: {
            amount_captured: 1_250,
            refundable: 1_250,
            site: 12,
            customer: { id: customer, name: 'Moore, Ada', deleted: false },
            metadata: { saleid: '4711', employeename: 'Sam Fuller', site: '12', refnumber: 'A-17', description: 'Interior #2' },
            payment_method_details: { type: 'card_present', brand: 'visa', last4: '4242' },
          },
        },
      },
    });
    const intent = await cloud.sdk.paymentIntents.retrieve(id);
    expect(intent).toMatchObject({ amount_received: 1_250, capture_method: 'manual', receipt_email: 'ada@example.com' });
    expect((await cashier.get(`/paymentintent/${id}`)).body).toMatchObject({ status: 'succeeded', amount_received: 1_250 });
    const audit = await cloud.database.db
      .selectFrom('whole_audit')
      .select('action')
      .where('subject', '=', `payment_intent:${id}`)
      .orderBy('id')
      .execute();
    expect(audit.map(({ action }) => action)).toEqual(['payment.begun', 'payment.captured']);
  });

  it('is one payment and one capture, however often it is pressed', async () => {
    const key = `sale:12:${randomUUID()}:1250`;
    const own = newSale();
    const begin = () => cashier.post('/paymentintent', own, { key });
    const [first, second] = await Promise.all([begin(), begin()]);
    expect(second).toEqual(first);
    const id = String(first.body['id']);
    await tap(id);
    const captureKey = randomUUID();
    const capture = (pressed = captureKey) => cashier.post(`/paymentintent/${id}/capture`, {}, { key: pressed });
    const answers = await Promise.all([capture(), capture(), capture(randomUUID())]);
    expect(answers.map(({ status, body }) => [status, body['result']])).toEqual(Array.from({ length: 3 }, () => [200, 'Success']));
    expect((await cloud.sdk.charges.list({ payment_intent: id })).data.map(({ amount_captured }) => amount_captured)).toEqual([1_250]);
  });

  it('that was declined says why; another card on the same payment goes through', async () => {
    const id = await begun();
    await tap(id, 'charge_declined_insufficient_funds');
    expect(await cashier.post(`/paymentintent/${id}/capture`)).toMatchObject({
      status: 402,
      body: {
        code: 'card_declined',
        details: {
          declineCode: 'insufficient_funds',
          paymentIntent: id,
          reason: 'insufficient_funds',
          sellerMessage: expect.stringContaining('bank'),
        },
      },
    });
    await tap(id, 'visa');
    expect(await cashier.post(`/paymentintent/${id}/capture`)).toMatchObject({ status: 200, body: { result: 'Success' } });
    const charges = (await cloud.sdk.charges.list({ payment_intent: id })).data;
    expect(new Map(charges.map(({ status, amount_captured }) => [status, amount_captured]))).toEqual(
      new Map([
        ['failed', 0],
        ['succeeded', 1_250],
      ]),
    );
  });

  it('is captured once although the answer was lost', async () => {
    const id = await begun();
    await tap(id);
    const key = randomUUID();
    cloud.stripe.behave({ dropAnswers: 1, seed: 4 });
    expect(await cashier.post(`/paymentintent/${id}/capture`, {}, { key })).toMatchObject({
      status: 503,
      body: { code: 'stripe_unavailable' },
    });
    cloud.stripe.behave({ dropAnswers: 0 });
    expect(await cashier.post(`/paymentintent/${id}/capture`, {}, { key })).toMatchObject({ status: 200 });
    expect((await cloud.sdk.paymentIntents.retrieve(id)).amount_received).toBe(1_250);
  });

  it('whose browser died is cancelled, and can be captured no more', async () => {
    const id = await begun();
    await tap(id);
    expect(await statusOf(id)).toBe('requires_capture');
    await settleNow(id);
    await settled(id);
    expect(await statusOf(id)).toBe('canceled');
    expect((await cashier.get(`/paymentintent/${id}`)).body).toMatchObject({ status: 'canceled' });
    expect(await cashier.post(`/paymentintent/${id}/capture`)).toMatchObject({ status: 409, body: { code: 'payment_canceled' } });
  });

  it('that was captured is left alone, and so is one whose capture is under way until it is through', async () => {
    const done = await begun();
    await tap(done);
    await cashier.post(`/paymentintent/${done}/capture`);
    await settleNow(done);
    await settled(done);
    expect(await statusOf(done)).toBe('succeeded');

    const half = await begun();
    await tap(half);
    const key = randomUUID();
    cloud.stripe.behave({ down: true });
    expect((await cashier.post(`/paymentintent/${half}/capture`, {}, { key })).status).toBe(503);
    await settleNow(half);
    await until('the settlement waits', async () => {
      const row = await cloud.database.db
        .selectFrom('job')
        .select('last_error')
        .where('what', '=', 'reader-payment.settle')
        .where('key', '=', half)
        .executeTakeFirstOrThrow();
      return row.last_error === 'Its capture is in progress' || null;
    });
    cloud.stripe.behave({ down: false });
    expect((await cashier.post(`/paymentintent/${half}/capture`, {}, { key })).status).toBe(200);
    await settleNow(half);
    await settled(half);
    expect(await statusOf(half)).toBe('succeeded');
  });

  it("must be of the sale's amount unless AllowManualEntry is on", async () => {
    const changed = { ...newSale(), amount: 1_200 };
    expect(await cashier.post('/paymentintent', changed)).toMatchObject({
      status: 409,
      body: { code: 'amount_changed', details: { originalamount: 1_250, amount: 1_200 } },
    });
    const { db } = cloud.database;
    await db.insertInto('setting').values({ name: 'AllowManualEntry', value: 'true', changed: cloud.clock.now() }).execute();
    expect(await cashier.post('/paymentintent', changed)).toMatchObject({ status: 200 });
    expect((await cashier.get('/config')).body).toMatchObject({ configOptions: { AllowManualEntry: true } });
    await db.deleteFrom('setting').where('name', '=', 'AllowManualEntry').execute();
  });
});

describe('an office charge', () => {
  it('is for User, and its description holds letters and numbers only', async () => {
    const office = { amount: 2_000, description: 'Gift card 25' };
    expect((await cashier.post('/paymentintent', office)).status).toBe(403);
    expect(await user.post('/paymentintent', { ...office, description: '50% off' })).toMatchObject({
      status: 400,
      body: { code: 'invalid_request' },
    });
    const id = await begun(office, user);
    expect(await cloud.sdk.paymentIntents.retrieve(id)).toMatchObject({
      amount: 2_000,
      description: 'Gift card 25',
    });
    await cloud.sdk.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' });
    expect(await cloud.sdk.paymentIntents.retrieve(id)).toMatchObject({ status: 'requires_capture', amount_received: 0 });
    expect(await user.post(`/paymentintent/${id}/capture`)).toMatchObject({ status: 200 });
    expect((await user.get(`/paymentintent/${id}?noCache=true`)).body).toMatchObject({
      status: 'succeeded',
      latest_charge: { amount_captured: 2_000, description: 'Gift card 25' },
    });
  });

  it('of 500 dollars or more must be confirmed', async () => {
    expect(await user.post('/paymentintent', { amount: 50_000 })).toMatchObject({
      status: 400,
      body: { code: 'confirmation_needed', message: 'Confirm the charge of $500.00' },
    });
    await begun({ amount: 50_000, confirm: true }, user);
    await begun({ amount: 49_999 }, user);
  });

  it('of 50 cents or less sets up a card, of a customer where one is named, and charges nothing', async () => {
    const { customer } = await customerWith(cloud, null);
    expect(await user.post('/paymentintent', { amount: 50 })).toMatchObject({ status: 200, body: { mode: 'setup' } });
    const { status, body } = await user.post('/paymentintent', { amount: 50, customerId: customer, usePayTerminal: 'yes' });
    expect({ status, body }).toMatchObject({ status: 200, body: { mode: 'setup', client_secret: expect.any(String) } });
    expect(await cloud.sdk.setupIntents.retrieve(String(body['id']))).toMatchObject({ customer, status: 'requires_payment_method' });
    await begun({ amount: 51, customerId: customer }, user);
    expect((await cloud.sdk.charges.list({ customer })).data).toEqual([]);
  });

  it("charges a stored card of the customer at once, and refuses another customer's", async () => {
    const { customer, card } = await customerWith(cloud, 'pm_card_visa');
    const { customer: other } = await customerWith(cloud, null);
    const charge = { amount: 1_999, customerId: customer, payment_method: card };
    expect(await user.post('/paymentintent', { ...charge, customerId: other })).toMatchObject({
      status: 409,
      body: { code: 'not_their_card' },
    });
    expect(await user.post('/paymentintent', charge)).toMatchObject({ status: 200, body: { status: 'succeeded' } });
    expect((await cloud.sdk.charges.list({ customer })).data.map(({ amount_captured }) => amount_captured)).toEqual([1_999]);
  });

  it('of a stored card that declines says why, once for one press', async () => {
    const { customer, card } = await customerWith(cloud, 'pm_card_chargeCustomerFail');
    const key = randomUUID();
    const press = () => user.post('/paymentintent', { amount: 1_999, customerId: customer, payment_method: card }, { key });
    const answer = await press();
    expect(answer).toMatchObject({ status: 402, body: { code: 'card_declined', details: { declineCode: 'generic_decline' } } });
    expect((await press()).body['details']).toEqual(answer.body['details']);
    expect((await cloud.sdk.charges.list({ customer })).data).toHaveLength(1);
  });

  it('needs a customer who is there', async () => {
    expect(await user.post('/paymentintent', { amount: 100, customerId: 'cus_none' })).toMatchObject({ status: 404 });
    expect((await user.get('/paymentintent/pi_none')).status).toBe(404);
    expect((await user.post('/paymentintent/pi_none/capture')).status).toBe(404);
  });
});
