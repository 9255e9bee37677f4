import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Subscription } from '@washdesk/contracts/billing/plans/subscription';
import type { Preview } from '@washdesk/contracts/billing/plans/subscription-preview';
import { clientAs, type ApiClient } from '../../../../testing/api-client.ts';
import { startBillingCloud, type BillingCloud } from '../../../../testing/billing-cloud.ts';

let cloud: BillingCloud;
let cashier: ApiClient;
let manager: ApiClient;

beforeAll(async () => {
  cloud = await startBillingCloud({ at: '2026-11-21T15:30:40Z', taxed: true });
  cashier = await clientAs(cloud, 'Cashier');
  manager = await clientAs(cloud, 'SalesManager');
  await cloud.database.db
    .insertInto('promo')
    .values([
      { id: 3, description: 'Opening week', active: true },
      { id: 4, description: 'Over', active: false },
    ])
    .execute();
});
afterAll(() => cloud.stop());

/** The second of the previews: 9 days 18 h 30 min before the 1st 10:00, which is 844200 of November's 2592000 s. */
const from = Date.parse('2026-11-21T15:30:00Z') / 1_000;
const decemberFirst = Date.parse('2026-12-01T10:00:00Z') / 1_000;
const superKiss = 'price_SuperKiss_12';
const onceAMonth = 'price_OnceAMonthCar_12';

const invoiceOf = ({ latest_invoice }: Subscription) => cloud.stripe.store.get('invoice', latest_invoice?.id ?? '');
const subscriptionsOf = (customer: string) => cloud.stripe.store.list('subscription').filter((one) => one.customer === customer);

describe('a sign-up', () => {
  /**
   * Tax is 5% per line, rounded per line. The rest of November of 2999: 2999 x 844200 / 2592000 = 976.75 -> 977, tax 48.85 -> 49. A whole
   * month of 2999: tax 149.95 -> 150; of 1299: tax 64.95 -> 65.
   */
  it.each([
    ['prorated', superKiss, {}, { due: 977 + 49, tax: 49, next: 3149, status: 'active' }],
    ['not prorated', superKiss, { DoNotProrate: true }, { due: 2999 + 150, tax: 150, next: 3149, status: 'active' }],
    ['free for the month', superKiss, { FreeForMonth: 'true' }, { due: 0, tax: 0, next: 3149, status: 'trialing' }],
    ['with last month', superKiss, { ChargeForLastMonth: true }, { due: 977 + 49 + 2999 + 150, tax: 199, next: 3149, status: 'active' }],
    [
      'not prorated, with last month',
      superKiss,
      { DoNotProrate: true, ChargeForLastMonth: 'yes' },
      { due: 2 * 3149, tax: 300, next: 3149, status: 'active' },
    ],
    ['of a plan that is never prorated', onceAMonth, {}, { due: 1299 + 65, tax: 65, next: 1364, status: 'active' }],
  ])('%s costs today what its preview said, to the cent', async (_name, PlanId, ticked, { due, tax, next, status }) => {
    const { customer, card } = await cloud.member();
    const payload = { stripeCustomer: customer, PaymentMethodId: card, PlanId, from, ...ticked };
    const preview = await cashier.post<Preview>('/subscription/preview', payload);
    expect(preview.body).toMatchObject({ due_today: due, tax, from, next: { amount: next, date: decemberFirst } });
    const { status: code, body } = await cashier.post<Subscription>('/subscription', payload);
    expect(code, JSON.stringify(body)).toBe(200);
    expect(body).toMatchObject({ status, customer, plan: { id: PlanId } });
    expect(invoiceOf(body)).toMatchObject({ total: due, amount_paid: due, status: 'paid' });
  });

  it('of an exempt customer has no tax', async () => {
    const { customer } = await cloud.member({ taxExempt: true });
    const { body } = await cashier.post<Subscription>('/subscription', { customer, PlanId: superKiss, from });
    expect(invoiceOf(body)).toMatchObject({ total: 977, amount_paid: 977 });
  });

  it('leaves the mirror whole, names the seller and is audited', async () => {
    const { customer } = await cloud.member();
    cloud.stripe.behave({ webhooks: { lose: 1 } });
    const payload = {
      stripeCustomer: customer,
      PlanId: superKiss,
      PlanPrice: 29.99,
      Promo: 3,
      SaleId: 8812,
      EmployeeName: 'Somebody Else',
    };
    const { body } = await cashier.post<Subscription>('/subscription', payload);
    cloud.stripe.behave({ webhooks: { lose: 0 } });
    expect(body.metadata).toMatchObject({
      employeename: 'Sam Fuller',
      site: '12',
      promo: '3',
      saleid: '8812',
      planduration: '6',
      incomplete: 'false',
    });
    const { db } = cloud.database;
    const charges = await db.selectFrom('mirror_charge').select(['amount', 'status', 'site']).where('customer', '=', customer).execute();
    expect(charges).toEqual([{ amount: invoiceOf(body)?.total, status: 'succeeded', site: 12 }]);
    const invoices = await db.selectFrom('mirror_invoice').select('status').where('customer', '=', customer).execute();
    expect(invoices).toEqual([{ status: 'paid' }]);
    const audits = await db
      .selectFrom('whole_audit')
      .select(['action', 'after'])
      .where('subject', '=', `subscription:${body.id}`)
      .execute();
    expect(audits).toEqual([
      { action: 'subscription.started', after: expect.objectContaining({ customer, price: superKiss, paid: invoiceOf(body)?.total }) },
    ]);
  });

  it('pressed twice is one subscription; another key finds it there', async () => {
    const { customer } = await cloud.member();
    const payload = { stripeCustomer: customer, PlanId: superKiss, from };
    const both = await Promise.all([
      cashier.post('/subscription', payload, { key: 'pressed-twice' }),
      cashier.post('/subscription', payload, { key: 'pressed-twice' }),
    ]);
    expect(both[0]).toEqual(both[1]);
    expect(both[0]?.status).toBe(200);
    expect(await cashier.post('/subscription', payload)).toMatchObject({ status: 409, body: { code: 'already_subscribed' } });
    expect(subscriptionsOf(customer)).toHaveLength(1);
  });

  it('is finished by a second press after Stripe was unavailable, once', async () => {
    const { customer } = await cloud.member();
    const payload = { stripeCustomer: customer, PlanId: superKiss, from };
    cloud.stripe.behave({ down: true });
    const away = await cashier.post('/subscription', payload, { key: 'stripe-away' });
    cloud.stripe.behave({ down: false });
    expect(away).toMatchObject({ status: 503, body: { code: 'stripe_unavailable' } });
    expect(await cashier.post('/subscription', payload, { key: 'stripe-away' })).toMatchObject({ status: 200 });
    expect(subscriptionsOf(customer)).toHaveLength(1);
  });

  it('by two desks at once is one subscription', async () => {
    const { customer } = await cloud.member();
    const payload = { stripeCustomer: customer, PlanId: superKiss, from };
    const both = await Promise.all([cashier.post('/subscription', payload), manager.post('/subscription', payload)]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(subscriptionsOf(customer)).toHaveLength(1);
  });

  it('is sold at the cashier’s site; a manager may choose the site', async () => {
    const elsewhere = { PlanId: 'price_SuperKiss_27', SITENUMBER: '1827' };
    const { customer } = await cloud.member();
    expect(await cashier.post('/subscription', { customer, ...elsewhere })).toMatchObject({
      status: 409,
      body: { code: 'plan_not_offered' },
    });
    const { body } = await manager.post<Subscription>('/subscription', { customer, ...elsewhere });
    expect(body).toMatchObject({ metadata: { site: '27' }, plan: { amount: 2899 } });
  });
});

describe('a sign-up is refused', () => {
  it.each([
    ['a free month that is not prorated', { FreeForMonth: true, DoNotProrate: true }, 400, 'invalid_choices'],
    ['a free month with last month charged', { FreeForMonth: true, ChargeForLastMonth: true }, 400, 'invalid_choices'],
    ['a free month of a plan that is never prorated', { PlanId: onceAMonth, FreeForMonth: true }, 400, 'invalid_choices'],
    ['another price than the one shown', { PlanPrice: '28.99' }, 409, 'price_changed'],
    ['a preview of the future', { from: from + 3_600 }, 409, 'preview_outdated'],
    ['a preview older than a day', { from: from - 90_000 }, 409, 'preview_outdated'],
    ['a price that is not sold yet', { PlanId: 'price_SuperKiss_12_next' }, 409, 'plan_not_offered'],
    ['an interior plan for another plate', { PlanId: 'price_Interior_12' }, 409, 'plate_mismatch'],
    ['no such price', { PlanId: 'price_none' }, 404, 'price_not_found'],
    ['a promotion that is over', { Promo: 4 }, 400, 'promo_not_found'],
    ['dollars with three decimals', { PlanPrice: '29.995' }, 400, 'invalid_request'],
  ])('%s', async (_name, wrong, status, code) => {
    const { customer } = await cloud.member();
    const answer = await cashier.post('/subscription', { stripeCustomer: customer, PlanId: superKiss, ...wrong });
    expect(answer).toMatchObject({ status, body: { code } });
    expect(subscriptionsOf(customer)).toEqual([]);
  });

  it('both prices, where they differ', async () => {
    const { customer } = await cloud.member();
    const { body } = await cashier.post('/subscription', { stripeCustomer: customer, PlanId: superKiss, PlanPrice: '28.99' });
    expect(body['details']).toEqual({ given: 2899, price: 2999 });
  });

  it('without a card, with another customer’s card, and for a deleted customer', async () => {
    const bare = await cloud.sdk.customers.create({ name: 'Bare, Bo' });
    await cloud.settled();
    const payload = { stripeCustomer: bare.id, PlanId: superKiss };
    expect(await cashier.post('/subscription', payload)).toMatchObject({ status: 409, body: { code: 'no_card' } });
    const { card } = await cloud.member();
    const stolen = await cashier.post('/subscription', { ...payload, PaymentMethodId: card });
    expect(stolen).toMatchObject({ status: 409, body: { code: 'not_their_card' } });
    await cloud.sdk.customers.del(bare.id);
    await cloud.settled();
    expect(await cashier.post('/subscription', payload)).toMatchObject({
      status: 409,
      body: { message: 'Customer has been deleted and cannot be signed up for a subscription' },
    });
  });

  it('while a plan runs that was started elsewhere a moment ago, before its webhook arrived', async () => {
    const { customer } = await cloud.member();
    cloud.stripe.behave({ webhooks: { hold: true } });
    await cloud.sdk.subscriptions.create({ customer, items: [{ price: superKiss }] });
    const second = await cashier.post('/subscription', { stripeCustomer: customer, PlanId: superKiss });
    cloud.stripe.behave({ webhooks: { hold: false } });
    expect(second).toMatchObject({ status: 409, body: { code: 'already_subscribed' } });
    expect(subscriptionsOf(customer)).toHaveLength(1);
    await cloud.settled();
  });
});

describe('across months', () => {
  it('a preview of yesterday is kept to the cent, and each plan renews on the 1st', async () => {
    const prorated = await cloud.member();
    const free = await cloud.member();
    const payload = { stripeCustomer: prorated.customer, PlanId: superKiss, from };
    const preview = await cashier.post<Preview>('/subscription/preview', payload);
    await cashier.post('/subscription', { stripeCustomer: free.customer, PlanId: superKiss, FreeForMonth: true });
    await cloud.clock.moveTo('2026-11-22T15:29:00Z');
    const { body } = await cashier.post<Subscription>('/subscription', payload);
    expect(invoiceOf(body)).toMatchObject({ total: 1026, amount_paid: preview.body.due_today });

    const next = await cashier.get<{ amount_due: number; date: number }>(`/invoice/${body.id}/latestinvoice`);
    expect(next.body).toMatchObject({ amount_due: 3149, date: decemberFirst });
    await cloud.clock.moveTo('2026-12-01T12:00:00Z');
    const renewals = cloud.stripe.store.list('invoice').filter(({ billing_reason }) => billing_reason === 'subscription_cycle');
    for (const { customer } of [prorated, free]) {
      expect(renewals.filter((one) => one.customer === customer)).toMatchObject([{ amount_paid: 3149, status: 'paid' }]);
    }
    const outdated = await cashier.post('/subscription/preview', { PlanId: superKiss, from: decemberFirst - 60 });
    expect(outdated).toMatchObject({ status: 409, body: { code: 'preview_outdated' } });
  });

  it('a sign-up form that has no customer yet learns the amount', async () => {
    await cloud.clock.moveTo('2026-12-31T10:00:00Z');
    const { body } = await cashier.get<{ amount_due: number; tax: number; from: number }>(
      `/invoice/${superKiss}/latestinvoice?site=12&donotprorate=true&chargelastmonth=true`,
    );
    // two whole months including tax
    expect(body).toMatchObject({ amount_due: 2 * 3149, tax: 300 });
  });
});
