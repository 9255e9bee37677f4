import type { Stripe } from 'stripe';
import { beforeAll, describe, expect, it } from 'vitest';
import { startTestStripe, type TestStripe } from '../money/stripe.fixture.ts';

let test: TestStripe;
let stripe: Stripe;

beforeAll(async () => {
  test = await startTestStripe();
  stripe = test.stripe;
  return () => test.simulator.stop();
});

describe('a setup intent', () => {
  it('keeps a card for its customer, with the attempt that did it', async () => {
    const { id: customer } = await stripe.customers.create({});
    const created = await stripe.setupIntents.create({
      customer,
      allowed_payment_method_types: ['card'],
      usage: 'off_session',
      metadata: { operation: 'd-4' },
    });
    expect(created).toMatchObject({
      status: 'requires_payment_method',
      client_secret: expect.stringContaining('_secret_'),
      metadata: { operation: 'd-4' },
    });
    const done = await stripe.setupIntents.confirm(created.id, {
      payment_method: 'pm_card_visa',
      expand: ['latest_attempt', 'payment_method'],
    });
    expect(done).toMatchObject({
      status: 'succeeded',
      payment_method: { customer, type: 'card' },
      latest_attempt: { status: 'succeeded', setup_intent: created.id, payment_method_details: { type: 'card', card: { last4: '4242' } } },
    });
    expect((await stripe.setupIntents.list({ customer })).data).toHaveLength(1);
    await expect(stripe.setupIntents.cancel(created.id)).rejects.toMatchObject({ code: 'setup_intent_unexpected_state' });
  });

  it('tells why a card cannot be kept, and takes another', async () => {
    const { id } = await stripe.setupIntents.create({ allowed_payment_method_types: ['card'] });
    await expect(stripe.setupIntents.confirm(id, { payment_method: 'pm_card_visa_chargeDeclinedInsufficientFunds' })).rejects.toMatchObject(
      {
        statusCode: 402,
        decline_code: 'insufficient_funds',
        setup_intent: { status: 'requires_payment_method', last_setup_error: { decline_code: 'insufficient_funds' } },
      },
    );
    await stripe.setupIntents.confirm(id, { payment_method: 'pm_card_visa' });
    const attempts = await stripe.setupAttempts.list({ setup_intent: id });
    expect(attempts.data.map(({ status }) => status)).toEqual(['succeeded', 'failed']);
  });

  it('asks for the holder, is canceled, and does not know the old parameter', async () => {
    const asked = await stripe.setupIntents.create({
      allowed_payment_method_types: ['card'],
      payment_method: 'pm_card_authenticationRequired',
      confirm: true,
    });
    expect(asked.status).toBe('requires_action');
    expect(await stripe.setupIntents.cancel(asked.id, { cancellation_reason: 'abandoned' })).toMatchObject({ status: 'canceled' });
    const old = { payment_method_types: ['card_present'] } as Stripe.SetupIntentCreateParams;
    await expect(stripe.setupIntents.create(old)).rejects.toMatchObject({ code: 'parameter_unknown' });
  });
});
