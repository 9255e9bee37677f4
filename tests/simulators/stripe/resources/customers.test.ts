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

describe('a customer', () => {
  it('is created with everything, changed field by field, and cleared', async () => {
    test.newEvents();
    const created = await stripe.customers.create({
      name: 'Sørensen, Zoë',
      email: 'zoe@example.com',
      phone: '+13125550100',
      address: { line1: '1 Main St', city: 'Joliet', state: 'IL', postal_code: '60435', country: 'US' },
      description: 'signed up at 12',
      metadata: { CustomerCode: 'ABC1234-IL', operation: 'd-1' },
      preferred_locales: ['es'],
      shipping: { name: 'Zoë', address: { line1: '2 Main St' } },
      tax_exempt: 'exempt',
    });
    expect(await stripe.customers.retrieve(created.id)).toEqual(expect.objectContaining({ ...created, lastResponse: expect.anything() }));
    const changed = await stripe.customers.update(created.id, {
      address: { line2: 'Unit 3' },
      shipping: '',
      tax_exempt: '',
      email: '',
      metadata: { operation: '' },
    });
    expect(changed).toMatchObject({
      name: 'Sørensen, Zoë',
      email: null,
      address: { line1: '1 Main St', line2: 'Unit 3', city: 'Joliet' },
      shipping: null,
      tax_exempt: 'none',
      metadata: { CustomerCode: 'ABC1234-IL' },
    });
    expect(changed.metadata).not.toHaveProperty('operation');
    await stripe.customers.update(created.id, { name: 'Sørensen, Zoë' });
    expect(test.newEvents()).toEqual(['customer.created', 'customer.updated']);
    const [event] = (await stripe.events.list({ type: 'customer.updated', limit: 1 })).data;
    const before = Object.keys(event?.data.previous_attributes ?? {});
    expect(before.toSorted()).toEqual(['address', 'email', 'metadata', 'shipping', 'tax_exempt']);
  });

  it('does not take what Stripe would not', async () => {
    await expect(stripe.customers.create({ email: 'nobody' })).rejects.toMatchObject({ code: 'email_invalid', param: 'email' });
    const stranger = { address: { planet: 'Mars' } } as Stripe.CustomerCreateParams;
    await expect(stripe.customers.create(stranger)).rejects.toMatchObject({ code: 'parameter_unknown', param: 'address[planet]' });
    const { card } = await test.customerWith('pm_card_visa');
    await expect(stripe.customers.create({ invoice_settings: { default_payment_method: card } })).rejects.toMatchObject({
      code: 'resource_missing',
      param: 'invoice_settings[default_payment_method]',
    });
    await expect(stripe.customers.create({ payment_method: 'pm_card_visa_chargeDeclined' })).rejects.toMatchObject({ statusCode: 402 });
  });

  it('leaves a tombstone when it is deleted, and lets its cards go', async () => {
    const { customer, card } = await test.customerWith('pm_card_visa');
    test.newEvents();
    expect(await stripe.customers.del(customer)).toMatchObject({ id: customer, object: 'customer', deleted: true });
    expect(await stripe.customers.retrieve(customer)).toMatchObject({ deleted: true });
    expect((await stripe.customers.list({ limit: 100 })).data.map(({ id }) => id)).not.toContain(customer);
    expect(await stripe.paymentMethods.retrieve(card)).toMatchObject({ customer: null });
    expect(test.newEvents()).toContain('customer.deleted');
    await expect(stripe.customers.del(customer)).rejects.toMatchObject({ statusCode: 404 });
  });

  it('takes its subscriptions with it', async () => {
    const subscription = test.simulator.store
      .list('subscription')
      .find(({ status, customer }) => status === 'active' && test.simulator.store.get('customer', customer));
    if (!subscription) throw new Error('No customer has a subscription');
    test.newEvents();
    await stripe.customers.del(subscription.customer);
    expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({ status: 'canceled' });
    expect(test.newEvents()).toEqual(expect.arrayContaining(['customer.subscription.deleted', 'customer.deleted']));
  });
});

describe('payment methods', () => {
  it('are made, attached, listed, changed, made the default and let go', async () => {
    const { id: customer } = await stripe.customers.create({});
    const made = await stripe.paymentMethods.create({
      type: 'card',
      card: { number: '5555555555554444', exp_month: 4, exp_year: 2030, cvc: '314' },
      billing_details: { name: 'Zoë', address: { postal_code: '60435' } },
      metadata: { operation: 'd-3' },
    });
    expect(made).toMatchObject({ customer: null, card: { brand: 'mastercard', last4: '4444' }, billing_details: { name: 'Zoë' } });
    await expect(stripe.paymentMethods.update(made.id, { metadata: { a: 'b' } })).rejects.toMatchObject({ statusCode: 400 });
    expect(await stripe.paymentMethods.attach(made.id, { customer })).toMatchObject({ id: made.id, customer });
    const link = await stripe.paymentMethods.attach(
      (await stripe.paymentMethods.create({ type: 'link', billing_details: { email: 'z@example.com' } })).id,
      { customer },
    );
    expect(link).toMatchObject({ type: 'link', link: { email: 'z@example.com' } });
    expect((await stripe.paymentMethods.list({ customer })).data.map(({ id }) => id)).toEqual([link.id, made.id]);
    expect((await stripe.customers.listPaymentMethods(customer, { type: 'card' })).data.map(({ id }) => id)).toEqual([made.id]);
    expect(await stripe.customers.retrievePaymentMethod(customer, made.id)).toMatchObject({ id: made.id });
    expect(await stripe.paymentMethods.update(made.id, { card: { exp_year: 2031, exp_month: 5 } })).toMatchObject({
      card: { exp_year: 2031 },
    });

    await stripe.customers.update(customer, { invoice_settings: { default_payment_method: made.id } });
    expect(await stripe.paymentMethods.detach(made.id)).toMatchObject({ customer: null });
    expect(await stripe.customers.retrieve(customer)).toMatchObject({ invoice_settings: { default_payment_method: null } });
    await expect(stripe.paymentMethods.attach(made.id, { customer })).rejects.toMatchObject({ statusCode: 400 });
    await expect(stripe.paymentMethods.detach(made.id)).rejects.toMatchObject({ statusCode: 400 });
  });

  it('of the same card share a fingerprint, those of two cards do not', async () => {
    const fingerprint = async (token: string): Promise<unknown> =>
      (await stripe.paymentMethods.retrieve((await test.customerWith(token)).card)).card?.fingerprint;
    expect(await fingerprint('pm_card_visa')).toBe(await fingerprint('pm_card_visa'));
    expect(await fingerprint('pm_card_visa')).not.toBe(await fingerprint('pm_card_amex'));
  });
});
