import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Subscription } from '@washdesk/contracts/billing/plans/subscription';
import type { FoundSubscription } from '@washdesk/contracts/billing/plans/subscription-edit';
import { clientAs, type ApiClient } from '../../../../testing/api-client.ts';
import { startBillingCloud, type BillingCloud } from '../../../../testing/billing-cloud.ts';
import { lastNoteOf } from '../../../../testing/member-views.ts';
import { settledDifferences } from '../../../../testing/mirror-equals.ts';

let cloud: BillingCloud;
let cashier: ApiClient;
let manager: ApiClient;
let scheduler: ApiClient;

beforeAll(async () => {
  cloud = await startBillingCloud({ at: '2026-11-10T10:00:00Z' });
  cashier = await clientAs(cloud, 'Cashier');
  manager = await clientAs(cloud, 'SalesManager');
  scheduler = await clientAs(cloud, 'Scheduler');
});
afterAll(() => cloud.stop());

const kiss = 'price_SuperKiss_12';
const next = 'price_SuperKiss_12_next';
const second = (iso: string): number => Date.parse(iso) / 1_000;

interface Changed {
  subscriptions: Subscription[];
}

async function member() {
  const held = await cloud.member();
  const wanted = { customer: held.customer, PlanId: kiss, DoNotProrate: true };
  const { status, body } = await cashier.post<Subscription>('/subscription', wanted);
  expect(status, JSON.stringify(body)).toBe(200);
  return { ...held, id: body.id };
}

const increase = (subscriptionId: string, more: object = {}) =>
  scheduler.post<Changed>('/subscriptionschedule', { subscriptionId, newPrice: next, originalPrice: kiss, increasedPrice: 3_299, ...more });
const shown = async (id: string) => (await cashier.get<Subscription>(`/subscription/${id}`)).body;
const metadataOf = (customer: string) => cloud.stripe.store.get('customer', customer)?.metadata ?? {};
const billsOf = (customer: string) =>
  cloud.stripe.store
    .list('invoice')
    .filter((one) => one.customer === customer)
    .map(({ total }) => total);

describe('a price increase', () => {
  it('takes effect on its 1st and stays', async () => {
    const { id, customer } = await member();
    await cloud.sdk.customers.update(customer, { metadata: { scheduleAcknowledged: 'true' } });
    await cloud.settled();
    const preview = await cashier.post(`/subscription/${id}/preview`, { change: 'increase', price: next, effectiveDate: '2027-01-01' });
    // the January bill below
    expect(preview.body).toMatchObject({ due_today: 0, next: { date: second('2027-01-01T10:00:00Z'), amount: 3299 } });
    const { status, body } = await increase(id, { effectiveDate: '2027-01-01' });
    expect(status, JSON.stringify(body)).toBe(200);
    const phases = [
      { end_date: second('2027-01-01T10:00:00Z'), items: [{ price: kiss }] },
      { start_date: second('2027-01-01T10:00:00Z'), items: [{ price: next }] },
    ];
    expect(body.subscriptions[0]).toMatchObject({ plan: { amount: 2999 }, schedule: { status: 'active', phases } });
    expect(await shown(id)).toEqual(body.subscriptions[0]);
    const schedule = cloud.stripe.store.get('subscription_schedule', body.subscriptions[0]?.schedule?.id ?? '');
    expect(schedule?.metadata).toMatchObject({
      increaseitem: 'PI 32.99 Sold',
      employeename: 'Sam Fuller',
      site: '12',
      originalprice: kiss,
    });
    // the customer was told of another increase, not of this one
    expect(metadataOf(customer)).not.toHaveProperty('scheduleAcknowledged');
    await cloud.settled();
    expect(await settledDifferences(cloud.stripe, cloud.database.db, cloud.settled)).toEqual([]);
    await cloud.clock.moveTo('2026-12-01T12:00:00Z');
    await cloud.clock.moveTo('2027-01-01T12:00:00Z');
    expect(await scheduler.delete(`/subscriptionschedule/${schedule?.id}`)).toMatchObject({
      status: 409,
      body: { code: 'increase_begun' },
    });
    await cloud.clock.moveTo('2027-02-01T12:00:00Z');
    expect(billsOf(customer)).toEqual([3299, 3299, 2999, 2999]);
    expect(await shown(id)).toMatchObject({ plan: { id: next }, schedule: null, status: 'active' });
  });

  it('is one of the prices of the plan at its site', async () => {
    const { id } = await member();
    const { body } = await cashier.get<{ prices: object[] }>(`/subscription/${id}/prices`);
    expect(body.prices).toMatchObject([
      { PlanId: kiss, PlanPrice: 2999, paid: true, active: true, currentprice: true, nextprice: false, increase: false },
      { PlanId: next, PlanPrice: 3299, paid: false, active: true, currentprice: false, nextprice: true, increase: true },
    ]);
    expect(body.prices).toHaveLength(2);
    const dearer = { change: 'increase', price: kiss };
    expect(await cashier.post(`/subscription/${id}/preview`, dearer)).toMatchObject({ status: 409, body: { code: 'not_an_increase' } });
  });

  it('replaces the one there is', async () => {
    const { id } = await member();
    const first = (await increase(id, { effectiveDate: '2027-04-01' })).body.subscriptions[0]?.schedule?.id ?? '';
    const { body } = await increase(id);
    const [subscription] = body.subscriptions;
    expect(subscription?.schedule?.id).not.toBe(first);
    expect(subscription?.schedule?.phases.at(-1)?.start_date).toBe(second('2027-03-01T10:00:00Z'));
    expect(cloud.stripe.store.get('subscription_schedule', first)?.status).toBe('released');
  });

  it('is dearer, of the same plan, on a 1st of the next six months, and for Scheduler and above', async () => {
    const { id } = await member();
    const refused = async (more: object) => {
      const { status, body } = await increase(id, more);
      return [status, body];
    };
    expect(await refused({ newPrice: kiss, increasedPrice: 2999 })).toMatchObject([409, { code: 'not_an_increase' }]);
    expect(await refused({ newPrice: 'price_SuperKissPlus_12', increasedPrice: 4499 })).toMatchObject([409, { code: 'not_an_increase' }]);
    expect(await refused({ increasedPrice: 3298 })).toMatchObject([409, { code: 'price_changed', details: { newAmount: 3299 } }]);
    for (const effectiveDate of ['2027-03-02', '2027-02-01', '2027-09-01'])
      expect(await refused({ effectiveDate })).toMatchObject([400, { code: 'invalid_request' }]);
    expect(await manager.post('/subscriptionschedule', { subscriptionId: id, newPrice: next })).toMatchObject({ status: 403 });
    expect(await increase('sub_none')).toMatchObject({ status: 404, body: { message: 'Failed to lookup subscription' } });
    expect((await shown(id)).schedule).toBeNull();
  });
});

describe('a release', () => {
  it('keeps the present price for a month, leaves a note, and bills on as before', async () => {
    const { id, customer } = await member();
    const { body } = await increase(id);
    const schedule = body.subscriptions[0]?.schedule?.id ?? '';
    expect(await cashier.delete(`/subscriptionschedule/${schedule}`)).toMatchObject({ status: 403 });
    const key = `release-${id}`;
    const first = await manager.delete<Changed>(`/subscriptionschedule/${schedule}`, { key });
    expect(first).toMatchObject({ status: 200, body: { subscriptions: [{ id, schedule: null, plan: { id: kiss } }] } });
    const kept = metadataOf(customer);
    expect(kept).toMatchObject({ nextprice: kiss });
    // February has 28 days
    const expires = cloud.clock.now().getTime() / 1_000 + 28 * 86_400;
    expect(Math.abs(Number(kept['nextpriceexpires']) - expires)).toBeLessThan(60);
    expect(await lastNoteOf(cloud, customer)).toMatchObject({
      note: 'Price increase removed: from $29.99 to $32.99 on 2027-03-01',
      agent: 'Sam Fuller',
    });
    expect(await manager.delete(`/subscriptionschedule/${schedule}`)).toMatchObject({
      status: 404,
      body: { message: 'No Schedule Found for this subscription' },
    });
    expect((await manager.delete<Changed>(`/subscriptionschedule/${schedule}`, { key })).body).toEqual(first.body);
    expect(await manager.delete('/subscriptionschedule/sub_sched_none')).toMatchObject({ status: 404 });
    await cloud.clock.moveTo('2027-03-01T12:00:00Z');
    expect(billsOf(customer)).toEqual([2999, 2999]);
  });
});

describe('a search', () => {
  it('finds by seller, day and site, the newest first, page by page', async () => {
    const everything = cloud.stripe.store.list('subscription').length;
    const search = (person: ApiClient, body: object, page = '') =>
      person.post<{ results: FoundSubscription[]; count: number; next_page: string | null }>(`/subscription/search${page}`, body);
    const { body } = await search(manager, { employeename: 'sam fuller', site: 12 });
    expect(body.count).toBe(everything);
    expect(body.results.map(({ created }) => created)).toEqual(body.results.map(({ created }) => created).toSorted((a, b) => b - a));
    expect(body.results.at(-1)).toMatchObject({
      status: 'active',
      metadata: { employeename: 'Sam Fuller' },
      plan: { nickname: 'Super Kiss', amount: 3299 },
      customer: { name: 'Moore, Ada' },
    });
    expect(await search(manager, { employeename: 'sam' })).toMatchObject({ body: { count: body['count'] } });
    expect(await search(manager, { employeename: 'nobody' })).toMatchObject({ body: { count: 0, results: [], next_page: null } });
    // the first test's member signed up on November 10, the others later
    expect((await search(cashier, { date: '2026-11-10' })).body.count).toBe(1);
    expect((await search(cashier, { site: 27 })).body.count).toBe(0);
    expect(await search(cashier, { employeename: 'Sam Fuller' })).toMatchObject({ status: 403 });
    expect(await search(cashier, {})).toMatchObject({ status: 400 });
    const { db } = cloud.database;
    const copies = Array.from({ length: 31 }, (_, copy) => `sub_copy_${copy}`);
    const row = await db.selectFrom('mirror_subscription').selectAll().orderBy('created').executeTakeFirstOrThrow();
    const object = (id: string) => JSON.stringify({ ...row.object, id });
    await db
      .insertInto('mirror_subscription')
      .values(copies.map((id) => ({ ...row, id, object: object(id) })))
      .execute();
    const first = (await search(cashier, { site: 12 })).body;
    expect([first.results.length, first.count]).toEqual([30, everything + 31]);
    const rest = (await search(cashier, { site: 12 }, `?page=${first.next_page}`)).body;
    expect(rest).toMatchObject({ results: expect.objectContaining({ length: everything + 1 }), next_page: null });
    expect(new Set([...first.results, ...rest.results].map(({ id }) => id)).size).toBe(everything + 31);
  });
});
