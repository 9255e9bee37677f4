import type { Stripe } from 'stripe';
import { beforeAll, describe, expect, it } from 'vitest';
import { startTestStripe, type TestStripe } from '../money/stripe.fixture.ts';

let test: TestStripe;
let stripe: Stripe;
let location: string;

beforeAll(async () => {
  test = await startTestStripe();
  stripe = test.stripe;
  location = (await stripe.terminal.locations.list({ limit: 1 })).data[0]?.id ?? '';
  return () => test.simulator.stop();
});

const register = () => stripe.terminal.readers.create({ registration_code: 'simulated-wpe', label: 'Lane 1', location });
const present = (reader: string, number?: string) =>
  stripe.testHelpers.terminal.readers.presentPaymentMethod(
    reader,
    number === undefined ? {} : { type: 'card_present', card_present: { number } },
  );

const forCard = (params: Partial<Stripe.PaymentIntentCreateParams> = {}) =>
  stripe.paymentIntents.create({
    amount: 1_200,
    currency: 'usd',
    allowed_payment_method_types: ['card_present'],
    capture_method: 'manual',
    ...params,
  });

describe('readers and locations', () => {
  it('are registered, renamed, listed and taken away', async () => {
    const reader = await register();
    expect(reader).toMatchObject({ device_type: 'simulated_wisepos_e', label: 'Lane 1', status: 'online', location, action: null });
    expect(await stripe.terminal.readers.update(reader.id, { label: '' })).toMatchObject({ label: reader.serial_number });
    const paired = await stripe.terminal.readers.create({ registration_code: 'quick-brown-fox', location });
    expect(paired).toMatchObject({ device_type: 'bbpos_wisepos_e', label: paired.serial_number });
    expect((await stripe.terminal.readers.list({ serial_number: paired.serial_number })).data.map(({ id }) => id)).toEqual([paired.id]);
    expect(await stripe.terminal.readers.del(reader.id)).toMatchObject({ id: reader.id, deleted: true });
    await expect(stripe.terminal.readers.retrieve(reader.id)).rejects.toMatchObject({ statusCode: 404 });
    const refused = { statusCode: 400, param: 'registration_code' };
    await expect(stripe.terminal.readers.create({ registration_code: 'invalid-code-words', location })).rejects.toMatchObject(refused);
    await expect(stripe.terminal.readers.create({ registration_code: '1234', location })).rejects.toMatchObject(refused);
  });

  it('belong to a place that can be made and changed', async () => {
    const address = { line1: '1 Main St', city: 'Joliet', state: 'IL', country: 'US', postal_code: '60435' };
    const made = await stripe.terminal.locations.create({ display_name: 'Joliet', address, metadata: { site: '12' } });
    const changed = await stripe.terminal.locations.update(made.id, { display_name: 'Joliet West', metadata: { state: 'IL' } });
    expect(changed).toMatchObject({ display_name: 'Joliet West', address, metadata: { site: '12', state: 'IL' } });
    await expect(stripe.terminal.locations.create({ display_name: 'Nowhere' })).rejects.toMatchObject({ param: 'address' });
  });
});

describe('a payment on a reader', () => {
  it('waits for a card, holds the money for two days, and is captured', async () => {
    const { id: reader } = await register();
    const { id } = await forCard({ metadata: { operation: 'd-5' } });
    const asking = await stripe.terminal.readers.processPaymentIntent(reader, {
      payment_intent: id,
      process_config: { enable_customer_cancellation: true },
    });
    expect(asking.action).toMatchObject({
      type: 'process_payment_intent',
      status: 'in_progress',
      process_payment_intent: { payment_intent: id },
    });
    await expect(stripe.terminal.readers.processPaymentIntent(reader, { payment_intent: (await forCard()).id })).rejects.toMatchObject({
      code: 'terminal_reader_busy',
    });
    expect((await present(reader)).action).toMatchObject({ status: 'succeeded', failure_code: null });
    const held = await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] });
    const charge = held.latest_charge as Stripe.Charge;
    expect(held).toMatchObject({ status: 'requires_capture', metadata: { operation: 'd-5' } });
    expect(charge.payment_method_details).toMatchObject({ type: 'card_present', card_present: { last4: '4242', reader, location } });
    expect((charge.payment_method_details?.card_present?.capture_before ?? 0) - charge.created).toBe(2 * 86_400);
    expect(await stripe.paymentIntents.capture(id)).toMatchObject({ status: 'succeeded', amount_received: 1_200 });
    expect(test.newEvents()).toEqual(expect.arrayContaining(['terminal.reader.action_updated', 'terminal.reader.action_succeeded']));
  });

  it('is declined on the reader, and the same intent takes the next card', async () => {
    const { id: reader } = await register();
    const { id } = await forCard();
    await stripe.terminal.readers.processPaymentIntent(reader, { payment_intent: id });
    expect((await present(reader, '4000000000009995')).action).toMatchObject({
      status: 'failed',
      failure_code: 'card_declined',
      failure_message: 'Your card has insufficient funds.',
    });
    expect(await stripe.paymentIntents.retrieve(id)).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { decline_code: 'insufficient_funds' },
    });
    await stripe.terminal.readers.processPaymentIntent(reader, { payment_intent: id });
    expect((await present(reader)).action?.status).toBe('succeeded');
  });

  it('is called off, and nothing happens on a reader that is away or has nothing to do', async () => {
    const { id: reader } = await register();
    const { id } = await forCard();
    await stripe.terminal.readers.processPaymentIntent(reader, { payment_intent: id });
    expect(await stripe.terminal.readers.cancelAction(reader)).toMatchObject({ action: null });
    await expect(present(reader)).rejects.toMatchObject({ statusCode: 400 });
    const away = (await stripe.terminal.readers.list({ status: 'offline', limit: 1 })).data[0]?.id ?? '';
    await expect(stripe.terminal.readers.processPaymentIntent(away, { payment_intent: id })).rejects.toMatchObject({
      code: 'terminal_reader_offline',
    });
    const online = await stripe.paymentIntents.create({ amount: 100, currency: 'usd', allowed_payment_method_types: ['card'] });
    await expect(stripe.terminal.readers.processPaymentIntent(reader, { payment_intent: online.id })).rejects.toMatchObject({
      param: 'payment_intent',
    });
    expect(await stripe.paymentIntents.cancel(id)).toMatchObject({ status: 'canceled' });
  });
});

describe('a card that is captured on a reader', () => {
  it('leaves a reusable card of the customer, with the fingerprint of the plastic', async () => {
    const { id: reader } = await register();
    const { id: customer } = await stripe.customers.create({});
    const { id } = await stripe.setupIntents.create({ customer, allowed_payment_method_types: ['card_present'], usage: 'off_session' });
    await stripe.terminal.readers.processSetupIntent(reader, { setup_intent: id, allow_redisplay: 'limited' });
    const { action } = await present(reader, '5555555555554444');
    const { latest_attempt } = await stripe.setupIntents.retrieve(id, {
      expand: ['latest_attempt', 'latest_attempt.payment_method_details.card_present.generated_card'],
    });
    const generated = (latest_attempt as Stripe.SetupAttempt).payment_method_details.card_present?.generated_card as Stripe.PaymentMethod;
    expect(action?.process_setup_intent?.generated_card).toBe(generated.id);
    expect(generated).toMatchObject({
      type: 'card',
      customer,
      card: { last4: '4444', generated_from: { setup_attempt: (latest_attempt as Stripe.SetupAttempt).id } },
    });
    const typed = await stripe.paymentMethods.create({ type: 'card', card: { number: '5555555555554444', exp_month: 1, exp_year: 2031 } });
    expect(generated.card?.fingerprint).toBe(typed.card?.fingerprint);
    await stripe.customers.update(customer, { invoice_settings: { default_payment_method: generated.id } });
    const later = {
      amount: 500,
      currency: 'usd',
      customer,
      payment_method: generated.id,
      allowed_payment_method_types: ['card'],
      off_session: true,
    };
    expect(await stripe.paymentIntents.create({ ...later, confirm: true })).toMatchObject({ status: 'succeeded' });
  });

  it('is declined with the reason in the intent', async () => {
    const { id: reader } = await register();
    const { id } = await stripe.setupIntents.create({ allowed_payment_method_types: ['card_present'] });
    await stripe.terminal.readers.processSetupIntent(reader, { setup_intent: id, allow_redisplay: 'limited' });
    expect((await present(reader, '4000000000000002')).action?.status).toBe('failed');
    expect(await stripe.setupIntents.retrieve(id)).toMatchObject({
      status: 'requires_payment_method',
      last_setup_error: { code: 'card_declined' },
    });
  });
});
