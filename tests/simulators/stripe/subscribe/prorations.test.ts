import type { Stripe } from 'stripe';
import { beforeEach, describe, expect, it } from 'vitest';
import { at } from '../billing/bills/worked-bill.ts';
import { frozenStripe, type FrozenStripe } from '../frozen-stripe.ts';
import { idOf } from '../stand-in.fixture.ts';

const sold = at('2026-11-01 10:00');
const half = at('2026-11-16 10:00');

let frozen: FrozenStripe;
let stripe: Stripe;
let customer: string;
let prices: { small: string; large: string };

beforeEach(async () => {
  frozen = await frozenStripe({ at: sold });
  stripe = frozen.stripe;
  const product = (await stripe.products.create({ name: 'Super Kiss' })).id;
  const priced = async (unit_amount: number) =>
    (await stripe.prices.create({ product, currency: 'usd', unit_amount, recurring: { interval: 'month' } })).id;
  prices = { small: await priced(2999), large: await priced(4499) };
  customer = (await stripe.customers.create({ name: 'Pat' })).id;
  const { id } = await stripe.paymentMethods.attach('pm_card_visa', { customer });
  await stripe.customers.update(customer, { invoice_settings: { default_payment_method: id } });
});

/** Creates a plan in the middle of November, with the whole month paid. */
async function member(): Promise<{ id: string; item: string; invoice: string; line: string }> {
  const subscription = await stripe.subscriptions.create({
    customer,
    items: [{ price: prices.small }],
    billing_cycle_anchor: at('2026-12-01 10:00'),
    expand: ['latest_invoice'],
  });
  frozen.sandbox.moveClock(half);
  const invoice = subscription.latest_invoice as Stripe.Invoice;
  return { id: subscription.id, item: subscription.items.data[0]?.id ?? '', invoice: invoice.id, line: invoice.lines.data[0]?.id ?? '' };
}

const pending = async () => (await stripe.invoiceItems.list({ customer, pending: true })).data;

describe('prorations that wait', () => {
  it('are invoice items, the credit first, until the next invoice takes them', async () => {
    const { id, item, invoice, line } = await member();
    frozen.emitted.length = 0;
    await stripe.subscriptions.update(id, { items: [{ id: item, price: prices.large }] });
    const parent = { type: 'subscription_details', subscription_details: { subscription: id, subscription_item: item } };
    const common = { date: half, invoice: null, proration: true, discountable: false, parent };
    const waiting = await pending();
    expect(waiting).toMatchObject([
      {
        ...common,
        amount: -1500,
        pricing: { price_details: { price: prices.small }, unit_amount_decimal: null },
        proration_details: {
          credited_items: { type: 'invoice_line_items', invoice_line_item_details: { invoice, invoice_line_items: [line] } },
        },
      },
      {
        ...common,
        amount: 2249,
        pricing: { price_details: { price: prices.large }, unit_amount_decimal: null },
        proration_details: { credited_items: null },
      },
    ]);
    expect(frozen.emitted.map(({ type }) => type)).toEqual(['invoiceitem.created', 'invoiceitem.created', 'customer.subscription.updated']);

    frozen.sandbox.moveClock(at('2026-12-01 10:00'));
    expect(await pending()).toEqual([]);
    const [renewal] = (await stripe.invoices.list({ customer })).data;
    expect(renewal?.lines.data.map(({ amount }) => amount)).toEqual([-1500, 2249, 4499]);
    expect((await stripe.invoiceItems.retrieve(waiting[0]?.id ?? '')).invoice).toBe(renewal?.id);
    const credited = renewal?.lines.data[0]?.parent?.subscription_item_details;
    expect(credited).toMatchObject({ invoice_item: waiting[0]?.id, proration_details: { credited_items: { invoice } } });
  });

  it('name a debit that still waits itself', async () => {
    const { id, item } = await member();
    await stripe.subscriptions.update(id, { items: [{ id: item, price: prices.large }] });
    const [, debit] = await pending();
    frozen.sandbox.moveClock(half + 86_400);
    await stripe.subscriptions.update(id, { items: [{ id: item, price: prices.small }] });
    const [credit] = await pending();
    expect(credit?.proration_details?.credited_items).toEqual({ type: 'invoice_item', invoice_item: debit?.id });
  });

  it('are not made without proration', async () => {
    const { id, item } = await member();
    await stripe.subscriptions.update(id, { items: [{ id: item, price: prices.large }], proration_behavior: 'none' });
    expect(await pending()).toEqual([]);
  });
});

describe('an invoice of prorations', () => {
  it('covers the period up to the change, and says what it gives back', async () => {
    const { id, item, invoice, line } = await member();
    const upgraded = await stripe.subscriptions.update(id, {
      items: [{ id: item, price: prices.large }],
      proration_behavior: 'always_invoice',
      expand: ['latest_invoice'],
    });
    const billed = upgraded.latest_invoice as Stripe.Invoice;
    expect(billed).toMatchObject({ total: 749, status: 'paid', period_start: sold, period_end: half });
    expect(billed.lines.data.map((each) => each.parent?.subscription_item_details?.proration_details)).toEqual([
      { credited_items: { invoice, invoice_line_items: [line] } },
      { credited_items: null },
    ]);
    expect((await stripe.invoiceItems.list({ invoice: billed.id })).data.map(({ amount }) => amount)).toEqual([-1500, 2249]);
  });
});

describe('a plan that is canceled with proration', () => {
  it('leaves its credit to the customer, for any next invoice', async () => {
    const { id } = await member();
    await stripe.subscriptions.cancel(id, { prorate: true });
    const [credit, ...others] = await pending();
    expect(others).toEqual([]);
    expect(credit).toMatchObject({ amount: -1500, parent: null, proration: true, period: { start: half, end: at('2026-12-01 10:00') } });
    expect(credit).not.toHaveProperty('proration_details');
    const next = await stripe.subscriptions.create({ customer, items: [{ price: prices.large }], expand: ['latest_invoice'] });
    expect(next.latest_invoice).toMatchObject({ total: 2999, amount_paid: 2999 });
    expect(await pending()).toEqual([]);
  });

  it('and invoiced has a last draft that is written off within seconds, its credit lost', async () => {
    const { id } = await member();
    const { latest_invoice } = await stripe.subscriptions.cancel(id, { prorate: true, invoice_now: true });
    const last = await stripe.invoices.retrieve(idOf(latest_invoice));
    expect(last).toMatchObject({
      billing_reason: 'subscription_cycle',
      status: 'draft',
      number: null,
      auto_advance: true,
      attempted: false,
      total: -1500,
      automatically_finalizes_at: half + 3601,
      next_payment_attempt: half + 3600,
      period_start: sold,
      period_end: half,
    });
    frozen.sandbox.moveClock(half + 5);
    expect((await stripe.invoices.retrieve(last.id)).status).toBe('uncollectible');
    expect(await stripe.customers.retrieve(customer)).toMatchObject({ balance: 0 });
    expect(await pending()).toEqual([]);
  });
});

describe('a card that must be authenticated', () => {
  const begin = async (more: Partial<Stripe.SubscriptionCreateParams>) => {
    const { id } = await stripe.paymentMethods.attach('pm_card_authenticationRequired', { customer });
    return stripe.subscriptions.create({
      customer,
      items: [{ price: prices.small }],
      default_payment_method: id,
      expand: ['latest_invoice'],
      ...more,
    });
  };

  it('leaves a sign-up with its invoice to a person, and does not retry', async () => {
    const { status, latest_invoice } = await begin({});
    expect(status).toBe('incomplete');
    expect(latest_invoice).toMatchObject({ status: 'open', attempted: true, attempt_count: 0, next_payment_attempt: null });
    const [payment] = (await stripe.invoicePayments.list({ invoice: (latest_invoice as Stripe.Invoice).id })).data;
    const intent = await stripe.paymentIntents.retrieve(idOf(payment?.payment.payment_intent));
    expect(intent.status).toBe('requires_action');
  });

  it('is refused where it must pay first, and nothing is written', async () => {
    await expect(begin({ payment_behavior: 'error_if_incomplete' })).rejects.toMatchObject({
      statusCode: 402,
      code: 'subscription_payment_intent_requires_action',
    });
    expect((await stripe.subscriptions.list({ customer, status: 'all' })).data).toEqual([]);
    expect((await stripe.paymentIntents.list({ customer })).data).toEqual([]);
  });

  it('is declined off session', async () => {
    const { latest_invoice } = await begin({ off_session: true });
    expect(latest_invoice).toMatchObject({ status: 'open', attempt_count: 1 });
  });
});

describe('an invoice that owes nothing', () => {
  it('was attempted without an attempt', async () => {
    const { id } = await stripe.subscriptions.create({ customer, items: [{ price: prices.small }], trial_period_days: 7 });
    const [first] = (await stripe.invoices.list({ subscription: id })).data;
    expect(first).toMatchObject({ status: 'paid', amount_due: 0, attempted: true, attempt_count: 0 });
  });
});

it('the first invoice gives a customer the currency, and an empty text takes the plan’s card away', async () => {
  const { id: card } = await stripe.paymentMethods.attach('pm_card_mastercard', { customer });
  expect(await stripe.customers.retrieve(customer)).toMatchObject({ currency: null });
  const { id } = await stripe.subscriptions.create({ customer, items: [{ price: prices.small }], default_payment_method: card });
  expect(await stripe.customers.retrieve(customer)).toMatchObject({ currency: 'usd' });
  expect((await stripe.subscriptions.update(id, { default_payment_method: '' })).default_payment_method).toBeNull();
});
