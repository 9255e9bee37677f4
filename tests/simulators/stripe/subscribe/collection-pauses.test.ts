import type { Stripe } from 'stripe';
import { beforeEach, describe, expect, it } from 'vitest';
import { at } from '../billing/bills/worked-bill.ts';
import { frozenStripe, type FrozenStripe } from '../frozen-stripe.ts';

let sandbox: FrozenStripe;
let stripe: Stripe;
let customer: string;
let card: string;

beforeEach(async () => {
  sandbox = await frozenStripe({ at: at('2026-11-16 10:00') });
  stripe = sandbox.stripe;
  customer = (await stripe.customers.create({ name: 'Lee, Ada' })).id;
  card = (await stripe.paymentMethods.attach('pm_card_visa', { customer })).id;
});

const moveTo = (moment: string): void => sandbox.sandbox.moveClock(at(moment));

async function signUp(): Promise<string> {
  const product = (await stripe.products.create({ name: 'Super Kiss' })).id;
  const { id: price } = await stripe.prices.create({ product, currency: 'usd', unit_amount: 2999, recurring: { interval: 'month' } });
  const anchor = { day_of_month: 1, hour: 10, minute: 0, second: 0 };
  const more = { default_payment_method: card, billing_cycle_anchor_config: anchor, off_session: true };
  return (await stripe.subscriptions.create({ customer, items: [{ price }], ...more })).id;
}

const renewals = async (): Promise<(string | null)[]> =>
  (await stripe.invoices.list({ customer })).data.filter((one) => one.billing_reason === 'subscription_cycle').map((one) => one.status);

describe('a paused collection', () => {
  it.each([
    ['void', 'void'],
    ['mark_uncollectible', 'uncollectible'],
    ['keep_as_draft', 'draft'],
  ] as const)('with %s leaves the plan active and its renewals %s', async (behavior, status) => {
    const id = await signUp();
    const paused = await stripe.subscriptions.update(id, { pause_collection: { behavior } });
    expect(paused).toMatchObject({ status: 'active', pause_collection: { behavior, resumes_at: null } });
    moveTo('2027-01-02 10:00');
    expect(await renewals()).toEqual([status, status]);
    expect(await stripe.subscriptions.retrieve(id)).toMatchObject({ status: 'active' });
    expect((await stripe.charges.list({ customer })).data).toHaveLength(1);
  });

  it('ends when it is cleared, and at its time', async () => {
    const id = await signUp();
    await stripe.subscriptions.update(id, { pause_collection: { behavior: 'void', resumes_at: at('2026-12-15 00:00') } });
    moveTo('2026-12-15 00:00');
    expect(await stripe.subscriptions.retrieve(id)).toMatchObject({ pause_collection: null });
    await stripe.subscriptions.update(id, { pause_collection: { behavior: 'void' } });
    expect(await stripe.subscriptions.update(id, { pause_collection: '' })).toMatchObject({ pause_collection: null });
    moveTo('2027-01-02 10:00');
    expect(await renewals()).toEqual(['paid', 'void']);
  });
});

describe('an account that leaves subscriptions unpaid', () => {
  it('keeps later renewals as drafts, until the open invoice is paid', async () => {
    sandbox.sandbox.afterLastRetry = () => 'unpaid';
    const id = await signUp();
    const declining = (await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer })).id;
    await stripe.subscriptions.update(id, { default_payment_method: declining });
    moveTo('2027-01-02 10:00');
    expect(await stripe.subscriptions.retrieve(id)).toMatchObject({ status: 'unpaid', ended_at: null });
    expect(await renewals()).toEqual(['draft', 'open']);
  });
});
