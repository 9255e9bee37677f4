import type { Stripe } from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientAs, type ApiClient } from '@washdesk/cloud-api/testing/api-client';
import { startBillingCloud, type BillingCloud } from '@washdesk/cloud-api/testing/billing-cloud';
import type { Preview } from '@washdesk/contracts/billing/plans/subscription-preview';
import { giveCustomerCoupon } from '@washdesk/stripe-simulator/subscribe/discounts';

let cloud: BillingCloud;
let manager: ApiClient;

beforeAll(async () => {
  cloud = await startBillingCloud({ at: '2026-11-10T10:00:00Z', taxed: true });
  manager = await clientAs(cloud, 'SupportCenter');
});
afterAll(() => cloud.stop());

const kiss = 'price_SuperKiss_12';
const plus = 'price_SuperKissPlus_12';
const dearer = 'price_SuperKiss_12_next';

type Recurring = Stripe.PriceCreateParams.Recurring;

/** Creates a price in Stripe that Washdesk never makes, with the metadata of a plan. */
async function oddPrice(unit_amount: number, recurring: Recurring, currency = 'usd'): Promise<string> {
  const { product } = await cloud.sdk.prices.retrieve(kiss);
  const metadata = { site: '12', product_class: 'Super Kiss', current_price: 'true' };
  const made = await cloud.sdk.prices.create({ product: product as string, unit_amount, recurring, currency, nickname: 'Odd', metadata });
  return made.id;
}

interface Form {
  items: () => Promise<Stripe.SubscriptionCreateParams.Item[]>;
  /** Cents of the customer's balance at Stripe: negative is credit. */
  balance?: number;
  taxExempt?: true;
  create?: Partial<Stripe.SubscriptionCreateParams>;
  /** A coupon that it has from its first instant. */
  couponFromStart?: Stripe.CouponCreateParams;
  /** What is done to the subscription afterwards. */
  afterwards?: (id: string, customer: string) => Promise<unknown>;
  /** The next bill in cents, with 5 percent tax rounded by Stripe; null for none. */
  bill: number | null;
  /** Whether it is only sent, not charged. */
  sent?: true;
}

const one =
  (price: string, quantity = 1) =>
  async (): Promise<Stripe.SubscriptionCreateParams.Item[]> => [{ price, quantity }];
const odd =
  (...price: Parameters<typeof oddPrice>) =>
  async (): Promise<Stripe.SubscriptionCreateParams.Item[]> => [{ price: await oddPrice(...price) }];

const fiveOff: Stripe.CouponCreateParams = { amount_off: 500, currency: 'usd', duration: 'once' };
const seconds = (instant: string): number => Date.parse(instant) / 1_000;
const coupon =
  (terms: Stripe.CouponCreateParams) =>
  async (id: string): Promise<unknown> =>
    cloud.sdk.subscriptions.update(id, { discounts: [{ coupon: (await cloud.sdk.coupons.create(terms)).id }] });
const endsOn =
  (instant: string) =>
  (id: string): Promise<unknown> =>
    cloud.sdk.subscriptions.update(id, { cancel_at: seconds(instant), proration_behavior: 'none' });

const forms: Record<string, Form> = {
  weekly: { items: odd(999, { interval: 'week' }), bill: 1_049 },
  quarterly: { items: odd(5_997, { interval: 'month', interval_count: 3 }), bill: 6_297 },
  yearly: { items: odd(19_999, { interval: 'year' }), bill: 20_999 },
  'of quantity 2': { items: one(kiss, 2), bill: 6_298 },
  'of quantity 3': { items: one(kiss, 3), bill: 9_447 },
  'of two plans': { items: async () => [{ price: kiss }, { price: plus }], bill: 7_873 },
  'of a member who is exempt, of quantity 2': { items: one(kiss, 2), taxExempt: true, bill: 5_998 },
  'with credit': { items: one(kiss), balance: -500, bill: 2_649 },
  'with more credit than the bill': { items: one(kiss), balance: -5_000, bill: 0 },
  'with a debt': { items: one(kiss), balance: 700, bill: 3_849 },
  'whose collection is paused': {
    items: one(kiss),
    afterwards: (id) => cloud.sdk.subscriptions.update(id, { pause_collection: { behavior: 'void' } }),
    bill: null,
  },
  'with a tenth off': { items: one(kiss), afterwards: coupon({ percent_off: 10, duration: 'forever' }), bill: 2_834 },
  'of quantity 2 with a tenth off': { items: one(kiss, 2), afterwards: coupon({ percent_off: 10, duration: 'forever' }), bill: 5_668 },
  'with $5 off the next bill': { items: one(kiss), afterwards: coupon(fiveOff), bill: 2_624 },
  'with more off than it costs': { items: one(kiss), afterwards: coupon({ ...fiveOff, amount_off: 9_900 }), bill: 0 },
  'with a coupon that ends with the period': {
    items: one(kiss),
    couponFromStart: { percent_off: 10, duration: 'repeating', duration_in_months: 1 },
    bill: 3_149,
  },
  'with a coupon of its customer': {
    items: one(kiss),
    async afterwards(_id, customer) {
      const { id } = await cloud.sdk.coupons.create(fiveOff);
      giveCustomerCoupon(cloud.stripe.sandbox, { customer, coupon: id });
    },
    bill: 2_624,
  },
  'whose invoices are sent': {
    items: one(kiss),
    create: { collection_method: 'send_invoice', days_until_due: 30 },
    bill: 3_149,
    sent: true,
  },
  'that ends ten days after its next bill': { items: one(kiss), afterwards: endsOn('2026-12-20T10:00:00Z'), bill: 1_015 },
  'that ends before its next bill': { items: one(kiss), afterwards: endsOn('2026-11-20T10:00:00Z'), bill: null },
  'billed on the 15th': { items: one(kiss), create: { billing_cycle_anchor: seconds('2026-11-15T10:00:00Z') }, bill: 3_149 },
  'in a trial': { items: one(kiss), create: { trial_end: seconds('2026-11-25T10:00:00Z') }, bill: 3_149 },
  'given a trial later, whose credit pays the bill': {
    items: one(kiss),
    afterwards: (id) => cloud.sdk.subscriptions.update(id, { trial_end: seconds('2026-11-25T10:00:00Z') }),
    bill: 0,
  },
  'under a schedule made in Stripe': {
    items: one(kiss),
    async afterwards(from_subscription) {
      const { id, phases } = await cloud.sdk.subscriptionSchedules.create({ from_subscription });
      const { start_date, end_date } = phases[0]!;
      const later = { items: [{ price: plus }], duration: { interval: 'month' as const, interval_count: 3 } };
      await cloud.sdk.subscriptionSchedules.update(id, { phases: [{ items: [{ price: kiss }], start_date, end_date }, later] });
    },
    bill: 4_724,
  },
};

interface NextBill {
  amount_due: number;
  date: number | null;
}

async function madeInStripe({
  items,
  balance,
  taxExempt,
  create,
  couponFromStart,
  afterwards,
}: Form): Promise<{ customer: string; id: string }> {
  const { customer, card } = await cloud.member({ plate: '', taxExempt });
  const { id } = await cloud.sdk.subscriptions.create({
    customer,
    items: await items(),
    default_payment_method: card,
    default_tax_rates: [cloud.taxRate],
    metadata: { site: '12' },
    ...create,
    ...(couponFromStart && { discounts: [{ coupon: (await cloud.sdk.coupons.create(couponFromStart)).id }] }),
  });
  if (balance) await cloud.sdk.customers.createBalanceTransaction(customer, { amount: balance, currency: 'usd' });
  await afterwards?.(id, customer);
  await cloud.settled();
  return { customer, id };
}

describe('a subscription that Washdesk never makes', () => {
  it('is previewed and billed to the cent, whatever its form', async () => {
    const made = [];
    for (const [name, form] of Object.entries(forms)) {
      const { customer, id } = await madeInStripe(form);
      const { status, body } = await manager.get<NextBill>(`/invoice/${id}/latestinvoice`);
      expect({ name, status, amount: body.amount_due }).toEqual({ name, status: 200, amount: form.bill ?? 0 });
      expect({ name, hasDate: body.date !== null }).toEqual({ name, hasDate: form.bill !== null });
      made.push({ name, customer, id, date: body.date, bill: form.bill, paid: form.sent ? 0 : form.bill });
    }
    const lastDate = Math.max(...made.map(({ date }) => date ?? 0));
    await cloud.clock.moveTo(new Date((lastDate + 7_200) * 1_000).toISOString());
    for (const { name, customer, date, bill, paid } of made) {
      const [renewal] = cloud.stripe.store
        .list('invoice')
        .filter((invoice) => invoice.customer === customer && invoice.billing_reason === 'subscription_cycle')
        .toSorted((a, b) => a.created - b.created);
      const isBilled = renewal !== undefined && renewal.status !== 'void';
      expect({ name, due: isBilled ? renewal.amount_due : null, paid: isBilled ? renewal.amount_paid : null }).toEqual({
        name,
        due: bill,
        paid,
      });
      expect((renewal?.created ?? 0) - (date ?? renewal?.created ?? 0)).toBeLessThan(7_200);
    }
  });

  it('billed on the 15th is previewed and billed on the 15th after each change', async () => {
    const scheduler = await clientAs(cloud, 'Scheduler');
    const base = { items: one(kiss), bill: null };
    const anchor = Math.floor(cloud.clock.now().getTime() / 1_000) + 5 * 86_400;
    const promised: { name: string; customer: string; next: Preview['next'] }[] = [];
    for (const [name, price] of [['upgrade', plus] as const, ['changeprice', dearer] as const, ['increase', dearer] as const]) {
      const { customer, id } = await madeInStripe({ ...base, create: { billing_cycle_anchor: anchor } });
      const { body } = await scheduler.post<Preview>(`/subscription/${id}/preview`, { change: name, price });
      const done =
        name === 'increase'
          ? await scheduler.post('/subscriptionschedule', { subscriptionId: id, newPrice: price })
          : await scheduler.post(`/subscription/${id}/${name}`, { price, proration_date: body.proration_date });
      expect({ name, status: done.status }).toEqual({ name, status: 200 });
      promised.push({ name, customer, next: body.next });
    }
    const last = Math.max(...promised.map(({ next }) => next?.date ?? 0));
    await cloud.clock.moveTo(new Date((last + 7_200) * 1_000).toISOString());
    for (const { name, customer, next } of promised) {
      const renewal = cloud.stripe.store
        .list('invoice')
        .find((invoice) => invoice.customer === customer && Math.abs(invoice.created - (next?.date ?? 0)) < 7_200);
      expect({ name, paid: renewal?.amount_paid }).toEqual({ name, paid: next?.amount });
    }
  });

  it('is not sold or changed to by anyone', async () => {
    const sale = await cloud.member({ plate: 'ODDSALE-IL' });
    const { body: running } = await manager.post('/subscription', {
      customer: (await cloud.member({ plate: 'RUNS1-IL', card: 'pm_card_mastercard' })).customer,
      PlanId: kiss,
    });
    const before = cloud.stripe.store.list('subscription').length;
    for (const price of [
      await oddPrice(999, { interval: 'week' }),
      await oddPrice(5_997, { interval: 'month', interval_count: 3 }),
      await oddPrice(19_999, { interval: 'year' }),
      await oddPrice(2_999, { interval: 'month' }, 'cad'),
    ]) {
      await cloud.settled();
      expect((await manager.post('/subscription', { customer: sale.customer, PlanId: price })).status).toBe(409);
      for (const change of ['upgrade', 'downgrade', 'changeprice'])
        expect((await manager.post(`/subscription/${String(running['id'])}/${change}`, { price })).status).toBeGreaterThanOrEqual(400);
      const { body } = await manager.get<{ prices: { PlanId: string }[] }>('/price');
      expect(body.prices.map(({ PlanId }) => PlanId)).not.toContain(price);
    }
    expect(cloud.stripe.store.list('subscription')).toHaveLength(before);
  });
});
