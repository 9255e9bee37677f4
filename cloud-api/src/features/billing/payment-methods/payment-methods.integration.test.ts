import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientAs, type ApiClient } from '../../../testing/api-client.ts';
import { startBillingCloud, type BillingCloud } from '../../../testing/billing-cloud.ts';
import { anyReader, customerWith } from '../../../testing/cards.ts';

let cloud: BillingCloud;
let cashier: ApiClient;
let manager: ApiClient;

beforeAll(async () => {
  cloud = await startBillingCloud({ at: '2026-11-21T15:30:00Z' });
  cashier = await clientAs(cloud, 'Cashier');
  manager = await clientAs(cloud, 'SalesManager');
});
afterAll(() => cloud.stop());

const defaultOf = async (customer: string): Promise<unknown> => {
  const person = await cloud.sdk.customers.retrieve(customer);
  return 'deleted' in person ? null : person.invoice_settings.default_payment_method;
};
const cardsOf = async (customer: string): Promise<string[]> =>
  (await cloud.sdk.customers.listPaymentMethods(customer)).data.map(({ id }) => id);

/** Creates a customer with a running plan that charges its own default card. */
async function subscriber(): Promise<{ customer: string; card: string; subscription: string }> {
  const { customer } = await customerWith(cloud, 'pm_card_visa');
  const [card = ''] = await cardsOf(customer);
  const { id } = await cloud.sdk.subscriptions.create({ customer, items: [{ price: 'price_SuperKiss_12' }], default_payment_method: card });
  await cloud.settled();
  return { customer, card, subscription: id };
}

const planPays = async (subscription: string): Promise<unknown> =>
  (await cloud.sdk.subscriptions.retrieve(subscription)).default_payment_method;

describe('a card that was captured four times', () => {
  it('is one card in the list, and removing it removes every copy', async () => {
    const { customer } = await customerWith(cloud, 'pm_card_mastercard');
    // Stripe dates cards to the second, and the newer one comes first
    await cloud.clock.moveTo('2026-11-21T15:31:00Z');
    for (let copy = 0; copy < 4; copy += 1) await cloud.card(customer, 'pm_card_visa');
    const listed = async () =>
      (
        await manager.get<{ count: number; cards: { id: string; default: boolean; details: { last4: string } }[] }>(
          `/customer/${customer}/cards`,
        )
      ).body;
    const { count, cards } = await listed();
    expect(cards.map(({ details }) => details.last4)).toEqual(['4242', '4444']);
    expect(count).toBe(2);
    expect((await manager.get(`/customer/${customer}/general`)).body).toMatchObject({
      cards: [{ last4: expect.any(String) }, { last4: expect.any(String) }],
    });
    expect(await manager.delete(`/paymentmethods/${cards[0]?.id}?customerId=${customer}`)).toMatchObject({ status: 200 });
    await cloud.settled();
    expect((await listed()).cards.map(({ details }) => details.last4)).toEqual(['4444']);
    expect(await cardsOf(customer)).toHaveLength(1);
  });

  it('is not removed while a plan charges one of the copies', async () => {
    const { customer, card } = await subscriber();
    const copy = await cloud.card(customer, 'pm_card_visa');
    expect(await manager.delete(`/paymentmethods/${copy}?customerId=${customer}`)).toMatchObject({
      status: 409,
      body: { code: 'card_in_use' },
    });
    expect(await cardsOf(customer)).toEqual(expect.arrayContaining([card, copy]));
  });
});

describe('attaching a card', () => {
  it("makes a customer's first card the default, under each of the names", async () => {
    const names = ['customer', 'id', 'stripeCustomer'].map(
      (name, i) => [name, ['payment_method', 'PaymentMethodId', 'paymentMethodId'][i]!] as const,
    );
    for (const [who, what] of names) {
      const { customer: id } = await customerWith(cloud, null);
      const { status, body } = await cashier.post('/paymentmethods/attach', { [who]: id, [what]: 'pm_card_visa' });
      expect({ status, body }).toMatchObject({
        status: 200,
        body: { customer: id, type: 'card', default: true, details: { brand: 'visa', last4: '4242' } },
      });
      expect(await defaultOf(id)).toBe(body['id']);
    }
  });

  it('leaves the default alone unless told, and then changes it on every running plan too', async () => {
    const { customer, card, subscription } = await subscriber();
    const kept = await cashier.post('/paymentmethods/attach', { customer, payment_method: 'pm_card_mastercard' });
    expect(kept).toMatchObject({ status: 200, body: { default: false } });
    expect([await defaultOf(customer), await planPays(subscription)]).toEqual([card, card]);
    const fresh = await cashier.post('/paymentmethods/attach', { customer, payment_method: 'pm_card_amex', default: true });
    expect(fresh).toMatchObject({ status: 200, body: { default: true } });
    expect([await defaultOf(customer), await planPays(subscription)]).toEqual([fresh.body['id'], fresh.body['id']]);
    expect(await cloud.sdk.customers.retrieve(customer)).toMatchObject({ metadata: { last4: '0005' } });
    expect((await cardsOf(customer)).length).toBe(3);
    const { object } = await cloud.database.db
      .selectFrom('mirror_subscription')
      .select('object')
      .where('id', '=', subscription)
      .executeTakeFirstOrThrow();
    expect(object.default_payment_method).toBe(fresh.body['id']);
    const audit = await cloud.database.db
      .selectFrom('whole_audit')
      .select(['action', 'before', 'after'])
      .where('subject', '=', `customer:${customer}`)
      .orderBy('id')
      .execute();
    expect(audit).toMatchObject([
      { action: 'card.attached', after: { brand: 'mastercard' } },
      { action: 'card.made-default', before: { paymentMethod: card }, after: { brand: 'amex' } },
    ]);
  });

  it('makes an attached card the default for SalesManager; a Cashier only with one that was just captured', async () => {
    const { customer } = await subscriber();
    const { id } = await cloud.sdk.paymentMethods.attach('pm_card_mastercard', { customer });
    await cloud.settled();
    // a browser's form attaches the card before the API call
    expect(await cashier.post('/paymentmethods/attach', { customer, payment_method: id, default: true })).toMatchObject({ status: 200 });
    const old = await cloud.sdk.paymentMethods.attach('pm_card_amex', { customer });
    await cloud.settled();
    await cloud.clock.moveTo(new Date(cloud.clock.now().getTime() + 3_700_000).toISOString());
    expect(await cashier.post('/paymentmethods/attach', { customer, payment_method: old.id, default: true })).toMatchObject({
      status: 403,
    });
    expect(await defaultOf(customer)).toBe(id);
    expect(await manager.post('/paymentmethods/attach', { customer, payment_method: old.id, default: true })).toMatchObject({
      status: 200,
    });
    expect(await defaultOf(customer)).toBe(old.id);
  });

  it('says why the bank declined it, and keeps that answer for the same press', async () => {
    const { customer } = await customerWith(cloud, null);
    const key = randomUUID();
    const press = () =>
      cashier.post('/paymentmethods/attach', { customer, payment_method: 'pm_card_visa_chargeDeclinedInsufficientFunds' }, { key });
    const answer = await press();
    expect(answer).toMatchObject({ status: 402, body: { code: 'card_declined', details: { declineCode: 'insufficient_funds' } } });
    expect((await press()).body['details']).toEqual(answer.body['details']);
    expect(await cardsOf(customer)).toEqual([]);
  });

  it('is done once for one press, though Stripe was unavailable half-way', async () => {
    const { customer } = await customerWith(cloud, null);
    const key = randomUUID();
    const press = () => cashier.post('/paymentmethods/attach', { customer, payment_method: 'pm_card_visa' }, { key });
    cloud.stripe.behave({ dropAnswers: 1, seed: 2 });
    expect(await press()).toMatchObject({ status: 503, body: { code: 'stripe_unavailable' } });
    cloud.stripe.behave({ dropAnswers: 0 });
    const [first, second] = await Promise.all([press(), press()]);
    expect(first).toMatchObject({ status: 200 });
    expect(second).toEqual(first);
    expect(await cardsOf(customer)).toEqual([first.body['id']]);
  });

  it('refuses unknown and deleted customers, and cards of others', async () => {
    expect(await cashier.post('/paymentmethods/attach', { customer: 'cus_none', payment_method: 'pm_card_visa' })).toMatchObject({
      status: 404,
    });
    const { customer, card } = await subscriber();
    const { customer: other } = await customerWith(cloud, null);
    expect(await cashier.post('/paymentmethods/attach', { customer: other, payment_method: card })).toMatchObject({
      status: 409,
      body: { code: 'not_their_card' },
    });
    await cloud.sdk.customers.del(other);
    await cloud.settled();
    expect(await cashier.post('/paymentmethods/attach', { customer: other, payment_method: 'pm_card_visa' })).toMatchObject({
      status: 409,
      body: { code: 'customer_deleted' },
    });
    expect(await cardsOf(customer)).toEqual([card]);
  });
});

describe('a setup intent', () => {
  const visa = { brand: 'visa', last4: '4242', fingerprint: expect.any(String) };
  const tapVisa = async (setup: string): Promise<void> => {
    const reader = await anyReader(cloud);
    await cloud.sdk.terminal.readers.processSetupIntent(reader, { setup_intent: setup, allow_redisplay: 'always' });
    cloud.stripe.reader(reader, { tap: 'visa' });
  };

  it('of a reader brings the card that Stripe makes of the one it read', async () => {
    const { customer, card, subscription } = await subscriber();
    const { status, body } = await cashier.post('/setupintents?usePayTerminal=yes', { id: customer });
    expect({ status, body }).toMatchObject({ status: 200, body: { status: 'requires_payment_method', client_secret: expect.any(String) } });
    const setup = String(body['id']);
    expect(await cashier.post('/paymentmethods/attach', { customer, setupIntent: setup })).toMatchObject({
      status: 409,
      body: { code: 'card_not_ready' },
    });
    await tapVisa(setup);
    const kept = await cashier.get(`/setupintents/${setup}`);
    expect(kept).toMatchObject({ status: 200, body: { id: setup, status: 'succeeded', card: visa } });
    const attached = await cashier.post('/paymentmethods/attach', { customer, setupIntent: setup });
    expect(attached).toMatchObject({ status: 200, body: { customer, type: 'card', default: true } });
    expect(attached.body['id']).toBe(kept.body['payment_method']);
    expect(attached.body['id']).not.toBe(card);
    expect([await defaultOf(customer), await planPays(subscription)]).toEqual([attached.body['id'], attached.body['id']]);
  });

  it('is refused where the card gives none that can be kept', async () => {
    const { customer } = await customerWith(cloud, null);
    const { body } = await cashier.post('/setupintents?usePayTerminal=yes', { customer });
    const setup = String(body['id']);
    await tapVisa(setup);
    const { store } = cloud.stripe;
    const attempt = store.list('setup_attempt').find(({ setup_intent }) => setup_intent === setup)!;
    const { card_present: read } = attempt.payment_method_details;
    store.put({ ...attempt, payment_method_details: { type: 'card_present', card_present: { ...read!, generated_card: null } } });
    expect(await cashier.get(`/setupintents/${setup}`)).toMatchObject({ status: 200, body: { payment_method: null, card: null } });
    expect(await cashier.post('/paymentmethods/attach', { customer, setupIntent: setup })).toMatchObject({
      status: 409,
      body: { code: 'card_not_reusable', message: 'This card can’t be saved for future payments. Use another card' },
    });
  });

  it('does not let the caller choose among stored cards: other fields are ignored', async () => {
    const { customer, card } = await subscriber();
    const old = await cloud.sdk.paymentMethods.attach('pm_card_amex', { customer });
    await cloud.settled();
    await cloud.clock.moveTo(new Date(cloud.clock.now().getTime() + 3_700_000).toISOString());
    const both = (setupIntent: string) => cashier.post('/paymentmethods/attach', { customer, payment_method: old.id, setupIntent });
    expect(await both('seti_none')).toMatchObject({ status: 404, body: { code: 'setup_intent_not_found' } });
    expect(await defaultOf(customer)).toBe(card);
    const { body } = await cashier.post('/setupintents', { customer });
    await cloud.sdk.setupIntents.confirm(String(body['id']), { payment_method: 'pm_card_mastercard' });
    expect(await both(String(body['id']))).toMatchObject({ status: 200, body: { default: true, details: { brand: 'mastercard' } } });
  });

  it('of a form brings the card that was typed in', async () => {
    const { customer } = await customerWith(cloud, null);
    const { body } = await cashier.post('/setupintents', { customer });
    await cloud.sdk.setupIntents.confirm(String(body['id']), { payment_method: 'pm_card_mastercard' });
    expect(await cashier.post('/paymentmethods/attach', { customer, setupIntent: body['id'] })).toMatchObject({
      status: 200,
      body: { default: true, details: { brand: 'mastercard' } },
    });
  });

  it('shows no card before it has one, and is not there under another id', async () => {
    const { body } = await cashier.post('/setupintents', {});
    expect(await cashier.get(`/setupintents/${String(body['id'])}`)).toEqual({
      status: 200,
      body: { id: body['id'], status: 'requires_payment_method', payment_method: null, card: null },
    });
    await cloud.sdk.setupIntents.confirm(String(body['id']), { payment_method: 'pm_card_visa' });
    expect((await cashier.get(`/setupintents/${String(body['id'])}`)).body).toMatchObject({ card: visa });
    expect(await cashier.get('/setupintents/seti_none')).toMatchObject({ status: 404, body: { code: 'setup_intent_not_found' } });
  });

  it('is one for one press, and needs a customer who is there', async () => {
    const { customer } = await customerWith(cloud, null);
    const key = randomUUID();
    const press = () => cashier.post('/setupintents', { customer }, { key });
    const [first, second] = await Promise.all([press(), press()]);
    expect(second).toEqual(first);
    expect((await cloud.sdk.setupIntents.list({ customer })).data).toHaveLength(1);
    expect(await cashier.post('/setupintents', { customer: 'cus_none' })).toMatchObject({ status: 404 });
  });

  it('takes the card of a sign-up before there is a customer', async () => {
    const { status, body } = await cashier.post('/setupintents?usePayTerminal=yes', {});
    expect(status).toBe(200);
    const setup = String(body['id']);
    await tapVisa(setup);
    const { customer } = await customerWith(cloud, null);
    const attached = await cashier.post('/paymentmethods/attach', { customer, setupIntent: setup });
    expect(attached).toMatchObject({ status: 200, body: { customer, default: true } });
    expect(await cardsOf(customer)).toEqual([attached.body['id']]);
  });
});

describe('a stored card', () => {
  it('is shown from the mirror, and from Stripe when asked afresh', async () => {
    const { customer, card } = await subscriber();
    expect(await cashier.get(`/paymentmethods/${card}`)).toMatchObject({
      status: 200,
      body: { id: card, customer, default: true, details: { brand: 'visa', last4: '4242', fingerprint: expect.any(String) } },
    });
    cloud.stripe.behave({ webhooks: { hold: true } });
    await cloud.sdk.paymentMethods.update(card, { billing_details: { name: 'Ada Moore' } });
    expect((await cashier.get(`/paymentmethods/${card}`)).body).toMatchObject({ billing_details: { name: null } });
    expect((await cashier.get(`/paymentmethods/${card}?noCache=true`)).body).toMatchObject({ billing_details: { name: 'Ada Moore' } });
    cloud.stripe.behave({ webhooks: { hold: false }, down: true });
    expect(await cashier.get(`/paymentmethods/${card}?noCache=true`)).toMatchObject({ status: 200 });
    cloud.stripe.behave({ down: false });
    expect((await cashier.get('/paymentmethods/pm_none')).status).toBe(404);
  });

  it('can be deleted unless it pays a running plan', async () => {
    const { customer, card, subscription } = await subscriber();
    const { id: spare } = await cloud.sdk.paymentMethods.attach('pm_card_amex', { customer });
    await cloud.settled();
    expect(await manager.delete(`/paymentmethods/${card}?customerId=${customer}`)).toMatchObject({
      status: 409,
      body: { code: 'card_in_use' },
    });
    expect((await cashier.delete(`/paymentmethods/${spare}?customerId=${customer}`)).status).toBe(403);
    expect(await manager.delete(`/paymentmethods/${spare}?customerId=cus_other`)).toMatchObject({ status: 404 });
    expect(await manager.delete(`/paymentmethods/${spare}?customerId=${customer}`)).toMatchObject({
      status: 200,
      body: { id: spare, deleted: true },
    });
    expect(await cardsOf(customer)).toEqual([card]);
    await cloud.sdk.subscriptions.cancel(subscription);
    await cloud.settled();
    expect(await manager.delete(`/paymentmethods/${card}?customerId=${customer}`)).toMatchObject({ status: 200 });
    expect(await defaultOf(customer)).toBeNull();
    const mirrored = await cloud.database.db
      .selectFrom('mirror_customer')
      .select('object')
      .where('id', '=', customer)
      .executeTakeFirstOrThrow();
    expect(mirrored.object.invoice_settings?.default_payment_method).toBeNull();
  });
});
