import type { Stripe } from 'stripe';
import { beforeEach, describe, expect, it } from 'vitest';
import { at } from '../billing/bills/worked-bill.ts';
import { frozenStripe, type FrozenStripe } from '../frozen-stripe.ts';

let sandbox: FrozenStripe;
let stripe: Stripe;
let customer: string;
let price: string;

beforeEach(async () => {
  sandbox = await frozenStripe({ at: at('2026-11-01 10:00') });
  stripe = sandbox.stripe;
  customer = (await stripe.customers.create({ name: 'Lee, Ada' })).id;
  const product = (await stripe.products.create({ name: 'Super Kiss' })).id;
  price = (await stripe.prices.create({ product, currency: 'usd', unit_amount: 2_999, recurring: { interval: 'month' } })).id;
});

const subscribe = (): Promise<Stripe.Subscription> =>
  stripe.subscriptions.create({ customer, items: [{ price }], collection_method: 'send_invoice', days_until_due: 10 });
const newest = async (): Promise<Stripe.Invoice> => (await stripe.invoices.list({ customer })).data[0]!;
const moveTo = (instant: string): void => sandbox.sandbox.moveClock(at(instant));
const statusOf = async (id: string): Promise<string> => (await stripe.subscriptions.retrieve(id)).status;

describe('a subscription whose invoices are sent', () => {
  it('is active without a card, and its first invoice is a draft that is sent an hour later', async () => {
    expect(await subscribe()).toMatchObject({ status: 'active', collection_method: 'send_invoice', days_until_due: 10 });
    const due_date = at('2026-11-11 10:00');
    expect(await newest()).toMatchObject({ status: 'draft', collection_method: 'send_invoice', next_payment_attempt: null, due_date });
    moveTo('2026-11-01 12:00');
    expect(await newest()).toMatchObject({ status: 'open', due_date, attempt_count: 0, amount_remaining: 2_999 });
    expect((await newest()).hosted_invoice_url).toContain('/invoices/');
    expect(sandbox.emitted.map(({ type }) => type)).toContain('invoice.sent');
    expect((await stripe.paymentIntents.list({ customer })).data).toEqual([]);
  });

  it('is past due after the due date, and active again once it is paid, by card or otherwise', async () => {
    const { id } = await subscribe();
    moveTo('2026-11-11 09:00');
    expect(await statusOf(id)).toBe('active');
    moveTo('2026-11-11 11:00');
    expect(await statusOf(id)).toBe('past_due');
    expect(sandbox.emitted.map(({ type }) => type)).toContain('invoice.overdue');
    const card = (await stripe.paymentMethods.attach('pm_card_visa', { customer })).id;
    expect(await stripe.invoices.pay((await newest()).id, { payment_method: card })).toMatchObject({ status: 'paid' });
    expect(await statusOf(id)).toBe('active');
    moveTo('2026-12-12 11:00');
    expect(await statusOf(id)).toBe('past_due');
    expect(await stripe.invoices.pay((await newest()).id, { paid_out_of_band: true })).toMatchObject({ status: 'paid' });
    expect(await statusOf(id)).toBe('active');
    expect((await stripe.charges.list({ customer })).data).toHaveLength(1);
  });

  it('renews while an earlier invoice is unpaid, and is never canceled for it', async () => {
    const { id } = await subscribe();
    moveTo('2027-02-20 10:00');
    expect((await stripe.invoices.list({ customer, status: 'open' })).data).toHaveLength(4);
    expect(await statusOf(id)).toBe('past_due');
  });

  it('can be changed to and from a card', async () => {
    const { id } = await subscribe();
    await expect(stripe.subscriptions.update(id, { collection_method: 'charge_automatically', days_until_due: 3 })).rejects.toMatchObject({
      param: 'days_until_due',
    });
    const default_payment_method = (await stripe.paymentMethods.attach('pm_card_visa', { customer })).id;
    const changed = await stripe.subscriptions.update(id, { collection_method: 'charge_automatically', default_payment_method });
    expect(changed).toMatchObject({ collection_method: 'charge_automatically', days_until_due: null });
    moveTo('2026-12-01 12:00');
    expect(await newest()).toMatchObject({ status: 'paid', collection_method: 'charge_automatically' });
  });

  it('needs the days', async () => {
    const items = [{ price }];
    await expect(stripe.subscriptions.create({ customer, items, collection_method: 'send_invoice' })).rejects.toMatchObject({
      code: 'parameter_missing',
      param: 'days_until_due',
    });
  });
});
