import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Subscription } from '@washdesk/contracts/billing/plans/subscription';
import type { Preview } from '@washdesk/contracts/billing/plans/subscription-preview';
import { epochSeconds } from '@washdesk/rules/dates/dates';
import { creditOf, debitOf } from '@washdesk/test-support/prorations';
import { seed } from '@washdesk/test-support/sizes';
import { clientAs, type ApiClient } from '../../../../testing/api-client.ts';
import { startBillingCloud, type BillingCloud } from '../../../../testing/billing-cloud.ts';
import { settledDifferences } from '../../../../testing/mirror-equals.ts';

let cloud: BillingCloud;
let cashier: ApiClient;
let manager: ApiClient;
let scheduler: ApiClient;

/** Each test has its own members; the month continues from test to test. */
beforeAll(async () => {
  cloud = await startBillingCloud({ at: '2026-11-01T10:00:00Z' });
  cashier = await clientAs(cloud, 'Cashier');
  manager = await clientAs(cloud, 'SalesManager');
  scheduler = await clientAs(cloud, 'Scheduler');
});
afterAll(() => cloud.stop());

const kiss = 'price_SuperKiss_12';
const plus = 'price_SuperKissPlus_12';
const second = (iso: string): number => Date.parse(iso) / 1_000;

interface Changed {
  subscriptions: Subscription[];
  message: string | null;
}

/** Creates a member whose whole month is paid, so that the bills below are only those of the change. */
async function member(PlanId = kiss, plate = 'MEMBER1-IL') {
  const held = await cloud.member({ plate });
  const { status, body } = await cashier.post<Subscription>('/subscription', { customer: held.customer, PlanId, DoNotProrate: true });
  expect(status, JSON.stringify(body)).toBe(200);
  return { ...held, id: body.id };
}

const invoicesOf = (customer: string) => cloud.stripe.store.list('invoice').filter((one) => one.customer === customer);
const held = (id: string) => {
  const subscription = cloud.stripe.store.get('subscription', id);
  return { price: subscription?.billing.items[0]?.price.id, schedule: subscription?.schedule ?? null, status: subscription?.status };
};
const scheduleOf = (id: string) => cloud.stripe.store.get('subscription_schedule', held(id).schedule ?? '');
const auditsOf = (id: string) =>
  cloud.database.db
    .selectFrom('whole_audit')
    .select(['action', 'before', 'after', 'why'])
    .where('subject', '=', `subscription:${id}`)
    .where('action', '<>', 'subscription.started')
    .orderBy('at')
    .execute();

async function increase(id: string): Promise<void> {
  const wanted = { subscriptionId: id, newPrice: `${kiss}_next` };
  expect(await scheduler.post('/subscriptionschedule', wanted)).toMatchObject({ status: 200 });
}

describe('an upgrade', () => {
  it('charges the difference at once, as its preview said, also a quarter of an hour later', async () => {
    const { id, customer } = await member();
    await increase(id);
    await cloud.clock.moveTo('2026-11-16T10:00:00Z');
    const { body: preview } = await cashier.post<Preview>(`/subscription/${id}/preview`, { change: 'upgrade', price: plus });
    await cloud.clock.moveTo('2026-11-16T10:15:00Z');
    const wanted = { price: plus, proration_date: preview.proration_date };
    const { status, body } = await cashier.post<Changed>(`/subscription/${id}/upgrade`, wanted);
    expect(status, JSON.stringify(body)).toBe(200);
    // the rest of November's 2592000 s, about half: 4499/2 - 2999/2, each rounded separately
    const left = second('2026-12-01T10:00:00Z') - preview.proration_date;
    expect(preview.due_today).toBe(debitOf(4499, left, 2_592_000) - creditOf(2999, left, 2_592_000));
    const [billed] = invoicesOf(customer);
    expect(billed).toMatchObject({ total: preview.due_today, status: 'paid', billing_reason: 'subscription_update' });
    expect(body.subscriptions[0]).toMatchObject({
      id,
      status: 'active',
      schedule: null,
      plan: { id: plus, amount: 4499 },
      latest_invoice: { id: billed?.id },
    });
    expect(held(id)).toEqual({ price: plus, schedule: null, status: 'active' });
    const [, audit] = await auditsOf(id);
    expect(audit).toMatchObject({
      action: 'subscription.upgraded',
      before: { price: kiss, status: 'active' },
      after: { price: plus, status: 'active', invoice: billed?.id, paid: preview.due_today },
    });
    await cloud.settled();
    expect(await settledDifferences(cloud.stripe, cloud.database.db, cloud.settled)).toEqual([]);
  });

  it('that is declined leaves everything as it was, the schedule too', async () => {
    const { id, customer, card } = await member();
    await increase(id);
    const before = scheduleOf(id);
    cloud.spoil(card, 'declined_insufficient_funds');
    const bills = invoicesOf(customer).length;
    const { status, body } = await cashier.post(`/subscription/${id}/upgrade`, { price: plus });
    expect({ status, body }).toMatchObject({
      status: 402,
      body: { code: 'card_declined', details: { declineCode: 'insufficient_funds', sellerMessage: expect.any(String), invoice: null } },
    });
    expect(held(id)).toMatchObject({ price: kiss, status: 'active' });
    const again = scheduleOf(id);
    expect(again?.id).not.toBe(before?.id);
    expect(again).toMatchObject({ status: 'active', metadata: { ...before?.metadata, operation: expect.any(String) } });
    expect(again?.phases.at(-1)).toMatchObject({ start_date: before?.phases.at(-1)?.start_date, items: [{ price: `${kiss}_next` }] });
    expect(invoicesOf(customer).filter(({ status: state }) => state !== 'void')).toHaveLength(bills);
    const shown = await cashier.get<Subscription>(`/subscription/${id}`);
    expect(shown.body).toMatchObject({ plan: { id: kiss }, schedule: { id: again?.id, status: 'active' } });
  });

  it('can be paid by another card of the customer, which becomes the default, but not by another customer’s', async () => {
    const { id, customer, card } = await member();
    const stranger = await member();
    cloud.spoil(card, 'declined_insufficient_funds');
    const theirs = await cashier.post(`/subscription/${id}/upgrade`, { price: plus, PaymentMethodId: stranger.card });
    expect(theirs).toMatchObject({ status: 409, body: { code: 'not_their_card' } });
    const PaymentMethodId = await cloud.card(customer);
    expect(await cashier.post(`/subscription/${id}/upgrade`, { PlanId: plus, PaymentMethodId })).toMatchObject({ status: 200 });
    expect(cloud.stripe.store.get('subscription', id)?.default_payment_method).toBe(PaymentMethodId);
    expect((await cloud.sdk.customers.retrieve(customer)) as object).toMatchObject({
      invoice_settings: { default_payment_method: PaymentMethodId },
    });
  });

  it('pressed twice is done once; the same key for another plan is refused', async () => {
    const { id, customer } = await member();
    const bills = invoicesOf(customer).length;
    const press = () => cashier.post(`/subscription/${id}/upgrade`, { price: plus }, { key: `twice-${id}` });
    const [one, other] = await Promise.all([press(), press()]);
    expect(one).toEqual(other);
    expect(one.status).toBe(200);
    expect(invoicesOf(customer)).toHaveLength(bills + 1);
    const another = await cashier.post(`/subscription/${id}/upgrade`, { price: kiss }, { key: `twice-${id}` });
    expect(another).toMatchObject({ status: 422, body: { code: 'key_reused' } });
  });

  it('whose answers are lost is checked with its key, and done once', async () => {
    const { id, customer } = await member();
    await increase(id);
    const bills = invoicesOf(customer).length;
    const press = () => cashier.post<Changed>(`/subscription/${id}/upgrade`, { price: plus }, { key: `lost-${id}` });
    cloud.stripe.behave({ seed, dropAnswers: 0.6 });
    const first = await press();
    cloud.stripe.behave({ dropAnswers: 0 });
    const last = first.status === 503 ? await press() : first;
    expect(last.status, JSON.stringify(last.body)).toBe(200);
    expect(held(id)).toEqual({ price: plus, schedule: null, status: 'active' });
    expect(invoicesOf(customer)).toHaveLength(bills + 1);
  });

  it('and another change at once end one after the other', async () => {
    const { id, customer } = await member();
    const bills = invoicesOf(customer).length;
    const both = await Promise.all([
      cashier.post(`/subscription/${id}/upgrade`, { price: plus }),
      manager.post(`/subscription/${id}/upgrade`, { price: plus }),
    ]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404]);
    expect(both.find(({ status }) => status === 404)?.body).toMatchObject({ message: 'Failed to Find Upgrade Plan' });
    expect(invoicesOf(customer)).toHaveLength(bills + 1);
  });

  it('is refused for another class, an outdated preview, and what does not run', async () => {
    const { id } = await member();
    const upgrade = (body: object) => cashier.post(`/subscription/${id}/upgrade`, body);
    expect(await upgrade({ price: `${plus}_next` })).toMatchObject({ status: 409, body: { code: 'plan_not_offered' } });
    const yesterday = epochSeconds(cloud.clock.now()) - 86_460;
    expect(await upgrade({ price: plus, proration_date: yesterday })).toMatchObject({ status: 409, body: { code: 'preview_outdated' } });
    expect(await cashier.post(`/subscription/${id}/discontinue`, { reason: 'Moved away' })).toMatchObject({ status: 403 });
    await manager.post(`/subscription/${id}/discontinue`, { reason: 'Moved away' });
    expect(await upgrade({ price: plus })).toMatchObject({ status: 409, body: { code: 'not_changeable' } });
    expect(await cashier.post('/subscription/sub_none/upgrade', { price: plus })).toMatchObject({
      status: 404,
      body: { message: 'Failed to lookup subscription' },
    });
  });
});

describe('a downgrade', () => {
  it('is capped, makes the capped price once, and credits the next invoice as previewed', async () => {
    const first = await member('price_SuperInterior_12', 'DOWN1-HI');
    const other = await member('price_SuperInterior_12', 'DOWN2-HI');
    const interior = 'price_Interior_12';
    expect(await cashier.post(`/subscription/${first.id}/downgrade`, { price: interior })).toMatchObject({ status: 403 });
    const { body: preview } = await manager.post<Preview>(`/subscription/${first.id}/preview`, { change: 'downgrade', price: interior });
    const wanted = { price: interior, proration_date: preview.proration_date };
    const { status, body } = await manager.post<Changed>(`/subscription/${first.id}/downgrade`, wanted);
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.message).toBe('Downgrade price is capped at $29.99');
    expect(body.subscriptions[0]).toMatchObject({ plan: { amount: 2999, product: { id: 'prod_Interior' } } });
    const made = held(first.id).price ?? '';
    expect(cloud.stripe.store.get('price', made)).toMatchObject({
      product: 'prod_Interior',
      unit_amount: 2999,
      metadata: { site: '12', current_price: 'false' },
    });
    await manager.post(`/subscription/${other.id}/downgrade`, { price: interior });
    expect(held(other.id).price).toBe(made);
    expect(preview.due_today).toBe(0);
    // the rest of November is credited at 5999 and charged at 2999; December costs 2999
    const left = second('2026-12-01T10:00:00Z') - preview.proration_date;
    const due = 2999 - creditOf(5999, left, 2_592_000) + debitOf(2999, left, 2_592_000);
    await cloud.clock.moveTo('2026-12-01T12:00:00Z');
    const [renewal] = invoicesOf(first.customer);
    expect(renewal).toMatchObject({ total: due, status: 'paid', billing_reason: 'subscription_cycle' });
    expect(preview.next?.amount).toBe(renewal?.total);
  });

  it('below the cap takes the listed price and says nothing', async () => {
    const { id } = await member(plus);
    const { body } = await manager.post<Changed>(`/subscription/${id}/downgrade`, { price: kiss });
    expect(body).toMatchObject({ message: null, subscriptions: [{ plan: { id: kiss, amount: 2999 } }] });
  });

  it('credits nothing where the latest invoice is not paid', async () => {
    const { id, customer } = await member(plus);
    // the paid invoice's events must be processed before another state is set
    await cloud.settled();
    const [latest] = invoicesOf(customer);
    cloud.stripe.store.put({ ...latest!, status: 'open', amount_paid: 0 });
    await cloud.database.db
      .updateTable('mirror_invoice')
      .set({ object: JSON.stringify({ ...(await cloud.sdk.invoices.retrieve(latest!.id)) }), status: 'open' })
      .where('id', '=', latest!.id)
      .execute();
    await manager.post(`/subscription/${id}/downgrade`, { price: kiss });
    cloud.stripe.store.put(latest!);
    const next = await cloud.sdk.invoices.createPreview({ subscription: id });
    expect(next.total).toBe(2999);
  });
});

describe('a change of price', () => {
  it('counts from the next month on, is kept for one month and remembered', async () => {
    const { id, customer } = await member();
    const bills = invoicesOf(customer).length;
    expect(await cashier.post(`/subscription/${id}/changeprice`, { price: `${kiss}_next` })).toMatchObject({ status: 403 });
    expect(await manager.post(`/subscription/${id}/changeprice`, { price: `${kiss}_next` })).toMatchObject({ status: 200 });
    expect(invoicesOf(customer)).toHaveLength(bills);
    const { metadata } = (await cloud.sdk.customers.retrieve(customer)) as { metadata: Record<string, string> };
    const today = cloud.clock.now().toISOString().slice(0, 10);
    expect(JSON.parse(metadata['price_change_data'] ?? '')).toEqual([
      { on: today, amount: 3299, from: kiss, to: `${kiss}_next`, product: 'Super Kiss' },
    ]);
    expect(metadata).toMatchObject({ nextprice: `${kiss}_next` });
    const days = (Number(metadata['nextpriceexpires']) - cloud.clock.now().getTime() / 1_000) / 86_400;
    expect(Math.round(days)).toBe(31);
    await cloud.clock.moveTo('2027-01-01T12:00:00Z');
    expect(invoicesOf(customer)[0]).toMatchObject({ total: 3299, status: 'paid' });
  });
});

describe('the range of a product class', () => {
  const limits = { min_price: 2_500, max_car: 3_100, max_truck: 3_400, max_car_commercial: 3_400, max_truck_commercial: 3_400 };
  const words = '$32.99 is outside the price range of Super Kiss for cars: $25.00 to $31.00';
  const refused = { status: 409, body: { code: 'price_out_of_range', message: words } };
  const dearer = { price: `${kiss}_next` };
  let ranges: { id: number; product_class: string }[];
  let priceManager: ApiClient;

  beforeAll(async () => {
    priceManager = await clientAs(cloud, 'PriceManager');
    ranges = (await priceManager.get<{ priceranges: typeof ranges }>('/meta/priceranges')).body.priceranges;
    await save('Super Kiss', limits);
  });
  afterAll(async () => {
    for (const { id, product_class: _class, ...before } of ranges) await priceManager.put(`/meta/priceranges/${id}`, before);
  });
  async function save(productClass: string, range: object): Promise<void> {
    const row = ranges.find(({ product_class }) => product_class === productClass)!;
    expect(await priceManager.put(`/meta/priceranges/${row.id}`, range)).toMatchObject({ status: 200 });
  }

  it('refuses another price and an increase outside it, in their previews too, and leaves the price that a member has', async () => {
    const { id } = await member();
    await save('Super Kiss', { ...limits, min_price: 3_000 });
    expect((await cashier.get<Subscription>(`/subscription/${id}`)).body.plan).toMatchObject({ amount: 2_999 });
    await save('Super Kiss', limits);
    expect(await manager.post(`/subscription/${id}/preview`, { change: 'changeprice', ...dearer })).toMatchObject(refused);
    expect(await manager.post(`/subscription/${id}/changeprice`, dearer)).toMatchObject(refused);
    expect(await manager.post(`/subscription/${id}/preview`, { change: 'increase', ...dearer })).toMatchObject(refused);
    expect(await scheduler.post('/subscriptionschedule', { subscriptionId: id, newPrice: dearer.price })).toMatchObject(refused);
    expect(held(id)).toEqual({ price: kiss, schedule: null, status: 'active' });
    expect(await auditsOf(id)).toEqual([]);
  });

  it('is that of the vehicle', async () => {
    const { id, customer } = await member();
    await cloud.sdk.customers.update(customer, { metadata: { isTruck: 'true' } });
    await cloud.settled();
    expect(await manager.post(`/subscription/${id}/changeprice`, dearer)).toMatchObject({ status: 200 });
  });

  it('never refuses the price of the cap, nor anything for a class without a row', async () => {
    const down = await member('price_SuperInterior_12', 'DOWN3-HI');
    const { body } = await manager.post<Changed>(`/subscription/${down.id}/downgrade`, { price: 'price_Interior_12' });
    const capped = body.subscriptions[0]?.plan?.id;
    await save('Interior', { ...limits, min_price: 3_300, max_car: 3_500, max_truck: 3_500 });
    const other = await member('price_Interior_12', 'INSIDE1-HI');
    expect(await manager.post(`/subscription/${other.id}/changeprice`, { price: capped })).toMatchObject({ status: 200 });
    await cloud.database.db
      .updateTable('price_range')
      .set({ product_class: 'Another' })
      .where('product_class', '=', 'Super Kiss')
      .execute();
    const { id } = await member();
    expect(await manager.post(`/subscription/${id}/changeprice`, dearer)).toMatchObject({ status: 200 });
    await cloud.database.db
      .updateTable('price_range')
      .set({ product_class: 'Super Kiss' })
      .where('product_class', '=', 'Another')
      .execute();
  });
});

describe('a change that Stripe has made, whose customer it then refuses to update', () => {
  /** Fills the customer's metadata up to Stripe's limit of 50 keys. */
  async function fullOfKeys(customer: string): Promise<void> {
    const kept = Object.keys(((await cloud.sdk.customers.retrieve(customer)) as { metadata: object }).metadata).length;
    const metadata = Object.fromEntries(Array.from({ length: 50 - kept }, (_, key) => [`remark_${key}`, 'noted']));
    await cloud.sdk.customers.update(customer, { metadata });
    await cloud.settled();
  }

  it('ends as done, and both answer and audit name what is missing', async () => {
    const { id, customer } = await member();
    await fullOfKeys(customer);
    const { status, body } = await manager.post<Changed>(`/subscription/${id}/changeprice`, { price: `${kiss}_next` });
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body).toMatchObject({ subscriptions: [{ plan: { id: `${kiss}_next` } }], message: expect.stringContaining('the kept price') });
    expect(held(id)).toMatchObject({ price: `${kiss}_next` });
    const [audit] = await auditsOf(id);
    expect(audit).toMatchObject({
      action: 'subscription.price-changed',
      after: { price: `${kiss}_next`, missing: 'the kept price' },
      why: expect.stringContaining('50 keys'),
    });
  });
});
