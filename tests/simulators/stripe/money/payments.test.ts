import type { Stripe } from 'stripe';
import { beforeAll, describe, expect, it } from 'vitest';
import { idOf } from '../stand-in.fixture.ts';
import { startTestStripe, type TestStripe } from './stripe.fixture.ts';

let test: TestStripe;
let stripe: Stripe;

beforeAll(async () => {
  test = await startTestStripe();
  stripe = test.stripe;
  return () => test.simulator.stop();
});

const online = { currency: 'usd', allowed_payment_method_types: ['card', 'link'] };

/** Charges $20 without the cardholder, like the recovery of a disputed amount. */
async function chargeOffSession(token: string, params: Partial<Stripe.PaymentIntentCreateParams> = {}): Promise<Stripe.PaymentIntent> {
  const { customer, card } = await test.customerWith(token);
  test.newEvents();
  return stripe.paymentIntents.create({
    ...online,
    amount: 2_000,
    customer,
    payment_method: card,
    off_session: true,
    confirm: true,
    expand: ['latest_charge'],
    ...params,
  });
}

const chargeOf = (intent: Stripe.PaymentIntent): Stripe.Charge => intent.latest_charge as Stripe.Charge;

describe('a payment', () => {
  it('succeeds with a charge that tells the card, the outcome and the receipt', async () => {
    const intent = await chargeOffSession('pm_card_visa', {
      metadata: { operation: 'd-1' },
      description: 'Recovery',
      receipt_email: 'a@b.example',
    });
    expect(intent).toMatchObject({ status: 'succeeded', amount_received: 2_000, metadata: { operation: 'd-1' }, last_payment_error: null });
    const charge = chargeOf(intent);
    expect(charge).toMatchObject({
      amount: 2_000,
      amount_captured: 2_000,
      captured: true,
      paid: true,
      status: 'succeeded',
      description: 'Recovery',
      metadata: { operation: 'd-1' },
      payment_intent: intent.id,
      outcome: { network_status: 'approved_by_network', type: 'authorized', seller_message: 'Payment complete.' },
      payment_method_details: { type: 'card', card: { brand: 'visa', last4: '4242', amount_authorized: 2_000 } },
    });
    expect(test.newEvents()).toEqual(['payment_intent.created', 'charge.succeeded', 'payment_intent.succeeded']);
    const receipt = await fetch(charge.receipt_url ?? '');
    expect(receipt.status).toBe(200);
    expect(await receipt.text()).toMatch(/Receipt[\s\S]*\$20\.00[\s\S]*visa ending in 4242/i);
  });

  it('of less than 50 cents, of other money, or for a stranger, is refused', async () => {
    const refusalOf = (params: Stripe.PaymentIntentCreateParams) => stripe.paymentIntents.create(params).catch((error: unknown) => error);
    expect(await refusalOf({ ...online, amount: 49 })).toMatchObject({ statusCode: 400, code: 'amount_too_small', param: 'amount' });
    expect(await refusalOf({ ...online, amount: 100, currency: 'eur' })).toMatchObject({ statusCode: 400, param: 'currency' });
    const stranger = await refusalOf({ ...online, amount: 100, customer: 'cus_nobody' });
    expect(stranger).toMatchObject({ code: 'resource_missing', param: 'customer' });
    expect(await refusalOf({ ...online, amount: 100, payment_method: 'pm_nothing' })).toMatchObject({ param: 'payment_method' });
    expect(await refusalOf({ ...online, amount: 100, off_session: true })).toMatchObject({ param: 'off_session' });
  });

  it('does not take the parameter that this API version no longer knows', async () => {
    const old = { amount: 100, currency: 'usd', payment_method_types: ['card_present'] } as Stripe.PaymentIntentCreateParams;
    const refusal = { statusCode: 400, code: 'parameter_unknown', param: 'payment_method_types' };
    await expect(stripe.paymentIntents.create(old)).rejects.toMatchObject(refusal);
  });

  it('by the account’s settings must say where to come back to', async () => {
    const { customer, card } = await test.customerWith('pm_card_visa');
    const params = { amount: 100, currency: 'usd', customer, payment_method: card, confirm: true };
    await expect(stripe.paymentIntents.create(params)).rejects.toMatchObject({ param: 'return_url' });
    const never = { ...params, automatic_payment_methods: { enabled: true, allow_redirects: 'never' as const } };
    expect(await stripe.paymentIntents.create(never)).toMatchObject({ status: 'succeeded' });
  });

  it('with another customer’s card is refused', async () => {
    const { card } = await test.customerWith('pm_card_visa');
    const { customer } = await test.customerWith('pm_card_visa');
    const params = { ...online, amount: 100, customer, payment_method: card };
    await expect(stripe.paymentIntents.create(params)).rejects.toMatchObject({ statusCode: 400, param: 'payment_method' });
  });

  it('with a card that was used without a customer is refused the second time', async () => {
    const { id } = await stripe.paymentMethods.create({ type: 'card', card: { number: '4242424242424242', exp_month: 8, exp_year: 2030 } });
    const pay = () => stripe.paymentIntents.create({ ...online, amount: 100, payment_method: id, confirm: true });
    expect(await pay()).toMatchObject({ status: 'succeeded' });
    await expect(pay()).rejects.toMatchObject({ statusCode: 400, param: 'payment_method' });
  });

  it('can be listed by customer, changed before it is confirmed, and not after', async () => {
    const { customer, card } = await test.customerWith('pm_card_visa');
    const created = await stripe.paymentIntents.create({ ...online, amount: 100, customer, metadata: { a: '1', b: '2' } });
    expect(created.status).toBe('requires_payment_method');
    const changed = await stripe.paymentIntents.update(created.id, { amount: 300, payment_method: card, metadata: { a: '' } });
    expect(changed).toMatchObject({ status: 'requires_confirmation', amount: 300, metadata: { b: '2' } });
    expect(await stripe.paymentIntents.confirm(created.id)).toMatchObject({ status: 'succeeded', amount_received: 300 });
    await expect(stripe.paymentIntents.update(created.id, { amount: 400 })).rejects.toMatchObject({
      code: 'payment_intent_unexpected_state',
    });
    expect(await stripe.paymentIntents.update(created.id, { metadata: { late: 'yes' } })).toMatchObject({ metadata: { late: 'yes' } });
    await expect(stripe.paymentIntents.confirm(created.id)).rejects.toMatchObject({ code: 'payment_intent_unexpected_state' });
    expect((await stripe.paymentIntents.list({ customer })).data.map(({ id }) => id)).toEqual([created.id]);
  });
});

describe('a payment that keeps its card', () => {
  it('attaches it to the customer once it has succeeded', async () => {
    const { id: customer } = await stripe.customers.create({});
    const params = { ...online, amount: 100, customer, confirm: true, setup_future_usage: 'off_session' as const };
    const paid = await stripe.paymentIntents.create({ ...params, payment_method: 'pm_card_visa' });
    expect((await stripe.paymentMethods.list({ customer })).data.map(({ id }) => id)).toEqual([paid.payment_method]);
    await expect(stripe.paymentIntents.create({ ...params, payment_method: 'pm_card_visa_chargeDeclined' })).rejects.toMatchObject({
      statusCode: 402,
    });
    expect((await stripe.paymentMethods.list({ customer })).data).toHaveLength(1);
  });

  it('is not asked for by Link, which has none', async () => {
    const { customer, card } = await test.customerWith('pm_link');
    const params = { ...online, amount: 100, customer, payment_method: card, confirm: true, expand: ['latest_charge'] };
    const paid = await stripe.paymentIntents.create(params);
    expect(chargeOf(paid).payment_method_details).toEqual({ type: 'link', link: { country: 'US' } });
    await expect(stripe.paymentIntents.create({ ...params, allowed_payment_method_types: ['card'] })).rejects.toMatchObject({
      code: 'payment_intent_incompatible_payment_method',
    });
  });
});

describe('a declined card', () => {
  const declined: [token: string, code: string, declineCode: string, message: string][] = [
    ['pm_card_visa_chargeDeclined', 'card_declined', 'generic_decline', 'Your card was declined.'],
    ['pm_card_visa_chargeDeclinedInsufficientFunds', 'card_declined', 'insufficient_funds', 'Your card has insufficient funds.'],
    ['pm_card_visa_chargeDeclinedLostCard', 'card_declined', 'lost_card', 'Your card was declined.'],
    ['pm_card_visa_chargeDeclinedStolenCard', 'card_declined', 'stolen_card', 'Your card was declined.'],
    ['pm_card_chargeDeclinedExpiredCard', 'expired_card', 'expired_card', 'Your card has expired.'],
    ['pm_card_chargeDeclinedIncorrectCvc', 'incorrect_cvc', 'incorrect_cvc', "Your card's security code is incorrect."],
    [
      'pm_card_chargeDeclinedProcessingError',
      'processing_error',
      'processing_error',
      'An error occurred while processing your card. Try again in a little bit.',
    ],
    [
      'pm_card_visa_chargeDeclinedVelocityLimitExceeded',
      'card_declined',
      'card_velocity_exceeded',
      'Your card was declined for making repeated attempts too frequently or exceeding its amount limit.',
    ],
  ];

  it.each(declined)('%s: neither pays nor can be kept', async (token, code, declineCode, message) => {
    const refusal = { type: 'StripeCardError', statusCode: 402, code, decline_code: declineCode, message };
    const attempt = stripe.paymentIntents.create({ ...online, amount: 500, payment_method: token, confirm: true });
    await expect(attempt).rejects.toMatchObject({
      ...refusal,
      payment_intent: { status: 'requires_payment_method', last_payment_error: { code, decline_code: declineCode, message } },
      charge: expect.stringMatching(/^ch_/),
    });
    const { id: customer } = await stripe.customers.create({});
    await expect(stripe.paymentMethods.attach(token, { customer })).rejects.toMatchObject(refusal);
    expect((await stripe.paymentMethods.list({ customer })).data).toEqual([]);
  });

  it('that can be kept is declined when it is charged, with a failed charge and all that explains it', async () => {
    const failure: unknown = await chargeOffSession('pm_card_chargeCustomerFail').catch((error: unknown) => error);
    const { payment_intent: intent, charge } = failure as { payment_intent: Stripe.PaymentIntent; charge: string };
    expect(test.newEvents()).toEqual(['payment_intent.created', 'charge.failed', 'payment_intent.payment_failed']);
    expect(await stripe.charges.retrieve(charge)).toMatchObject({
      paid: false,
      status: 'failed',
      failure_code: 'card_declined',
      failure_message: 'Your card was declined.',
      outcome: {
        network_status: 'declined_by_network',
        reason: 'generic_decline',
        type: 'issuer_declined',
        seller_message: 'The bank did not return any further details with this decline.',
      },
    });
    // the same intent accepts another card
    const { id } = await stripe.paymentMethods.attach('pm_card_mastercard', { customer: idOf(intent.customer) });
    const paid = await stripe.paymentIntents.confirm(intent.id, { payment_method: id, off_session: true });
    expect(paid).toMatchObject({ status: 'succeeded', last_payment_error: null });
    const attempts = await stripe.charges.list({ payment_intent: intent.id });
    expect(attempts.data.map(({ status }) => status)).toEqual(['succeeded', 'failed']);
  });

  it('is blocked by Stripe itself before the bank is asked', async () => {
    const failure: unknown = await chargeOffSession('pm_card_radarBlock').catch((error: unknown) => error);
    expect(failure).toMatchObject({ decline_code: 'fraudulent' });
    expect(await stripe.charges.retrieve((failure as { charge: string }).charge)).toMatchObject({
      outcome: { network_status: 'not_sent_to_network', reason: 'highest_risk_level', risk_level: 'highest', type: 'blocked' },
    });
  });

  it('has expired in the meantime', async () => {
    const { id: customer } = await stripe.customers.create({});
    const card = await stripe.paymentMethods.create({ type: 'card', card: { number: '4242424242424242', exp_month: 12, exp_year: 2050 } });
    const { id } = await stripe.paymentMethods.attach(card.id, { customer });
    const stored = test.simulator.store.get('payment_method', id);
    if (stored?.type !== 'card') throw new Error('No card attached');
    test.simulator.store.put({ ...stored, card: { ...stored.card, exp_month: 10, exp_year: 2026 } });
    await expect(
      stripe.paymentIntents.create({ ...online, amount: 100, customer, payment_method: id, confirm: true }),
    ).rejects.toMatchObject({
      code: 'expired_card',
    });
    await expect(
      stripe.paymentMethods.create({ type: 'card', card: { number: '4242424242424242', exp_month: 10, exp_year: 2020 } }),
    ).rejects.toMatchObject({ statusCode: 402, code: 'invalid_expiry_year' });
    await expect(
      stripe.paymentMethods.create({ type: 'card', card: { number: '4242424242424241', exp_month: 10, exp_year: 2030 } }),
    ).rejects.toMatchObject({ statusCode: 402, code: 'incorrect_number' });
  });

  it('was good until its bank changed its mind, a seeded one too', async () => {
    const seeded = test.simulator.store.list('payment_method').findLast(({ customer }) => customer !== null);
    if (!seeded?.customer) throw new Error('No customer has a card');
    const pay = () =>
      stripe.paymentIntents.create({
        ...online,
        amount: 100,
        customer: idOf(seeded.customer),
        payment_method: seeded.id,
        off_session: true,
        confirm: true,
      });
    expect(await pay()).toMatchObject({ status: 'succeeded' });
    test.simulator.store.put({ ...seeded, behaviour: 'declined_insufficient_funds' });
    await expect(pay()).rejects.toMatchObject({ decline_code: 'insufficient_funds' });
  });

  it('wants its holder, who is not there', async () => {
    await expect(chargeOffSession('pm_card_authenticationRequired')).rejects.toMatchObject({
      statusCode: 402,
      code: 'authentication_required',
      decline_code: 'authentication_required',
      payment_intent: { status: 'requires_payment_method' },
    });
    const asked = await chargeOffSession('pm_card_authenticationRequired', { off_session: false });
    expect(asked).toMatchObject({ status: 'requires_action', next_action: { type: 'use_stripe_sdk' }, latest_charge: null });
  });
});
