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

const moveTo = (instant: string): void => sandbox.sandbox.moveClock(at(instant));
const cancelAt = (instant: string, more: Stripe.SubscriptionUpdateParams = {}): Promise<Stripe.Subscription> =>
  stripe.subscriptions.update(id, { cancel_at: at(instant), ...more });
const pending = async (): Promise<number[]> =>
  (await stripe.invoiceItems.list({ customer, pending: true })).data.map(({ amount }) => amount);

describe('a chosen end', () => {
  it('in a later period makes that one shorter, and its bill too', async () => {
    const ending = await cancelAt('2026-12-11 10:00');
    expect(ending).toMatchObject({ status: 'active', cancel_at: at('2026-12-11 10:00'), cancel_at_period_end: false });
    expect(ending.canceled_at).toBe(at('2026-11-01 10:00'));
    // 10 of 31 days
    expect(await stripe.invoices.createPreview({ subscription: id })).toMatchObject({ amount_due: 968 });
    moveTo('2026-12-01 12:00');
    expect((await stripe.invoices.list({ customer })).data[0]).toMatchObject({ amount_paid: 968 });
    await expect(stripe.invoices.createPreview({ subscription: id })).rejects.toMatchObject({ code: 'invoice_upcoming_none' });
    moveTo('2026-12-11 10:00');
    expect(await stripe.subscriptions.retrieve(id)).toMatchObject({
      status: 'canceled',
      ended_at: at('2026-12-11 10:00'),
      cancellation_details: { reason: 'cancellation_requested' },
    });
    expect(sandbox.emitted).toContainEqual({ type: 'customer.subscription.deleted', id });
  });

  it('in the current period credits the rest at once, unless without prorations', async () => {
    const ending = await cancelAt('2026-11-16 10:00');
    expect(ending.items.data[0]).toMatchObject({ current_period_end: at('2026-11-16 10:00') });
    expect(await pending()).toEqual([-1_500]);
    // cleared: the rest is billed again
    await stripe.subscriptions.update(id, { cancel_at: '' });
    expect(await pending()).toEqual([1_500, -1_500]);
    expect(await stripe.subscriptions.retrieve(id)).toMatchObject({ cancel_at: null, canceled_at: null });
    await cancelAt('2026-11-16 10:00', { proration_behavior: 'none' });
    expect(await pending()).toEqual([1_500, -1_500]);
    moveTo('2026-11-16 10:00');
    expect(await stripe.subscriptions.retrieve(id)).toMatchObject({ status: 'canceled' });
  });

  it('and the period’s end replace each other', async () => {
    await cancelAt('2026-12-11 10:00');
    const december = at('2026-12-01 10:00');
    const atPeriodEnd = await stripe.subscriptions.update(id, { cancel_at_period_end: true });
    expect(atPeriodEnd).toMatchObject({ cancel_at_period_end: true, cancel_at: december });
    expect(await cancelAt('2026-12-11 10:00')).toMatchObject({ cancel_at_period_end: false, cancel_at: at('2026-12-11 10:00') });
    expect(await stripe.subscriptions.update(id, { cancel_at: 'min_period_end' })).toMatchObject({ cancel_at: december });
    await expect(cancelAt('2026-12-11 10:00', { cancel_at_period_end: true })).rejects.toMatchObject({ param: 'cancel_at' });
  });

  it('must be in the future, and cannot be chosen under a schedule', async () => {
    moveTo('2026-11-02 10:00');
    await expect(cancelAt('2026-11-01 10:00')).rejects.toMatchObject({ statusCode: 400, param: 'cancel_at' });
    await stripe.subscriptionSchedules.create({ from_subscription: id });
    await expect(cancelAt('2026-12-11 10:00')).rejects.toMatchObject({ statusCode: 400, param: 'cancel_at' });
  });
});
