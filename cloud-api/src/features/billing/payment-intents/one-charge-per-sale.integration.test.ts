import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientAs, type ApiClient } from '../../../testing/api-client.ts';
import { startBillingCloud, type BillingCloud } from '../../../testing/billing-cloud.ts';
import { anyReader, customerWith } from '../../../testing/cards.ts';

let cloud: BillingCloud;
let cashier: ApiClient;
/** May charge a stored card for an unconfirmed sale: these tests connect no site. */
let manager: ApiClient;

beforeAll(async () => {
  cloud = await startBillingCloud({ at: '2026-11-21T15:30:00Z' });
  cashier = await clientAs(cloud, 'Cashier');
  manager = await clientAs(cloud, 'SalesManager');
});
afterAll(() => cloud.stop());

const charged = { status: 409, body: { code: 'sale_charged', message: 'This sale was already charged' } };

let sales = 0;
const newSale = (): { amount: number; originalamount: number; saleid: string } => {
  sales += 1;
  return { amount: 1_250, originalamount: 1_250, saleid: `S-${sales}` };
};

async function ofCard(): Promise<{ customerId: string; payment_method: string | null }> {
  const { customer, card } = await customerWith(cloud, 'pm_card_visa');
  return { customerId: customer, payment_method: card };
}

async function begun(body: object): Promise<string> {
  const answer = await cashier.post('/paymentintent', { ...body, usePayTerminal: 'yes' });
  expect(answer.status).toBe(200);
  return String(answer.body['id']);
}

async function tap(intent: string): Promise<void> {
  const reader = await anyReader(cloud);
  await cloud.sdk.terminal.readers.processPaymentIntent(reader, { payment_intent: intent });
  cloud.stripe.reader(reader, { tap: 'visa' });
}

const capture = (intent: string) => cashier.post(`/paymentintent/${intent}/capture`);

/** Returns the money taken by all payments with the sale's number. */
async function takenFor({ saleid }: { saleid: string }): Promise<number> {
  const intents = (await cloud.sdk.paymentIntents.list({ limit: 100 })).data.filter(({ metadata }) => metadata['saleid'] === saleid);
  return intents.reduce((sum, { amount_received }) => sum + amount_received, 0);
}

describe('a sale', () => {
  it('is charged to one stored card, whatever keys and amounts', async () => {
    const sale = newSale();
    const card = await ofCard();
    expect(await manager.post('/paymentintent', { ...sale, ...card })).toMatchObject({ status: 200, body: { status: 'succeeded' } });
    expect(await manager.post('/paymentintent', { ...sale, ...card })).toMatchObject(charged);
    expect(await manager.post('/paymentintent', { ...sale, ...card, amount: 1_300, originalamount: 1_300 })).toMatchObject(charged);
    expect(await takenFor(sale)).toBe(1_250);
  });

  it.each(['08812', '0008812', '８８１２', ' 8812 '])('is charged once, also with its number written %j', async (saleid) => {
    const sale = { amount: 1_250, originalamount: 1_250, saleid };
    const card = await ofCard();
    const first = await manager.post('/paymentintent', { ...sale, ...card, saleid: '8812' });
    expect([200, 409]).toContain(first.status);
    expect(await manager.post('/paymentintent', { ...sale, ...card })).toMatchObject(charged);
    expect(await takenFor({ saleid: '8812' })).toBe(1_250);
  });

  it('is charged once when two persons press at once', async () => {
    const sale = newSale();
    const body = { ...sale, ...(await ofCard()) };
    const other = await clientAs(cloud, 'SalesManager');
    const answers = await Promise.all([manager.post('/paymentintent', body), other.post('/paymentintent', body)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(await takenFor(sale)).toBe(1_250);
  });

  it('that a reader has authorized, unknown to the mirror, is not begun again', async () => {
    const sale = newSale();
    const first = await begun(sale);
    cloud.stripe.behave({ webhooks: { hold: true } });
    await tap(first);
    expect(await cashier.post('/paymentintent', { ...sale, usePayTerminal: 'yes' })).toMatchObject(charged);
    cloud.stripe.behave({ webhooks: { hold: false } });
    expect((await capture(first)).status).toBe(200);
  });

  it('with two authorized payments is captured once', async () => {
    const sale = newSale();
    const [first, second] = [await begun(sale), await begun(sale)];
    await tap(first);
    await tap(second);
    const answers = await Promise.all([capture(first), capture(second)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)).toMatchObject(charged);
    expect(await takenFor(sale)).toBe(1_250);
    const captured = answers[0]?.status === 200 ? first : second;
    expect((await capture(captured)).status).toBe(200);
  });

  it('is charged again after its money was given back in full, not in part', async () => {
    const sale = newSale();
    const card = await ofCard();
    const { body } = await manager.post('/paymentintent', { ...sale, ...card });
    const refund = async (amount: number): Promise<void> => {
      await cloud.sdk.refunds.create({ payment_intent: String(body['id']), amount });
      await cloud.settled();
    };
    await refund(250);
    expect(await manager.post('/paymentintent', { ...sale, ...card })).toMatchObject(charged);
    await refund(1_000);
    expect(await manager.post('/paymentintent', { ...sale, ...card })).toMatchObject({ status: 200, body: { status: 'succeeded' } });
  });

  it('is charged again after a card was declined', async () => {
    const sale = newSale();
    const { customer, card } = await customerWith(cloud, 'pm_card_chargeCustomerFail');
    const declining = { ...sale, customerId: customer, payment_method: card };
    expect((await manager.post('/paymentintent', declining)).status).toBe(402);
    expect((await manager.post('/paymentintent', { ...sale, ...(await ofCard()) }, { key: randomUUID() })).status).toBe(200);
  });

  it('is of its site: the same number elsewhere is another sale', async () => {
    const sale = newSale();
    const card = await ofCard();
    const how = {
      confirm: true,
      off_session: true,
      payment_method: String(card.payment_method),
      allowed_payment_method_types: ['card' as const],
    };
    const metadata = { site: '27', saleid: sale.saleid };
    await cloud.sdk.paymentIntents.create({ amount: 1_250, currency: 'usd', customer: card.customerId, metadata, ...how });
    await cloud.settled();
    expect((await manager.post('/paymentintent', { ...sale, ...card })).status).toBe(200);
  });

  it("is not charged by a reader without the sale's amount", async () => {
    const { originalamount: _, ...sale } = newSale();
    expect(await cashier.post('/paymentintent', { ...sale, usePayTerminal: 'yes' })).toMatchObject({
      status: 400,
      body: { code: 'invalid_request', problems: [{ path: 'body.originalamount' }] },
    });
    const { db } = cloud.database;
    await db.insertInto('setting').values({ name: 'AllowManualEntry', value: 'true', changed: cloud.clock.now() }).execute();
    await begun(sale);
    await db.deleteFrom('setting').where('name', '=', 'AllowManualEntry').execute();
  });
});
