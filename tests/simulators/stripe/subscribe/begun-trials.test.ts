import type { Stripe } from 'stripe';
import { beforeEach, describe, expect, it } from 'vitest';
import { at } from '../billing/bills/worked-bill.ts';
import { frozenStripe, type FrozenStripe } from '../frozen-stripe.ts';

let sandbox: FrozenStripe;
let stripe: Stripe;
let customer: string;
let id: string;

beforeEach(async () => {
  sandbox = await frozenStripe({ at: at('2026-11-01 10:00') });
  stripe = sandbox.stripe;
  customer = (await stripe.customers.create({ name: 'Lee, Ada' })).id;
  const product = (await stripe.products.create({ name: 'Super Kiss' })).id;
  const { id: price } = await stripe.prices.create({ product, currency: 'usd', unit_amount: 3_000, recurring: { interval: 'month' } });
  const default_payment_method = (await stripe.paymentMethods.attach('pm_card_visa', { customer })).id;
  ({ id } = await stripe.subscriptions.create({ customer, items: [{ price }], default_payment_method, off_session: true }));
});

const newest = async (): Promise<Stripe.Invoice> => (await stripe.invoices.list({ customer })).data[0]!;

describe('a trial that is given to a running subscription', () => {
  it('credits the unused time at once, and bills from its end to the usual day', async () => {
    sandbox.sandbox.moveClock(at('2026-11-11 10:00'));
    const trialing = await stripe.subscriptions.update(id, { trial_end: at('2026-11-21 10:00') });
    expect(trialing).toMatchObject({
      status: 'trialing',
      trial_start: at('2026-11-11 10:00'),
      trial_end: at('2026-11-21 10:00'),
      billing_cycle_anchor: at('2026-11-01 10:00'),
    });
    // 20 of 30 days
    expect(await newest()).toMatchObject({ billing_reason: 'subscription_update', status: 'paid', total: -2_000, amount_due: 0 });
    expect(await stripe.customers.retrieve(customer)).toMatchObject({ balance: -2_000 });
    // 10 of 30 days, from the credit
    expect(await stripe.invoices.createPreview({ subscription: id })).toMatchObject({ total: 1_000, amount_due: 0 });
    sandbox.sandbox.moveClock(at('2026-11-21 12:00'));
    expect(await stripe.subscriptions.retrieve(id)).toMatchObject({ status: 'active' });
    sandbox.sandbox.moveClock(at('2026-12-01 12:00'));
    expect(await newest()).toMatchObject({ total: 3_000, amount_paid: 2_000 });
  });

  it('credits nothing without prorations, and must end in the future', async () => {
    await expect(stripe.subscriptions.update(id, { trial_end: at('2026-10-01 10:00') })).rejects.toMatchObject({ param: 'trial_end' });
    await stripe.subscriptions.update(id, { trial_end: at('2026-11-21 10:00'), proration_behavior: 'none' });
    expect(await newest()).toMatchObject({ total: 0, status: 'paid' });
    expect(await stripe.customers.retrieve(customer)).toMatchObject({ balance: 0 });
  });
});
