import type { Stripe } from 'stripe';
import { beforeEach, describe, expect, it } from 'vitest';
import { at } from '../billing/bills/worked-bill.ts';
import { frozenStripe, type FrozenStripe } from '../frozen-stripe.ts';
import { idOf } from '../stand-in.fixture.ts';

const sold = at('2026-11-16 10:00');
const december = at('2026-12-01 10:00');
const firstOfMonth = { day_of_month: 1, hour: 10, minute: 0, second: 0 };

let sandbox: FrozenStripe;
let stripe: Stripe;
let customer: string;
let cards: { good: string; declining: string };
let prices: { small: string; large: string };

beforeEach(async () => {
  sandbox = await frozenStripe({ at: sold });
  stripe = sandbox.stripe;
  customer = (await stripe.customers.create({ name: 'Lee, Ada' })).id;
  const attached = async (token: string) => (await stripe.paymentMethods.attach(token, { customer })).id;
  cards = { good: await attached('pm_card_visa'), declining: await attached('pm_card_chargeCustomerFail') };
  const product = (await stripe.products.create({ name: 'Super Kiss' })).id;
  const monthly = async (unit_amount: number) =>
    (await stripe.prices.create({ product, currency: 'usd', unit_amount, recurring: { interval: 'month' } })).id;
  prices = { small: await monthly(2999), large: await monthly(4499) };
});

const moveTo = (moment: string): void => sandbox.sandbox.moveClock(at(moment));

async function signUp(more: Partial<Stripe.SubscriptionCreateParams> = {}): Promise<Stripe.Subscription> {
  return stripe.subscriptions.create({
    customer,
    items: [{ price: prices.small }],
    default_payment_method: cards.good,
    billing_cycle_anchor_config: firstOfMonth,
    off_session: true,
    ...more,
  });
}

async function latestInvoice(subscription: string): Promise<Stripe.Invoice> {
  const { latest_invoice } = await stripe.subscriptions.retrieve(subscription, { expand: ['latest_invoice.payments'] });
  if (latest_invoice === null || typeof latest_invoice === 'string') throw new Error('Latest invoice missing or not expanded');
  return latest_invoice;
}

const itemOf = ({ items }: Stripe.Subscription): Stripe.SubscriptionItem => {
  const [item] = items.data;
  if (!item) throw new Error('Subscription has no item');
  return item;
};

describe('a sign-up', () => {
  it('bills the rest of the month and is active once that is paid', async () => {
    const subscription = await signUp({ metadata: { operation: '0190', site: '12' } });
    expect(subscription).toMatchObject({ status: 'active', billing_cycle_anchor: december, metadata: { operation: '0190', site: '12' } });
    expect(itemOf(subscription)).toMatchObject({ current_period_start: sold, current_period_end: december, quantity: 1 });
    const invoice = await latestInvoice(subscription.id);
    expect(invoice).toMatchObject({
      status: 'paid',
      amount_paid: 1499,
      attempt_count: 1,
      billing_reason: 'subscription_create',
      parent: { subscription_details: { subscription: subscription.id, metadata: { operation: '0190' } } },
    });
    const payments = (await stripe.invoicePayments.list({ invoice: invoice.id, expand: ['data.payment.payment_intent'] })).data;
    expect(payments).toMatchObject([
      { status: 'paid', amount_paid: 1499, payment: { payment_intent: { status: 'succeeded', amount_received: 1499, customer } } },
    ]);
  });

  it('that is declined is incomplete, and the same intent is paid by another card', async () => {
    const subscription = await signUp({ default_payment_method: cards.declining });
    expect(subscription.status).toBe('incomplete');
    const open = await latestInvoice(subscription.id);
    expect(open).toMatchObject({ status: 'open', amount_remaining: 1499, attempt_count: 1, next_payment_attempt: null });
    const [payment] = open.payments?.data ?? [];

    await expect(stripe.invoices.pay(open.id, { payment_method: cards.declining })).rejects.toMatchObject({
      type: 'StripeCardError',
      statusCode: 402,
      code: 'card_declined',
      payment_intent: { id: payment?.payment.payment_intent },
    });
    expect(await stripe.invoices.pay(open.id, { payment_method: cards.good, off_session: true })).toMatchObject({ status: 'paid' });
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('active');
    const paid = await stripe.invoicePayments.list({ invoice: open.id });
    expect(paid.data).toMatchObject([{ id: payment?.id, status: 'paid', payment: payment?.payment }]);
    await expect(stripe.invoices.pay(open.id)).rejects.toMatchObject({ statusCode: 400, message: 'Invoice is already paid' });
  });

  it('that must be paid first and is declined leaves no subscription and no invoice', async () => {
    const declined = signUp({ default_payment_method: cards.declining, payment_behavior: 'error_if_incomplete' });
    await expect(declined).rejects.toMatchObject({ type: 'StripeCardError', statusCode: 402, code: 'card_declined' });
    expect((await stripe.subscriptions.list({ customer, status: 'all' })).data).toEqual([]);
    expect((await stripe.invoices.list({ customer })).data).toEqual([]);
  });

  it('that is not paid expires after 23 hours, and its invoice is void', async () => {
    const { id } = await signUp({ default_payment_method: cards.declining });
    moveTo('2026-11-17 09:00');
    const invoice = await latestInvoice(id);
    expect((await stripe.subscriptions.retrieve(id)).status).toBe('incomplete_expired');
    expect(invoice).toMatchObject({ status: 'void', payments: { data: [{ status: 'canceled' }] } });
    const intent = idOf(invoice.payments?.data[0]?.payment.payment_intent);
    expect(await stripe.paymentIntents.retrieve(intent)).toMatchObject({ status: 'canceled' });
    await expect(stripe.invoices.pay(invoice.id, { payment_method: cards.good })).rejects.toMatchObject({ statusCode: 400 });
  });

  it('that waits for a person has an intent to confirm, and is not collected', async () => {
    const { id, status } = await signUp({ payment_behavior: 'default_incomplete' });
    expect(status).toBe('incomplete');
    const invoice = await latestInvoice(id);
    expect(invoice).toMatchObject({ status: 'open', attempt_count: 0, payments: { data: [{ status: 'open' }] } });
    const intent = idOf(invoice.payments?.data[0]?.payment.payment_intent);
    expect(await stripe.paymentIntents.retrieve(intent)).toMatchObject({ status: 'requires_payment_method', amount: 1499 });
    moveTo('2026-11-16 20:00');
    expect(await latestInvoice(id)).toMatchObject({ status: 'open', attempt_count: 0 });
    await stripe.paymentIntents.confirm(intent, { payment_method: cards.good });
    expect(await latestInvoice(id)).toMatchObject({ status: 'paid', amount_paid: 1499 });
    expect((await stripe.subscriptions.retrieve(id)).status).toBe('active');
  });

  it('needs a card where money is due, and none in a free month', async () => {
    await expect(signUp({ default_payment_method: undefined })).rejects.toMatchObject({ statusCode: 400, code: 'resource_missing' });
    expect((await signUp({ default_payment_method: undefined, trial_end: december })).status).toBe('trialing');
  });

  const refused: [string, Partial<Stripe.SubscriptionCreateParams>, string][] = [
    ['an unknown price', { items: [{ price: 'price_nobody' }] }, 'items[0][price]'],
    ['an unknown parameter of an item', { items: [{ price: 'x', discounts: [{ coupon: 'HALF' }] }] }, 'items[0][discounts]'],
    ['a stranger’s card', { default_payment_method: 'pm_stranger' }, 'default_payment_method'],
    ['an unknown tax rate', { default_tax_rates: ['txr_nobody'] }, 'default_tax_rates[0]'],
    ['an unknown payment behavior', { payment_behavior: 'pending_if_incomplete' }, 'payment_behavior'],
    ['an unknown coupon', { discounts: [{ coupon: 'HALF' }] }, 'discounts[0][coupon]'],
    ['promotion codes, which are not modeled', { discounts: [{ promotion_code: 'promo_1' }] }, 'discounts[0][promotion_code]'],
  ];
  it.each(refused)('refuses %s', async (_, params, param) => {
    await expect(signUp(params)).rejects.toMatchObject({ type: 'StripeInvalidRequestError', statusCode: 400, param });
  });
});

describe('a change', () => {
  it('that must be paid first and is declined changes nothing', async () => {
    const before = await signUp();
    await stripe.subscriptions.update(before.id, { default_payment_method: cards.declining });
    const upgrade = stripe.subscriptions.update(before.id, {
      items: [{ id: itemOf(before).id, price: prices.large }],
      proration_behavior: 'always_invoice',
      payment_behavior: 'error_if_incomplete',
      metadata: { upgraded: 'true' },
    });
    await expect(upgrade).rejects.toMatchObject({ statusCode: 402, code: 'card_declined' });
    const after = await stripe.subscriptions.retrieve(before.id);
    expect(after).toEqual({ ...before, default_payment_method: cards.declining });
    expect((await stripe.invoices.list({ customer })).data).toHaveLength(1);
  });

  it('is invoiced at once, paid, and told with what was before', async () => {
    const { id, items } = await signUp();
    const upgraded = await stripe.subscriptions.update(id, {
      items: [{ id: items.data[0]?.id ?? '', price: prices.large }],
      proration_behavior: 'always_invoice',
      payment_behavior: 'error_if_incomplete',
    });
    expect(itemOf(upgraded).price.id).toBe(prices.large);
    expect(await latestInvoice(id)).toMatchObject({ billing_reason: 'subscription_update', status: 'paid', total: 750 });
  });

  it('can put another price in place that exists only for it', async () => {
    const { id, items } = await signUp();
    const [item] = items.data;
    const price_data = {
      currency: 'usd',
      product: idOf(item?.price.product),
      recurring: { interval: 'month' as const },
      unit_amount: 1999,
    };
    const changed = await stripe.subscriptions.update(id, { items: [{ id: item?.id ?? '', price_data }], proration_behavior: 'none' });
    expect(itemOf(changed).price).toMatchObject({ unit_amount: 1999, active: false });
  });

  it('cannot take the last item away', async () => {
    const { id, items } = await signUp();
    const removal = stripe.subscriptions.update(id, { items: [{ id: items.data[0]?.id ?? '', deleted: true }] });
    await expect(removal).rejects.toMatchObject({ statusCode: 400, message: 'A subscription must have at least one active plan.' });
  });

  it('of an item’s own tax rate bills that instead of the subscription’s', async () => {
    const rate = async (percentage: number) => (await stripe.taxRates.create({ display_name: 'Tax', inclusive: false, percentage })).id;
    const [seven, eight] = [await rate(7), await rate(8)];
    const { id } = await signUp({ default_tax_rates: [seven], items: [{ price: prices.small, tax_rates: [eight] }] });
    expect(await latestInvoice(id)).toMatchObject({ total_taxes: [{ amount: 120, tax_rate_details: { tax_rate: eight } }], total: 1619 });
  });
});

describe('an end', () => {
  it('with the period is announced, can be taken back, and comes', async () => {
    const { id } = await signUp();
    const details = { cancellation_details: { comment: 'Moving away' } };
    expect(await stripe.subscriptions.update(id, { cancel_at_period_end: true, ...details })).toMatchObject({
      status: 'active',
      cancel_at: december,
      canceled_at: sold,
      cancellation_details: { comment: 'Moving away', reason: 'cancellation_requested' },
    });
    expect(await stripe.subscriptions.update(id, { cancel_at_period_end: false })).toMatchObject({
      cancel_at: null,
      canceled_at: null,
      cancellation_details: { reason: null },
    });
    await stripe.subscriptions.update(id, { cancel_at_period_end: true });
    moveTo('2026-12-01 10:00');
    expect(await stripe.subscriptions.retrieve(id)).toMatchObject({ status: 'canceled', ended_at: december });
    await expect(stripe.subscriptions.update(id, { cancel_at_period_end: false })).rejects.toMatchObject({
      code: 'invalid_canceled_subscription_fields',
    });
    expect((await stripe.subscriptions.update(id, { metadata: { seen: 'yes' } })).metadata).toEqual({ seen: 'yes' });
  });

  it('at once leaves an open invoice open, to be written off or paid', async () => {
    const { id } = await signUp({ default_payment_method: cards.good });
    await stripe.subscriptions.update(id, { default_payment_method: cards.declining });
    moveTo('2026-12-03 12:00');
    expect(await stripe.subscriptions.cancel(id, { prorate: false, invoice_now: false })).toMatchObject({
      status: 'canceled',
      cancellation_details: { reason: 'cancellation_requested' },
    });
    const unpaid = await latestInvoice(id);
    expect(unpaid).toMatchObject({ status: 'open', amount_remaining: 2999 });
    expect(await stripe.invoices.markUncollectible(unpaid.id)).toMatchObject({ status: 'uncollectible' });
    await expect(stripe.subscriptions.cancel(id)).rejects.toMatchObject({ statusCode: 404 });
    expect(await stripe.invoices.pay(unpaid.id, { payment_method: cards.good })).toMatchObject({ status: 'paid', amount_paid: 2999 });
    await expect(stripe.invoices.voidInvoice(unpaid.id)).rejects.toMatchObject({ statusCode: 400 });
  });
});

describe('the clock', () => {
  it('renews: a draft for an hour, then paid', async () => {
    const { id } = await signUp();
    moveTo('2026-12-01 10:00');
    const draft = await latestInvoice(id);
    expect(draft).toMatchObject({
      status: 'draft',
      billing_reason: 'subscription_cycle',
      automatically_finalizes_at: december + 3601,
      period_start: sold,
      period_end: december,
      number: null,
    });
    const before = sandbox.emitted.length;
    moveTo('2026-12-01 11:00');
    const paid = await latestInvoice(id);
    expect(paid).toMatchObject({ id: draft.id, status: 'paid', amount_paid: 2999, number: expect.stringMatching(/-0002$/) });
    const told = sandbox.emitted.slice(before).map(({ type }) => type);
    expect(told).toEqual(
      expect.arrayContaining([
        'invoice.finalized',
        'payment_intent.succeeded',
        'charge.succeeded',
        'invoice.paid',
        'invoice.payment_succeeded',
        'invoice_payment.paid',
      ]),
    );
  });

  it('tries a declined renewal again with the same intent, and at last gives up', async () => {
    const { id } = await signUp();
    await stripe.subscriptions.update(id, { default_payment_method: cards.declining });
    moveTo('2026-12-01 11:00');
    const failed = await latestInvoice(id);
    expect(failed).toMatchObject({ status: 'open', attempt_count: 1, next_payment_attempt: at('2026-12-04 11:00') });
    expect(await stripe.customers.retrieve(customer)).toMatchObject({ delinquent: true });
    expect((await stripe.subscriptions.retrieve(id)).status).toBe('past_due');
    moveTo('2026-12-09 11:00');
    const again = await latestInvoice(id);
    expect(again).toMatchObject({ id: failed.id, attempt_count: 3 });
    expect(again.payments?.data.map(({ payment }) => payment)).toEqual(failed.payments?.data.map(({ payment }) => payment));
    moveTo('2026-12-16 11:00');
    expect(await stripe.subscriptions.retrieve(id)).toMatchObject({
      status: 'canceled',
      cancellation_details: { reason: 'payment_failed' },
    });
    expect(await latestInvoice(id)).toMatchObject({ status: 'open', attempt_count: 4, next_payment_attempt: null });
  });
});
