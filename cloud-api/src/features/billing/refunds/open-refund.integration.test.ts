import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientAs, type ApiClient } from '../../../testing/api-client.ts';
import { startBillingCloud, type BillingCloud } from '../../../testing/billing-cloud.ts';
import { anyReader, chargeCard, customerWith } from '../../../testing/cards.ts';

let cloud: BillingCloud;
let user: ApiClient;
let manager: ApiClient;

beforeAll(async () => {
  cloud = await startBillingCloud({ at: '2026-11-21T15:30:00Z' });
  user = await clientAs(cloud, 'User');
  manager = await clientAs(cloud, 'SalesManager');
});
afterAll(() => cloud.stop());

const refundedOf = async (charge: string): Promise<number> => (await cloud.sdk.charges.retrieve(charge)).amount_refunded;

/** Creates a customer with a card of this number and charges to it, oldest first. */
async function cardWithCharges(number: string, amounts: number[]): Promise<{ card: string; customer: string; charges: string[] }> {
  const typed = { number, exp_month: 8, exp_year: 2031, cvc: '123' };
  const method = await cloud.sdk.paymentMethods.create({ type: 'card', card: typed });
  const { customer } = await customerWith(cloud, method.id);
  const charges: string[] = [];
  for (const amount of amounts) {
    await cloud.clock.moveTo(new Date(cloud.clock.now().getTime() + 2_000).toISOString());
    charges.push(await chargeCard(cloud, customer, amount));
  }
  return { card: method.id, customer, charges };
}

describe('an open refund', () => {
  it('refunds the newest charges of the card first, to the cent, as one operation', async () => {
    const { card, customer, charges } = await cardWithCharges('4111111111111111', [2_000, 3_000]);
    const { status, body } = await manager.post('/refund?last4=1111', {
      amount: 4_000,
      description: 'Towels',
      paymentMethod: card,
      customer,
      note: 'sold twice',
    });
    // 40.00 = 30.00 of the newer charge + 10.00 of the older one
    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        amount: 4_000,
        missing: 0,
        status: 'succeeded',
        refunds: [
          { charge: charges[1], amount: 3_000 },
          { charge: charges[0], amount: 1_000 },
        ],
      },
    });
    expect(await Promise.all(charges.map(refundedOf))).toEqual([1_000, 3_000]);
    const notes = await cloud.database.db.selectFrom('note').select('note').where('customer', '=', customer).execute();
    expect(notes).toEqual([{ note: expect.stringMatching(/^Refund \[re_\w+, re_\w+\] of \$40\.00: sold twice$/) }]);
  });

  it('refuses what earlier charges do not suffice for, and refunds nothing then', async () => {
    const { card, charges } = await cardWithCharges('4012888888881881', [1_500, 500]);
    expect(await manager.post('/refund', { notes: 'returned', amount: 2_001, paymentMethod: card })).toMatchObject({
      status: 409,
      body: {
        code: 'not_enough_to_refund',
        message: 'Only $20.00 of earlier charges to this card can be refunded',
        details: { refundable: 2_000 },
      },
    });
    expect(await Promise.all(charges.map(refundedOf))).toEqual([0, 0]);
    expect((await manager.post('/refund', { notes: 'returned', amount: 2_000, paymentMethod: card })).status).toBe(200);
    expect(await manager.post('/refund', { notes: 'returned', amount: 1, paymentMethod: card })).toMatchObject({
      status: 409,
      body: { message: 'This card has no earlier charges to refund' },
    });
  });

  it('refunds a card whoever reads it: the same number is the same card', async () => {
    const { charges } = await cardWithCharges('378282246310005', [1_200]);
    const again = await cloud.sdk.paymentMethods.create({
      type: 'card',
      card: { number: '378282246310005', exp_month: 8, exp_year: 2031, cvc: '1234' },
    });
    expect((await user.post('/refund?last4=0005', { notes: 'returned', amount: 1_200, paymentMethod: again.id })).status).toBe(200);
    expect(await refundedOf(charges[0]!)).toBe(1_200);
  });

  it('waits for another of the same card, whatever ids the two name: the second never shares what the first gives back', async () => {
    const number = '6011981111111113';
    const { card, charges } = await cardWithCharges(number, [1_000, 1_000]);
    const typed = { number, exp_month: 8, exp_year: 2031, cvc: '123' };
    const again = await cloud.sdk.paymentMethods.create({ type: 'card', card: typed });
    cloud.stripe.behave({ latencyMs: 100 });
    const answers = await Promise.all(
      [card, again.id].map((paymentMethod) => manager.post('/refund', { notes: 'returned', amount: 1_500, paymentMethod })),
    );
    cloud.stripe.behave({ latencyMs: 0 });
    const [refunded, refused] = answers.toSorted((one, other) => one.status - other.status);
    expect(refunded).toMatchObject({ status: 200, body: { amount: 1_500, missing: 0 } });
    expect(refused).toMatchObject({ status: 409, body: { code: 'not_enough_to_refund', details: { refundable: 500 } } });
    expect(await Promise.all(charges.map(refundedOf))).toEqual([500, 1_000]);
  });

  it('takes the card that a reader read in a setup intent', async () => {
    const { customer, charges } = await cardWithCharges('4242424242424242', [900]);
    const reader = await anyReader(cloud);
    const setup = await cloud.sdk.setupIntents.create({
      customer,
      allowed_payment_method_types: ['card_present'],
      usage: 'off_session',
    });
    await cloud.sdk.terminal.readers.processSetupIntent(reader, { setup_intent: setup.id, allow_redisplay: 'always' });
    cloud.stripe.reader(reader, { tap: 'visa' });
    expect(await user.post('/refund', { notes: 'returned', amount: 900, setupIntent: setup.id })).toMatchObject({
      status: 200,
      body: { refunds: [{ charge: charges[0], amount: 900 }] },
    });
  });

  it('is made once, pressed twice or interrupted half-way', async () => {
    const { card, charges } = await cardWithCharges('5555555555554444', [1_000, 1_000]);
    const key = randomUUID();
    const press = () => manager.post('/refund', { notes: 'returned', amount: 1_500, paymentMethod: card }, { key });
    const [first, second] = await Promise.all([press(), press()]);
    expect(second).toEqual(first);
    expect(await Promise.all(charges.map(refundedOf))).toEqual([500, 1_000]);

    const other = randomUUID();
    cloud.stripe.behave({ dropAnswers: 1, seed: 5 });
    const lost = await manager.post('/refund', { notes: 'returned', amount: 500, paymentMethod: card }, { key: other });
    cloud.stripe.behave({ dropAnswers: 0 });
    expect(lost).toMatchObject({ status: 503, body: { code: 'stripe_unavailable' } });
    expect((await manager.post('/refund', { notes: 'returned', amount: 500, paymentMethod: card }, { key: other })).status).toBe(200);
    expect(await Promise.all(charges.map(refundedOf))).toEqual([1_000, 1_000]);
  });

  it('says what it could not give back when somebody else refunds meanwhile', async () => {
    const { card, charges } = await cardWithCharges('6011111111111117', [1_000, 1_000]);
    // the refund's events do not reach the mirror
    cloud.stripe.behave({ webhooks: { hold: true } });
    await cloud.sdk.refunds.create({ charge: charges[0]!, amount: 800 });
    const { status, body } = await manager.post('/refund', { notes: 'returned', amount: 1_500, paymentMethod: card });
    cloud.stripe.behave({ webhooks: { hold: false } });
    expect({ status, body }).toMatchObject({ status: 200, body: { amount: 1_000, missing: 500, refunds: [{ charge: charges[1] }] } });
    expect(await Promise.all(charges.map(refundedOf))).toEqual([800, 1_000]);
  });

  it("needs SalesManager for a customer's stored card, whatever setup intent is named beside it", async () => {
    const { card, charges } = await cardWithCharges('6011000990139424', [1_000]);
    expect(await user.post('/refund', { notes: 'returned', amount: 500, paymentMethod: card })).toMatchObject({
      status: 403,
      body: { code: 'forbidden' },
    });
    expect(await user.post('/refund', { notes: 'returned', amount: 500, paymentMethod: card, setupIntent: 'seti_none' })).toMatchObject({
      status: 409,
      body: { code: 'card_unknown' },
    });
    expect(await refundedOf(charges[0]!)).toBe(0);
    expect((await manager.post('/refund', { notes: 'returned', amount: 500, paymentMethod: card })).status).toBe(200);
  });

  it('refuses an unknown card, another card than the one named, a note of an unknown customer, and a Cashier', async () => {
    const { card } = await cardWithCharges('5105105105105100', [1_000]);
    expect(await manager.post('/refund', { notes: 'returned', amount: 1, paymentMethod: 'pm_none' })).toMatchObject({
      status: 409,
      body: { code: 'card_unknown' },
    });
    expect(await manager.post('/refund?last4=4242', { notes: 'returned', amount: 1, paymentMethod: card })).toMatchObject({
      status: 409,
      body: { code: 'another_card', message: 'The card that was read ends in 5100' },
    });
    expect(await manager.post('/refund', { notes: 'returned', amount: 1, paymentMethod: card, customer: 'cus_none' })).toMatchObject({
      status: 404,
      body: { code: 'customer_not_found' },
    });
    expect(await manager.post('/refund', { notes: 'returned', amount: 1 })).toMatchObject({ status: 400 });
    expect(await manager.post('/refund', { amount: 1, paymentMethod: card })).toMatchObject({
      status: 400,
      body: { problems: [{ path: 'body.notes' }] },
    });
    expect((await (await clientAs(cloud, 'Cashier')).post('/refund', { notes: 'returned', amount: 1, paymentMethod: card })).status).toBe(
      403,
    );
  });
});
