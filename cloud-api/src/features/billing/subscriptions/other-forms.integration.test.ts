import type { Stripe } from 'stripe';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Subscription } from '@washdesk/contracts/billing/plans/subscription';
import { epochSeconds } from '@washdesk/rules/dates/dates';
import { clientAs, type ApiClient } from '../../../testing/api-client.ts';
import { startBillingCloud, type BillingCloud } from '../../../testing/billing-cloud.ts';

let cloud: BillingCloud;
let manager: ApiClient;

beforeAll(async () => {
  cloud = await startBillingCloud({ at: '2026-11-10T10:00:00Z', taxed: true });
  manager = await clientAs(cloud, 'SalesManager');
});
afterEach(() => cloud.endPlans());
afterAll(() => cloud.stop());

const december = epochSeconds(new Date('2026-12-01T10:00:00Z'));
const kiss = 'price_SuperKiss_12';

async function productOf(price: string): Promise<string> {
  const { product } = await cloud.sdk.prices.retrieve(price);
  return typeof product === 'string' ? product : product.id;
}

describe('a price with a plan’s metadata that is no plan', () => {
  it.each<[string, Omit<Stripe.PriceCreateParams, 'product' | 'unit_amount' | 'metadata'>]>([
    ['charged every week, not every month', { currency: 'usd', recurring: { interval: 'week' } }],
    ['charged every 3 months, not every month', { currency: 'usd', recurring: { interval: 'month', interval_count: 3 } }],
    ['charged every year, not every month', { currency: 'usd', recurring: { interval: 'year' } }],
    ['charged once, not every month', { currency: 'usd' }],
    ['charged in CAD, not in US dollars', { currency: 'cad', recurring: { interval: 'month' } }],
  ])('because it is %s, is offered nowhere and named to an Admin', async (problem, form) => {
    const product = await productOf(kiss);
    const metadata = { site: '12', product_class: 'Super Kiss', current_price: 'true', availableonline: '1' };
    const { id } = await cloud.sdk.prices.create({ product, unit_amount: 1_999, nickname: `Odd ${problem}`, metadata, ...form });
    await cloud.settled();
    const { customer } = await cloud.member();
    expect(await manager.post('/subscription', { customer, PlanId: id })).toMatchObject({
      status: 409,
      body: { code: 'plan_not_offered', message: `This price is no plan: it is ${problem}` },
    });
    const { body: listed } = await manager.get<{ prices: { PlanId: string }[] }>('/price');
    expect(listed.prices.map(({ PlanId }) => PlanId)).not.toContain(id);
    const prices = await clientAs(cloud, 'PriceManager');
    const { body: sites } = await prices.get<{ prices: { planId: string }[]; problems: object[] }>('/location/prices');
    expect(sites.prices.map(({ planId }) => planId)).not.toContain(id);
    expect(sites.problems).toContainEqual({
      planId: id,
      planName: `Odd ${problem}`,
      productClass: 'Super Kiss',
      sitenumber: 12,
      problem,
    });
    const alert = await cloud.database.db.selectFrom('job').select('last_error').where('key', 'like', `price:${id}:%`).executeTakeFirst();
    expect(alert?.last_error).toContain(`isn’t sold: it is ${problem}`);
  });
});

async function madeInStripe(plate: string, items: Stripe.SubscriptionCreateParams.Item[]) {
  const { customer, card } = await cloud.member({ plate });
  const { id } = await cloud.sdk.subscriptions.create({
    customer,
    items,
    default_payment_method: card,
    default_tax_rates: [cloud.taxRate],
    billing_cycle_anchor_config: { day_of_month: 1, hour: 10, minute: 0, second: 0 },
    metadata: { site: '12' },
  });
  await cloud.settled();
  return { customer, id };
}

describe('a subscription of another form', () => {
  it.each<[string, string, Stripe.SubscriptionCreateParams.Item[], number]>([
    ['This subscription has quantity 2', '$62.98 a month with tax (2 × $29.99)', [{ price: kiss, quantity: 2 }], 6_298],
    [
      'This subscription has 2 plans',
      '$31.49 a month with tax and $47.24 a month with tax',
      [{ price: kiss }, { price: 'price_SuperKissPlus_12' }],
      7_873,
    ],
  ])('%s: is shown as it is, billed to the cent, and says what cannot be done', async (problem, terms, items, bill) => {
    const { customer, id } = await madeInStripe(`ODD${items.length}-IL`, items);
    const seen = await manager.get<Subscription>(`/subscription/${id}`);
    expect(seen.body).toMatchObject({ status: 'active', terms, problem });
    expect(seen.body.items.data.map(({ quantity }) => quantity)).toEqual(items.map(({ quantity = 1 }) => quantity));
    expect((await manager.get(`/customer/${customer}/general`)).body).toMatchObject({ subscriptions: { data: [{ terms }] } });
    expect((await manager.get(`/invoice/${id}/latestinvoice`)).body).toMatchObject({ amount_due: bill, date: december });

    const refused = { status: 409, body: { code: 'not_changeable', message: expect.stringContaining(problem) } };
    for (const change of ['upgrade', 'downgrade', 'changeprice']) {
      expect(await manager.post(`/subscription/${id}/${change}`, { price: 'price_SuperKissPlus_12' })).toMatchObject(refused);
      expect(await manager.post(`/subscription/${id}/preview`, { change, price: 'price_SuperKissPlus_12' })).toMatchObject(refused);
    }
    expect(await manager.post(`/subscription/${id}/discontinue`, { reason: 'Moved away' })).toMatchObject({ status: 200 });
    await cloud.settled();
    expect((await manager.post(`/subscription/${id}/preview`, { change: 'reinstate' })).body).toMatchObject({ next: { amount: bill } });
    expect(await manager.post(`/subscription/${id}/reinstate`, {})).toMatchObject({ status: 200, body: { mode: 'discontinue-reinstate' } });
    expect(cloud.stripe.store.get('subscription', id)?.billing.items.map(({ quantity }) => quantity)).toEqual(
      items.map(({ quantity = 1 }) => quantity),
    );
    expect(await manager.post(`/subscription/${id}/terminate`, { reason: 'Moved away' })).toMatchObject({ status: 200 });
    expect(await manager.post(`/subscription/${id}/reinstate`, {})).toMatchObject({ status: 409, body: { code: 'not_reinstatable' } });
  });

  it('is billed on the 1st what its preview said', async () => {
    const { customer, id } = await madeInStripe('ODD9-IL', [{ price: kiss, quantity: 3 }]);
    const { body } = await manager.get<{ amount_due: number }>(`/invoice/${id}/latestinvoice`);
    await cloud.clock.moveTo('2026-12-01T12:00:00Z');
    const [renewal] = cloud.stripe.store.list('invoice').filter((one) => one.customer === customer);
    expect(renewal).toMatchObject({ billing_reason: 'subscription_cycle', amount_paid: body.amount_due });
    expect(body.amount_due).toBe(9_447);
  });
});

describe('a subscription whose invoices are sent', () => {
  it('is a member’s while they are not due, then owes, and is paid by card without a retry', async () => {
    await cloud.clock.moveTo('2026-12-01T12:00:10Z');
    const { customer, card } = await cloud.member({ plate: 'SENT1-IL' });
    // of another purchase
    const payment_method = await cloud.card(customer, 'pm_card_chargeCustomerFail');
    const charge = {
      amount: 500,
      currency: 'usd',
      customer,
      payment_method,
      confirm: true,
      off_session: true,
      allowed_payment_method_types: ['card'],
    };
    await expect(cloud.sdk.paymentIntents.create(charge)).rejects.toMatchObject({ statusCode: 402 });
    const terms = { collection_method: 'send_invoice' as const, days_until_due: 5, default_tax_rates: [cloud.taxRate] };
    const { id } = await cloud.sdk.subscriptions.create({ customer, items: [{ price: kiss }], metadata: { site: '12' }, ...terms });
    await cloud.clock.moveTo('2026-12-01T14:00:00Z');
    const seen = () => manager.get<Subscription>(`/subscription/${id}`);
    const problem = 'This subscription is paid by invoices that Stripe sends, not by card';
    expect((await seen()).body).toMatchObject({
      status: 'active',
      collection_method: 'send_invoice',
      problem,
      latest_invoice: { status: 'open' },
    });
    expect(await manager.post(`/subscription/${id}/upgrade`, { price: 'price_SuperKissPlus_12' })).toMatchObject({ status: 409 });
    expect((await manager.get(`/invoice/${id}/latestinvoice`)).body).toMatchObject({ amount_due: 3_149 });
    await cloud.clock.moveTo('2026-12-07T10:00:00Z');
    const { body: overdue } = await seen();
    expect(overdue.status).toBe('past_due');
    const owed = await manager.get<{ rows: { subscription: string; due: number; nextRetry: number | null }[] }>('/worklist/pastdue');
    expect(owed.body.rows).toContainEqual(expect.objectContaining({ subscription: id, due: 3_149, nextRetry: null, declined: null }));
    expect(await manager.post(`/invoice/${overdue.latest_invoice?.id}/pay?payment_method=${card}`)).toMatchObject({ status: 200 });
    expect((await seen()).body).toMatchObject({ status: 'active', latest_invoice: { status: 'paid' } });
  });
});

describe('a plan with an end date set in Stripe', () => {
  it('ends then, has no next bill before, and can be discontinued earlier', async () => {
    await cloud.clock.moveTo('2026-12-07T10:00:10Z');
    const { id } = await madeInStripe('ENDS1-IL', [{ price: kiss }]);
    const end = epochSeconds(new Date('2026-12-20T10:00:00Z'));
    await cloud.sdk.subscriptions.update(id, { cancel_at: end, proration_behavior: 'none' });
    await cloud.settled();
    const seen = () => manager.get<Subscription>(`/subscription/${id}`);
    expect((await seen()).body).toMatchObject({
      status: 'active',
      cancel_at: end,
      problem: 'This plan has an end date that was set in Stripe',
    });
    expect((await manager.get(`/invoice/${id}/latestinvoice`)).body).toMatchObject({ amount_due: 0, date: null });
    expect(await manager.post(`/subscription/${id}/changeprice`, { price: 'price_SuperKiss_12_next' })).toMatchObject({ status: 409 });
    await cloud.clock.moveTo('2026-12-20T10:00:01Z');
    expect((await seen()).body).toMatchObject({ status: 'canceled', ended_at: end });
  });
});

describe('a plan under a schedule that was set in Stripe', () => {
  it('is not changed, so that no later phase is lost, until the schedule is released or the plan ends', async () => {
    const { id } = await madeInStripe('PHASES1-IL', [{ price: kiss }]);
    const made = await cloud.sdk.subscriptionSchedules.create({ from_subscription: id });
    const { start_date, end_date } = made.phases[0]!;
    const month = { interval: 'month' as const, interval_count: 1 };
    await cloud.sdk.subscriptionSchedules.update(made.id, {
      phases: [
        { items: [{ price: kiss }], start_date, end_date },
        { items: [{ price: 'price_SuperKissPlus_12' }], duration: month },
        { items: [{ price: kiss }], duration: month },
      ],
    });
    await cloud.settled();
    const problem = 'This plan has a schedule that was set in Stripe';
    expect((await manager.get<Subscription>(`/subscription/${id}`)).body).toMatchObject({ status: 'active', problem });
    for (const change of ['upgrade', 'changeprice']) {
      const refused = await manager.post(`/subscription/${id}/${change}`, { price: 'price_SuperKissPlus_12' });
      expect(refused).toMatchObject({ status: 409, body: { code: 'not_changeable', message: expect.stringContaining(problem) } });
    }
    expect(await cloud.sdk.subscriptionSchedules.retrieve(made.id)).toMatchObject({ status: 'active', phases: { length: 3 } });
    expect(await manager.post(`/subscription/${id}/discontinue`, { reason: 'Moved away' })).toMatchObject({ status: 200 });
    await cloud.settled();
    expect(await manager.post(`/subscription/${id}/reinstate`, {})).toMatchObject({ status: 200 });
    await cloud.settled();
    expect((await manager.get<Subscription>(`/subscription/${id}`)).body).toMatchObject({ schedule: null, problem: null });
  });
});
