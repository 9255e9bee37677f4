import type { Stripe } from 'stripe';
import { beforeEach, describe, expect, it } from 'vitest';
import { at } from '../billing/bills/worked-bill.ts';
import { frozenStripe, type FrozenStripe } from '../frozen-stripe.ts';
import { giveCustomerCoupon } from './discounts.ts';

let sandbox: FrozenStripe;
let stripe: Stripe;
let customer: string;
let taxRate: string;
let kiss: string;
let plus: string;

beforeEach(async () => {
  sandbox = await frozenStripe({ at: at('2026-11-01 10:00') });
  stripe = sandbox.stripe;
  customer = (await stripe.customers.create({ name: 'Lee, Ada' })).id;
  taxRate = (await stripe.taxRates.create({ display_name: 'Sales tax', inclusive: false, percentage: 5 })).id;
  kiss = await monthly('Super Kiss', 2_999);
  plus = await monthly('Super Kiss Plus', 4_499);
});

async function monthly(name: string, unit_amount: number): Promise<string> {
  const product = (await stripe.products.create({ name })).id;
  return (await stripe.prices.create({ product, currency: 'usd', unit_amount, recurring: { interval: 'month' } })).id;
}

type Terms = Omit<Stripe.SubscriptionCreateParams, 'customer'>;

async function subscribe(terms: Terms = {}): Promise<Stripe.Subscription> {
  const default_payment_method = (await stripe.paymentMethods.attach('pm_card_visa', { customer })).id;
  const items = [{ price: kiss }];
  return stripe.subscriptions.create({
    customer,
    items,
    default_payment_method,
    default_tax_rates: [taxRate],
    off_session: true,
    ...terms,
  });
}

const coupon = async (terms: Stripe.CouponCreateParams): Promise<string> => (await stripe.coupons.create(terms)).id;
const tenPercent = () => coupon({ percent_off: 10, duration: 'forever' });
const invoices = async (): Promise<Stripe.Invoice[]> => (await stripe.invoices.list({ customer })).data;
const renewedOn = async (day: string): Promise<number | undefined> => {
  sandbox.sandbox.moveClock(at(`${day} 12:00`));
  return (await invoices())[0]?.amount_due;
};

describe('a percentage off', () => {
  it('is taken off before tax, on the invoice, its line and the preview', async () => {
    const { id, discounts } = await subscribe({ discounts: [{ coupon: await tenPercent() }] });
    const billed = { subtotal: 2_999, total_excluding_tax: 2_699, total: 2_834, amount_due: 2_834 };
    const amount = { amount: 300, discount: discounts[0] };
    const [first] = await invoices();
    expect(first).toMatchObject({
      ...billed,
      discounts,
      total_discount_amounts: [amount],
      total_taxes: [{ amount: 135, taxable_amount: 2_699 }],
    });
    expect(first?.lines.data).toMatchObject([{ amount: 2_999, discountable: true, discounts, discount_amounts: [amount] }]);
    expect(await stripe.invoices.createPreview({ subscription: id })).toMatchObject(billed);
    expect(await renewedOn('2026-12-01')).toBe(2_834);
  });

  it('is in a change’s prorations: the credit returns what was billed, and the debit is net', async () => {
    const { id, items } = await subscribe({ discounts: [{ coupon: await tenPercent() }], default_tax_rates: [] });
    sandbox.sandbox.moveClock(at('2026-11-16 10:00'));
    const change = { items: [{ id: items.data[0]!.id, price: plus }], proration_behavior: 'always_invoice' as const };
    const preview = await stripe.invoices.createPreview({ subscription: id, subscription_details: change });
    await stripe.subscriptions.update(id, { ...change, payment_behavior: 'error_if_incomplete', off_session: true });
    const [upgrade] = await invoices();
    // half of 2699 and half of 4049
    expect(upgrade?.lines.data.map(({ amount, description }) => [amount, description])).toEqual([
      [-1_350, 'Unused time on Super Kiss after 16 Nov 2026 (with 10% off)'],
      [2_024, 'Remaining time on Super Kiss Plus after 16 Nov 2026 (with 10% off)'],
    ]);
    expect(upgrade?.lines.data[1]).toMatchObject({ discountable: false, discount_amounts: [{ amount: 0 }] });
    expect([upgrade?.amount_paid, preview.amount_due]).toEqual([674, 674]);
    expect(await renewedOn('2026-12-01')).toBe(4_049);
  });
});

describe('an amount off', () => {
  it('is shared in proportion to the lines, rounded down, with the rest on the last', async () => {
    const items = [{ price: await monthly('One', 1_000) }, { price: await monthly('Two', 2_000) }];
    await subscribe({ items, default_tax_rates: [], discounts: [{ coupon: await coupon({ amount_off: 500, currency: 'usd' }) }] });
    const [first] = await invoices();
    expect(first?.amount_due).toBe(2_500);
    expect(first?.lines.data.map((line) => line.discount_amounts?.map(({ amount }) => amount))).toEqual([[166], [334]]);
  });

  it('never makes an invoice negative', async () => {
    await subscribe({ discounts: [{ coupon: await coupon({ amount_off: 9_900, currency: 'usd' }) }] });
    expect(await invoices()).toMatchObject([{ subtotal: 2_999, total: 0, amount_due: 0, status: 'paid' }]);
    expect(await stripe.customers.retrieve(customer)).toMatchObject({ balance: 0 });
  });
});

describe('a discount ends', () => {
  it('with one invoice, after which the credit of a change is what was billed', async () => {
    const { id, items, discounts } = await subscribe({ default_tax_rates: [], discounts: [{ coupon: await coupon({ percent_off: 50 }) }] });
    expect(await invoices()).toMatchObject([{ amount_due: 1_499 }]);
    expect(discounts).toEqual([]);
    expect(sandbox.emitted.map(({ type }) => type)).toContain('customer.discount.deleted');
    expect(await stripe.invoices.createPreview({ subscription: id })).toMatchObject({ amount_due: 2_999 });
    sandbox.sandbox.moveClock(at('2026-11-16 10:00'));
    const change = { items: [{ id: items.data[0]!.id, price: plus }], proration_behavior: 'always_invoice' as const };
    // half of 4499, less half of 1499
    expect(await stripe.invoices.createPreview({ subscription: id, subscription_details: change })).toMatchObject({ amount_due: 1_499 });
  });

  it('after its months, with an event', async () => {
    const { id } = await subscribe({
      default_tax_rates: [],
      discounts: [{ coupon: await coupon({ percent_off: 10, duration: 'repeating', duration_in_months: 2 }) }],
    });
    const { discounts } = await stripe.subscriptions.retrieve(id, { expand: ['discounts'] });
    expect(discounts).toMatchObject([{ end: at('2027-01-01 10:00'), subscription: id, source: { type: 'coupon' } }]);
    expect(await renewedOn('2026-12-01')).toBe(2_699);
    expect(await renewedOn('2027-01-01')).toBe(2_999);
    expect(await stripe.subscriptions.retrieve(id)).toMatchObject({ discounts: [] });
  });

  it('when it is removed or cleared', async () => {
    const { id } = await subscribe({ default_tax_rates: [], discounts: [{ coupon: await tenPercent() }] });
    expect(await stripe.subscriptions.deleteDiscount(id)).toMatchObject({ object: 'discount', deleted: true });
    expect(await stripe.invoices.createPreview({ subscription: id })).toMatchObject({ amount_due: 2_999 });
    expect((await stripe.subscriptions.update(id, { discounts: [{ coupon: await tenPercent() }] })).discounts).toHaveLength(1);
    expect(await stripe.invoices.createPreview({ subscription: id })).toMatchObject({ amount_due: 2_699 });
    expect(await stripe.invoices.createPreview({ subscription: id, discounts: '' })).toMatchObject({ amount_due: 2_999 });
    expect(await stripe.subscriptions.update(id, { discounts: '' })).toMatchObject({ discounts: [] });
  });
});

describe('a customer’s discount', () => {
  it('applies to the customer’s subscriptions without one of their own', async () => {
    giveCustomerCoupon(sandbox.sandbox, { customer, coupon: await coupon({ amount_off: 500, currency: 'usd', duration: 'forever' }) });
    expect(await stripe.customers.retrieve(customer)).toMatchObject({ discount: { object: 'discount', subscription: null } });
    const { id } = await subscribe({ default_tax_rates: [] });
    expect(await invoices()).toMatchObject([{ amount_due: 2_499 }]);
    await stripe.subscriptions.update(id, { discounts: [{ coupon: await tenPercent() }] });
    expect(await stripe.invoices.createPreview({ subscription: id })).toMatchObject({ amount_due: 2_699 });
    await stripe.subscriptions.update(id, { discounts: '' });
    await stripe.customers.deleteDiscount(customer);
    expect(await stripe.invoices.createPreview({ subscription: id })).toMatchObject({ amount_due: 2_999 });
  });
});

describe('a schedule', () => {
  async function scheduled(discounts?: { discount: string }[]): Promise<string> {
    const { id } = await subscribe({ default_tax_rates: [], discounts: [{ coupon: await tenPercent() }] });
    const made = await stripe.subscriptionSchedules.create({ from_subscription: id });
    const [now] = made.phases;
    const own = discounts ?? now!.discounts.map(({ discount }) => ({ discount: discount as string }));
    const named = own.length > 0 ? { discounts: own } : {};
    await stripe.subscriptionSchedules.update(made.id, {
      phases: [
        { items: [{ price: kiss }], start_date: now!.start_date, end_date: now!.end_date, ...named },
        { items: [{ price: plus }], duration: { interval: 'month', interval_count: 1 }, ...named },
      ],
      proration_behavior: 'none',
    });
    return id;
  }

  it('keeps the discounts that its phases name', async () => {
    await scheduled();
    expect(await renewedOn('2026-12-01')).toBe(4_049);
  });

  it('loses those that they do not', async () => {
    const id = await scheduled([]);
    expect(await stripe.subscriptions.retrieve(id)).toMatchObject({ discounts: [] });
    expect(await renewedOn('2026-12-01')).toBe(4_499);
  });
});

it('refuses unknown coupons, and coupons without or with two amounts', async () => {
  await expect(subscribe({ discounts: [{ coupon: 'nothing' }] })).rejects.toMatchObject({
    code: 'resource_missing',
    param: 'discounts[0][coupon]',
  });
  await expect(stripe.coupons.create({ duration: 'once' })).rejects.toMatchObject({ statusCode: 400 });
  await expect(stripe.coupons.create({ percent_off: 5, amount_off: 5, currency: 'usd' })).rejects.toMatchObject({ statusCode: 400 });
});
