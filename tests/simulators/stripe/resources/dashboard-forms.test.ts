import type { Stripe } from 'stripe';
import { beforeEach, describe, expect, it } from 'vitest';
import { at } from '../billing/bills/worked-bill.ts';
import { frozenStripe, type FrozenStripe } from '../frozen-stripe.ts';

let sandbox: FrozenStripe;
let stripe: Stripe;
let customer: string;

beforeEach(async () => {
  sandbox = await frozenStripe({ at: at('2026-11-16 10:00') });
  stripe = sandbox.stripe;
  customer = (await stripe.customers.create({ name: 'Lee, Ada' })).id;
});

describe('a customer’s balance', () => {
  it('is changed by transactions and used by the next invoice', async () => {
    const product = (await stripe.products.create({ name: 'Super Kiss' })).id;
    const { id: price } = await stripe.prices.create({ product, currency: 'usd', unit_amount: 2999, recurring: { interval: 'month' } });
    const default_payment_method = (await stripe.paymentMethods.attach('pm_card_visa', { customer })).id;
    const { id } = await stripe.subscriptions.create({ customer, items: [{ price }], default_payment_method, off_session: true });
    const credit = await stripe.customers.createBalanceTransaction(customer, {
      amount: -1_000,
      currency: 'usd',
      description: 'Broken mirror',
    });
    expect(credit).toMatchObject({ type: 'adjustment', ending_balance: -1_000 });
    expect(await stripe.customers.retrieve(customer)).toMatchObject({ balance: -1_000 });
    expect((await stripe.customers.listBalanceTransactions(customer)).data).toMatchObject([{ id: credit.id, amount: -1_000 }]);
    expect(await stripe.invoices.createPreview({ subscription: id })).toMatchObject({ starting_balance: -1_000, amount_due: 1_999 });
    sandbox.sandbox.moveClock(at('2026-12-17 10:00'));
    expect(await stripe.customers.retrieve(customer)).toMatchObject({ balance: 0 });
  });
});

describe('a card that the bank reports', () => {
  it('gets an early fraud warning with its charge', async () => {
    await stripe.paymentIntents.create({
      amount: 1_500,
      currency: 'usd',
      customer,
      payment_method: (await stripe.paymentMethods.attach('pm_card_createIssuerFraudRecord', { customer })).id,
      confirm: true,
      allowed_payment_method_types: ['card'],
      off_session: true,
    });
    const [charge] = (await stripe.charges.list({ customer })).data;
    const warnings = (await stripe.radar.earlyFraudWarnings.list({ charge: charge!.id })).data;
    expect(warnings).toMatchObject([{ charge: charge!.id, actionable: true }]);
    expect(sandbox.emitted).toContainEqual({ type: 'radar.early_fraud_warning.created', id: warnings[0]!.id });
  });
});

describe('prices of other forms', () => {
  it('can be listed: another currency, another rhythm, usage, one time', async () => {
    const product = (await stripe.products.create({ name: 'Super Kiss' })).id;
    const create = (more: Omit<Stripe.PriceCreateParams, 'product' | 'unit_amount'>) =>
      stripe.prices.create({ product, unit_amount: 2_999, ...more });
    expect(await create({ currency: 'cad', recurring: { interval: 'month' } })).toMatchObject({ currency: 'cad' });
    expect(await create({ currency: 'usd', recurring: { interval: 'month', interval_count: 3 } })).toMatchObject({
      recurring: { interval: 'month', interval_count: 3 },
    });
    expect(await create({ currency: 'usd' })).toMatchObject({ type: 'one_time', recurring: null });
  });
});
