import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientAs, type ApiClient } from '../../../testing/api-client.ts';
import { startBillingCloud, type BillingCloud } from '../../../testing/billing-cloud.ts';

let cloud: BillingCloud;
let cashier: ApiClient;
let admin: ApiClient;
let ada: { customer: string; card: string };
let subscription: string;

const parts = ['general', 'subscriptions', 'schedules', 'invoices', 'cards', 'charges', 'disputes'] as const;

beforeAll(async () => {
  cloud = await startBillingCloud({ at: '2026-11-21T15:30:00Z' });
  cashier = await clientAs(cloud, 'Cashier');
  admin = await clientAs(cloud, 'Admin');
  ada = await cloud.member({ plate: 'PARTS1-IL' });
  const made = await cloud.sdk.subscriptions.create({
    customer: ada.customer,
    items: [{ price: 'price_SuperKiss_12' }],
    off_session: true,
    metadata: { site: '12', employeename: 'Sam Fuller' },
  });
  subscription = made.id;
  await cloud.settled();
});
afterAll(() => cloud.stop());

const part = async (name: string, query = '') => (await cashier.get(`/customer/${ada.customer}/${name}${query}`)).body;

describe('a member', () => {
  it('is shown with plan, names, flags and groups', async () => {
    expect(await part('general')).toMatchObject({
      id: ada.customer,
      name: 'Moore, Ada',
      firstName: 'Ada',
      lastName: 'Moore',
      deleted: false,
      incomplete: false,
      isTruck: false,
      planType: 'Super Kiss',
      loyaltyGroups: ['Active Unlimited Plans'],
      nextPrice: null,
      invoice_settings: { default_payment_method: ada.card },
      subscriptions: { data: [{ id: subscription, status: 'active' }] },
      cards: [{ brand: 'visa', last4: '4242' }],
      stale: false,
    });
  });

  it('has subscriptions, the newest first, with plan and latest invoice', async () => {
    expect(await part('subscriptions')).toMatchObject({
      count: 1,
      next_page: null,
      subscriptions: [
        { id: subscription, status: 'active', plan: { id: 'price_SuperKiss_12', amount: 2_999 }, latest_invoice: { status: 'paid' } },
      ],
    });
  });

  it('has invoices with their lines and the site that sold the plan', async () => {
    const { invoices } = await part('invoices');
    expect(invoices).toMatchObject([{ status: 'paid', total: 2_999, amount_due: 2_999, subscription, site: 12 }]);
    expect(invoices).toMatchObject([{ description: expect.stringContaining('Super Kiss') as string, lines: [{ amount: 2_999 }] }]);
  });

  it('has cards, one of them the default', async () => {
    const other = await cloud.card(ada.customer);
    const { cards } = await part('cards');
    expect(cards).toHaveLength(2);
    expect(cards).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          id: ada.card,
          type: 'card',
          default: true,
          details: expect.objectContaining({ last4: '4242' }) as object,
        }),
        expect.objectContaining({ id: other, default: false }),
      ]),
    );
  });

  it('has the schedules of price increases, with what they will cost', async () => {
    const schedule = await cloud.sdk.subscriptionSchedules.create({ from_subscription: subscription });
    const [first] = schedule.phases;
    await cloud.sdk.subscriptionSchedules.update(schedule.id, {
      phases: [
        { items: [{ price: 'price_SuperKiss_12' }], start_date: first!.start_date, end_date: first!.end_date },
        { items: [{ price: 'price_SuperKissPlus_12' }], duration: { interval: 'month', interval_count: 1 } },
      ],
    });
    await cloud.settled();
    expect(await part('schedules')).toMatchObject({
      count: 1,
      schedules: [
        {
          id: schedule.id,
          subscription,
          phases: [{ items: [{ amount: 2_999 }] }, { items: [{ price: 'price_SuperKissPlus_12', amount: expect.any(Number) as number }] }],
        },
      ],
    });
  });

  it('shows all metadata to Admins alone', async () => {
    expect((await cashier.get(`/customer/${ada.customer}/metadata`)).status).toBe(403);
    expect((await admin.get(`/customer/${ada.customer}/metadata`)).body).toMatchObject({ metadata: { CustomerCode: 'PARTS1-IL' } });
  });

  it('has a next price until its time is over', async () => {
    const expires = Math.floor(Date.parse('2026-11-30T00:00:00Z') / 1_000);
    await cloud.sdk.customers.update(ada.customer, { metadata: { nextprice: 'price_SuperKiss_12', nextpriceexpires: String(expires) } });
    await cloud.settled();
    expect(await part('general')).toMatchObject({ nextPrice: { price: 'price_SuperKiss_12', expires } });
    await cloud.clock.moveTo('2026-11-30T00:00:00Z');
    expect(await part('general')).toMatchObject({ nextPrice: null });
  });
});

describe('every part', () => {
  it('belongs to an existing customer', async () => {
    for (const name of parts) {
      expect(await admin.get(`/customer/cus_none/${name}`)).toMatchObject({ status: 404, body: { code: 'customer_not_found' } });
      expect((await admin.get(`/customer/cus_none/${name}?noCache=true`)).status).toBe(404);
    }
  });

  it('is read again when the cache is not wanted', async () => {
    cloud.stripe.behave({ webhooks: { hold: true } });
    await cloud.sdk.customers.update(ada.customer, { name: 'Moore, Adele' });
    expect(await part('general')).toMatchObject({ name: 'Moore, Ada' });
    expect(await part('general', '?noCache=true')).toMatchObject({ name: 'Moore, Adele', stale: false, age: expect.any(Number) as number });
    cloud.stripe.behave({ webhooks: { hold: false } });
    await cloud.settled();
  });

  it('comes from the mirror and says so while Stripe is down', async () => {
    cloud.stripe.behave({ down: true });
    const [general, cards] = await Promise.all([part('general', '?noCache=true'), part('cards', '?noCache=true')]).finally(() =>
      cloud.stripe.behave({ down: false }),
    );
    expect(general).toMatchObject({ id: ada.customer, stale: true });
    expect(cards).toMatchObject({ stale: true, cards: [{}, {}] });
  });
});
