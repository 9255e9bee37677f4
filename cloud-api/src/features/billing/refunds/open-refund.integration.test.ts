import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '@washdesk/test-support/until';
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

const sale = { saleid: '4711', terminal: 'Washcashier1' };

async function setupOf(by: ApiClient): Promise<string> {
  const { body } = await by.post('/setupintents?usePayTerminal=yes', {});
  return String(body['id']);
}

/** Types a card in for a setup intent of this person. @returns the setup intent */
async function cardTyped(by: ApiClient, { number, cvc = '123' }: { number: string; cvc?: string }): Promise<string> {
  const setup = await setupOf(by);
  const typed = await cloud.sdk.paymentMethods.create({ type: 'card', card: { number, exp_month: 8, exp_year: 2031, cvc } });
  await cloud.sdk.setupIntents.confirm(setup, { payment_method: typed.id });
  return setup;
}

/** Creates a customer with a card of this number and charges to it, oldest first. */
async function cardWithCharges(
  number: string,
  amounts: number[],
  metadata: Record<string, string> = {},
): Promise<{ card: string; customer: string; charges: string[] }> {
  const typed = { number, exp_month: 8, exp_year: 2031, cvc: '123' };
  const method = await cloud.sdk.paymentMethods.create({ type: 'card', card: typed });
  const { customer } = await customerWith(cloud, method.id);
  const charges: string[] = [];
  for (const amount of amounts) {
    await cloud.clock.moveTo(new Date(cloud.clock.now().getTime() + 2_000).toISOString());
    charges.push(await chargeCard(cloud, customer, amount, metadata));
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

  it('refunds a sale to the card that its cashier reads again: the same number is the same card', async () => {
    const { charges } = await cardWithCharges('378282246310005', [1_200], sale);
    const setupIntent = await cardTyped(user, { number: '378282246310005', cvc: '1234' });
    expect((await user.post('/refund?last4=0005', { notes: 'returned', amount: 1_200, setupIntent })).status).toBe(200);
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
    const { charges } = await cardWithCharges('4242424242424242', [900], sale);
    const reader = await anyReader(cloud);
    const setupIntent = await setupOf(user);
    await cloud.sdk.terminal.readers.processSetupIntent(reader, { setup_intent: setupIntent, allow_redisplay: 'always' });
    cloud.stripe.reader(reader, { tap: 'visa' });
    expect(await user.post('/refund', { notes: 'returned', amount: 900, setupIntent })).toMatchObject({
      status: 200,
      body: { refunds: [{ charge: charges[0], amount: 900 }] },
    });
  });

  it("gives back only what the caller may refund by the charge: a customer's charges need SalesManager", async () => {
    const number = '4000056655665556';
    const { charges: plan } = await cardWithCharges(number, [2_999]);
    const { charges: sold } = await cardWithCharges(number, [1_000], sale);
    const setupIntent = await cardTyped(user, { number });
    const refund = (amount: number) => user.post('/refund', { notes: 'returned', amount, setupIntent });
    expect(await refund(1_001)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    expect(await refund(1_000)).toMatchObject({ status: 200, body: { refunds: [{ charge: sold[0], amount: 1_000 }] } });
    expect(await refundedOf(plan[0]!)).toBe(0);
    const read = await cardTyped(manager, { number });
    expect((await manager.post('/refund', { notes: 'returned', amount: 2_999, setupIntent: read })).status).toBe(200);
    expect(await refundedOf(plan[0]!)).toBe(2_999);
  });

  it('uses a card reading up: it has one use, one owner and fifteen minutes', async () => {
    const number = '5200828282828210';
    await cardWithCharges(number, [1_000, 1_000], sale);
    const body = { notes: 'returned', amount: 500 };
    const setupIntent = await cardTyped(user, { number });
    expect(await manager.post('/refund', { ...body, setupIntent })).toMatchObject({ status: 409, body: { code: 'card_read_elsewhere' } });
    expect((await user.post('/refund', { ...body, setupIntent })).status).toBe(200);
    expect(await user.post('/refund', { ...body, setupIntent })).toMatchObject({ status: 409, body: { code: 'card_read_used' } });
    const old = await cardTyped(user, { number });
    await cloud.database.raw.query(`update operation set created = now() - interval '16 minutes' where body->>'id' = $1`, [old]);
    expect(await user.post('/refund', { ...body, setupIntent: old })).toMatchObject({ status: 409, body: { code: 'card_read_expired' } });
    const foreign = (await cloud.sdk.setupIntents.create({ allowed_payment_method_types: ['card'], usage: 'off_session' })).id;
    await cloud.sdk.setupIntents.confirm(foreign, { payment_method: 'pm_card_visa' });
    expect(await user.post('/refund', { ...body, setupIntent: foreign })).toMatchObject({
      status: 409,
      body: { code: 'card_read_elsewhere' },
    });
  });

  it('is no reading if a browser confirms the setup intent with a stored card', async () => {
    const { card, customer, charges } = await cardWithCharges('4000058260000005', [1_000], sale);
    const setup = String((await user.post('/setupintents', { customer })).body['id']);
    await cloud.clock.moveTo(new Date(cloud.clock.now().getTime() + 2_000).toISOString());
    const later = String((await user.post('/setupintents', { customer })).body['id']);
    await cloud.sdk.setupIntents.confirm(later, { payment_method: card });
    const answer = await user.post('/refund', { notes: 'returned', amount: 500, setupIntent: later });
    expect(answer).toMatchObject({ status: 409, body: { code: 'stored_card_refused' } });
    expect(await user.post('/refund', { notes: 'returned', amount: 500, setupIntent: setup })).toMatchObject({
      status: 409,
      body: { code: 'card_not_ready' },
    });
    expect(await refundedOf(charges[0]!)).toBe(0);
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

  it('reads the charges first: what was refunded outside Washdesk is gone, and nothing is given in part', async () => {
    const { card, charges } = await cardWithCharges('6011111111111117', [1_000, 1_000]);
    // the refund's events do not reach the mirror
    cloud.stripe.behave({ webhooks: { hold: true } });
    await cloud.sdk.refunds.create({ charge: charges[0]!, amount: 800 });
    const { status, body } = await manager.post('/refund', { notes: 'returned', amount: 1_500, paymentMethod: card });
    cloud.stripe.behave({ webhooks: { hold: false } });
    expect({ status, body }).toMatchObject({ status: 409, body: { code: 'not_enough_to_refund', details: { refundable: 1_200 } } });
    expect(await Promise.all(charges.map(refundedOf))).toEqual([800, 0]);
  });

  it('and the refund of one of its charges wait for each other, so neither is given in part', async () => {
    const { card, charges } = await cardWithCharges('3566002020360505', [1_000, 1_000]);
    cloud.stripe.behave({ latencyMs: 100 });
    const answers = await Promise.all([
      manager.post(`/refund/${charges[1]}`, { notes: 'twice', amount: 1_000 }),
      manager.post('/refund', { notes: 'returned', amount: 1_400, paymentMethod: card }),
    ]);
    cloud.stripe.behave({ latencyMs: 0 });
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const given = await Promise.all(charges.map(refundedOf));
    expect([1_000, 1_400]).toContain(given.reduce((sum, cents) => sum + cents, 0));
  });

  it('says so if a refund outside Washdesk takes a part during the call', async () => {
    const { card, customer, charges } = await cardWithCharges('6011000990139424', [1_000, 200, 200]);
    cloud.stripe.behave({ latencyMs: 150 });
    const refund = manager.post('/refund', { notes: 'returned', amount: 1_400, paymentMethod: card, customer });
    await until('the refund has begun', async () => (await refundedOf(charges[2]!)) || null);
    await cloud.sdk.refunds.create({ charge: charges[0]!, amount: 1_000 });
    const { status, body } = await refund;
    cloud.stripe.behave({ latencyMs: 0 });
    expect({ status, body }).toMatchObject({ status: 200, body: { status: 'partial', amount: 400, missing: 1_000 } });
    const { note } = await cloud.database.db.selectFrom('note').select('note').where('customer', '=', customer).executeTakeFirstOrThrow();
    expect(note).toContain('of $4.00 ($10.00 of the requested amount was not refunded): returned');
  });

  it("needs SalesManager for a customer's stored card, whatever setup intent is named beside it", async () => {
    const { card, charges } = await cardWithCharges('4000002500003155', [1_000]);
    expect(await user.post('/refund', { notes: 'returned', amount: 500, paymentMethod: card })).toMatchObject({
      status: 403,
      body: { code: 'forbidden' },
    });
    expect(await user.post('/refund', { notes: 'returned', amount: 500, paymentMethod: card, setupIntent: 'seti_none' })).toMatchObject({
      status: 404,
      body: { code: 'setup_intent_not_found' },
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
