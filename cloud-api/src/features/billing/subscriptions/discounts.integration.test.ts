import type { Stripe } from 'stripe';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Subscription } from '@washdesk/contracts/billing/plans/subscription';
import type { Preview } from '@washdesk/contracts/billing/plans/subscription-preview';
import type { CustomerInvoice } from '@washdesk/contracts/members/customer-parts';
import { giveCustomerCoupon } from '@washdesk/stripe-simulator/subscribe/discounts';
import { clientAs, type ApiClient } from '../../../testing/api-client.ts';
import { startBillingCloud, type BillingCloud } from '../../../testing/billing-cloud.ts';

let cloud: BillingCloud;
let scheduler: ApiClient;

beforeAll(async () => {
  cloud = await startBillingCloud({ at: '2026-11-16T10:00:00Z', taxed: true });
  scheduler = await clientAs(cloud, 'Scheduler');
});
afterAll(() => cloud.stop());

const kiss = 'price_SuperKiss_12';
const plus = 'price_SuperKissPlus_12';
const dearer = 'price_SuperKiss_12_next';
const tenth: Stripe.CouponCreateParams = { percent_off: 10, duration: 'forever' };

const coupon = async (terms: Stripe.CouponCreateParams): Promise<string> => (await cloud.sdk.coupons.create(terms)).id;

/** Creates a member whose whole November is paid, and gives the plan a coupon in Stripe. */
async function discounted(terms: Stripe.CouponCreateParams): Promise<{ customer: string; id: string }> {
  const { customer } = await cloud.member();
  const { body } = await scheduler.post<Subscription>('/subscription', { stripeCustomer: customer, PlanId: kiss, DoNotProrate: true });
  await cloud.sdk.subscriptions.update(body.id, { discounts: [{ coupon: await coupon(terms) }] });
  await cloud.settled();
  return { customer, id: body.id };
}

const preview = async (id: string, body: object): Promise<Preview> =>
  (await scheduler.post<Preview>(`/subscription/${id}/preview`, body)).body;
const sumOf = ({ lines, tax }: Pick<Preview, 'lines' | 'tax'>): number => lines.reduce((sum, { amount }) => sum + amount, tax);
const nextBill = async (id: string): Promise<number> =>
  (await scheduler.get<{ amount_due: number }>(`/invoice/${id}/latestinvoice`)).body.amount_due;
const discountsOf = async (id: string): Promise<number> => (await cloud.sdk.subscriptions.retrieve(id)).discounts.length;
const bills = (customer: string) => cloud.stripe.store.list('invoice').filter((one) => one.customer === customer);

it('a coupon set in Stripe survives every change, and each preview is the bill', async () => {
  const upgraded = await discounted(tenth);
  const upgrade = await preview(upgraded.id, { change: 'upgrade', price: plus });
  expect(sumOf(upgrade)).toBe(upgrade.due_today);
  const body = { price: plus, proration_date: upgrade.proration_date };
  expect(await scheduler.post(`/subscription/${upgraded.id}/upgrade`, body)).toMatchObject({ status: 200 });
  expect(bills(upgraded.customer)[0]).toMatchObject({ billing_reason: 'subscription_update', amount_paid: upgrade.due_today });

  const raised = await discounted(tenth);
  const increase = await preview(raised.id, { change: 'increase', price: dearer });
  expect(await scheduler.post('/subscriptionschedule', { subscriptionId: raised.id, newPrice: dearer })).toMatchObject({ status: 200 });

  // an upgrade releases the increase
  const both = await discounted({ amount_off: 500, currency: 'usd', duration: 'forever' });
  expect(await scheduler.post('/subscriptionschedule', { subscriptionId: both.id, newPrice: dearer })).toMatchObject({ status: 200 });
  const beside = await preview(both.id, { change: 'upgrade', price: plus });
  const third = { price: plus, proration_date: beside.proration_date };
  expect(await scheduler.post(`/subscription/${both.id}/upgrade`, third)).toMatchObject({ status: 200 });
  expect(bills(both.customer)[0]).toMatchObject({ billing_reason: 'subscription_update', amount_paid: beside.due_today });

  const changed = await discounted(tenth);
  const change = await preview(changed.id, { change: 'changeprice', price: dearer });
  expect(await scheduler.post(`/subscription/${changed.id}/changeprice`, { price: dearer })).toMatchObject({ status: 200 });

  const once = await discounted({ ...tenth, duration: 'once' });
  const lower = await preview(once.id, { change: 'upgrade', price: plus });
  const again = { price: plus, proration_date: lower.proration_date };
  expect(await scheduler.post(`/subscription/${once.id}/upgrade`, again)).toMatchObject({ status: 200 });
  await cloud.settled();

  // 4499 less 450 with tax, and 4499 with tax: the upgrade used the coupon of one bill
  expect([upgrade.next?.amount, lower.next?.amount]).toEqual([4_251, 4_724]);
  const promised = [
    { ...upgraded, next: upgrade.next, left: 1 },
    { ...raised, next: increase.next, left: 1 },
    { ...both, next: beside.next, left: 1 },
    { ...changed, next: change.next, left: 1 },
    { ...once, next: lower.next, left: 0 },
  ];
  for (const { id, next, left } of promised) expect([await discountsOf(id), await nextBill(id)]).toEqual([left, next?.amount]);
  await cloud.clock.moveTo('2026-12-01T12:00:00Z');
  for (const { customer, next } of promised) {
    expect(bills(customer)[0]).toMatchObject({ billing_reason: 'subscription_cycle', amount_paid: next?.amount });
  }
  const { body: listed } = await scheduler.get<{ invoices: CustomerInvoice[] }>(`/customer/${upgraded.customer}/invoices`);
  expect(listed.invoices[0]).toMatchObject({ total: 4_251, total_excluding_tax: 4_049, lines: [{ amount: 4_499 }, { amount: -450 }] });
});

it('a customer’s coupon of one bill lowers the sign-up alone, and is seen at once', async () => {
  const { customer } = await cloud.member();
  giveCustomerCoupon(cloud.stripe.sandbox, { customer, coupon: await coupon({ amount_off: 500, currency: 'usd', duration: 'once' }) });
  await cloud.settled();
  const signUp = { stripeCustomer: customer, PlanId: kiss, DoNotProrate: true };
  const { body: promised } = await scheduler.post<Preview>('/subscription/preview', signUp);
  expect([promised.due_today, promised.next?.amount]).toEqual([2_624, 3_149]);
  const { body } = await scheduler.post<Subscription>('/subscription', signUp);
  await cloud.settled();
  expect(bills(customer)).toMatchObject([{ amount_paid: 2_624 }]);
  expect(await nextBill(body.id)).toBe(3_149);
});
