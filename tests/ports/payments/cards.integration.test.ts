import { describe, expect, it } from 'vitest';
import { CardDeclined } from '@washdesk/cloud-api/ports/payments';
import { useHarness } from './harness.ts';

const harness = useHarness();

describe('a card read by a reader', () => {
  it('gives a card that can be charged later, and becomes the default', async () => {
    const { payments } = harness();
    const customer = await harness().customer();
    const reader = await harness().reader();
    const intent = await payments.createSetupIntent(harness().step(), { customer, reader: true });
    expect(intent).toMatchObject({ status: 'requires_payment_method', customer, generated_card: null });

    await harness().tap(reader, intent.id);
    const done = await payments.setupIntent(intent.id);
    expect(done).toMatchObject({ status: 'succeeded', generated_card: expect.stringMatching(/^pm_/) });
    const card = done?.generated_card ?? '';
    await payments.updateCustomer(harness().step(), customer, { defaultPaymentMethod: card });
    expect(await payments.fetch('customer', customer, 'interactive')).toMatchObject({ invoice_settings: { default_payment_method: card } });

    const charge = { amount: 1_250, customer, description: 'Later', metadata: {}, how: { kind: 'card', paymentMethod: card } } as const;
    expect(await payments.createPaymentIntent(harness().step(), charge)).toMatchObject({ status: 'succeeded', amount_received: 1_250 });
  });

  it('or typed in where the reader fails, is the customer’s and can be charged later', async () => {
    const { payments, stripe } = harness();
    const customer = await harness().customer();
    const intent = await payments.createSetupIntent(harness().step(), { customer, reader: true });
    await stripe.setupIntents.confirm(intent.id, { payment_method: 'pm_card_visa' });
    const done = await payments.setupIntent(intent.id);
    expect(done).toMatchObject({ status: 'succeeded', generated_card: null, payment_method: expect.stringMatching(/^pm_/) });
    const how = { kind: 'card', paymentMethod: done?.payment_method ?? '' } as const;
    const charged = await payments.createPaymentIntent(harness().step(), {
      amount: 1_250,
      customer,
      description: 'Later',
      metadata: {},
      how,
    });
    expect(charged).toMatchObject({ status: 'succeeded', amount_received: 1_250 });
  });

  it('is not saved before a card is tapped', async () => {
    const intent = await harness().payments.createSetupIntent(harness().step(), { customer: await harness().customer(), reader: true });
    expect(await harness().payments.setupIntent(intent.id)).toMatchObject({ status: 'requires_payment_method', generated_card: null });
    expect(await harness().payments.setupIntent('seti_nobody')).toBeNull();
  });
});

describe('a card by form', () => {
  it('is asked for with a secret of the browser', async () => {
    const intent = await harness().payments.createSetupIntent(harness().step(), { customer: await harness().customer(), reader: false });
    expect(intent).toMatchObject({ status: 'requires_payment_method', client_secret: expect.stringContaining('_secret_') });
  });

  it('comes to the customer and goes again; letting go twice is no failure', async () => {
    const { payments } = harness();
    const customer = await harness().customer();
    const card = await payments.attachPaymentMethod(harness().step(), 'pm_card_mastercard', customer);
    expect(card).toMatchObject({ type: 'card', customer, card: { brand: 'mastercard', last4: '4444' } });
    expect((await payments.paymentMethodsOf(customer, 'interactive')).map(({ id }) => id)).toEqual([card.id]);

    expect(await payments.detachPaymentMethod(harness().step(), card.id)).toMatchObject({ id: card.id, customer: null });
    expect(await payments.detachPaymentMethod(harness().step(), card.id)).toMatchObject({ id: card.id, customer: null });
    expect(await payments.paymentMethodsOf(customer, 'interactive')).toEqual([]);
  });

  it('that the bank refuses at once never comes', async () => {
    const customer = await harness().customer();
    const refused = harness().payments.attachPaymentMethod(harness().step(), 'pm_card_visa_chargeDeclined', customer);
    await expect(refused).rejects.toBeInstanceOf(CardDeclined);
    await expect(refused).rejects.toMatchObject({ decline: { code: 'card_declined' } });
    expect(await harness().payments.paymentMethodsOf(customer, 'interactive')).toEqual([]);
  });

  it('has one fingerprint for every customer', async () => {
    const attach = async () => harness().payments.attachPaymentMethod(harness().step(), 'pm_card_visa', await harness().customer());
    const [one, other] = [await attach(), await attach()];
    expect(one.id).not.toBe(other.id);
    expect(one.card?.fingerprint).toBe(other.card?.fingerprint);
  });
});
