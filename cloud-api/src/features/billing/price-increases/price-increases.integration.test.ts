import type { Subscription } from '@washdesk/contracts/billing/subscription';
import type { IncreaseMember, PaidPrice, PriceIncrease, PriceIncreaseDetail } from '@washdesk/contracts/billing/price-increase';
import { Role } from '@washdesk/rules/company/roles';
import { clientAs, type ApiClient } from '@washdesk/tests/api/api-client';
import { startBillingCloud, type BillingCloud } from '@washdesk/tests/api/billing-cloud';
import { signedIn } from '@washdesk/tests/api/callers';
import { lastNoteOf, ok } from '@washdesk/tests/api/member-views';
import { settledDifferences } from '@washdesk/tests/support/mirror-equals';
import { until } from '@washdesk/tests/support/until';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let cloud: BillingCloud;
let cashier: ApiClient;
let manager: ApiClient;
let scheduler: ApiClient;

const kiss = 'price_SuperKiss_12';
const next = 'price_SuperKiss_12_next';
const effectiveDate = '2027-02-01';
const begin = { name: 'Super Kiss 2027', effectiveDate, prices: [{ from: kiss, to: next }] };

beforeAll(async () => {
  cloud = await startBillingCloud({ at: '2026-11-10T10:00:00Z', taxed: true });
  [cashier, manager, scheduler] = await Promise.all([
    clientAs(cloud, 'Cashier'),
    clientAs(cloud, 'SalesManager'),
    clientAs(cloud, 'Scheduler'),
  ]);
}, 60_000);
afterAll(() => cloud.stop());

/** A member whose price is guaranteed for so many months. */
async function member(months = '1', taxExempt = false) {
  const held = await cloud.member({ taxExempt });
  const { id } = await ok(cashier.post<Subscription>('/subscription', { customer: held.customer, PlanId: kiss, DoNotProrate: true }));
  await cloud.sdk.subscriptions.update(id, { metadata: { planduration: months } });
  return { ...held, id };
}

const detailOf = (id: string) => ok(scheduler.get<PriceIncreaseDetail>(`/priceincrease/${id}`));
const move = (id: string, state: string) => scheduler.post<PriceIncrease>(`/priceincrease/${id}/state`, { state });
const inState = (id: string, state: string) =>
  until(`the increase is ${state}`, async () => {
    const now = await detailOf(id);
    return now.state === state ? now : null;
  });

async function membersOf(id: string, state = ''): Promise<IncreaseMember[]> {
  const rows: IncreaseMember[] = [];
  for (let page: string | null = ''; page !== null;) {
    const path: string = `/priceincrease/${id}/members?page=${page}${state && `&state=${state}`}`;
    const answer: { members: IncreaseMember[]; next_page: string | null } = await ok(scheduler.get(path));
    rows.push(...answer.members);
    page = answer.next_page;
  }
  return rows;
}

async function drafted(more: object = {}): Promise<string> {
  await cloud.settled();
  const { id } = await ok(scheduler.post<PriceIncrease>('/priceincrease', { ...begin, ...more }));
  await inState(id, 'draft');
  return id;
}

async function checked(more: object = {}): Promise<string> {
  const id = await drafted(more);
  await ok(move(id, 'checking'));
  await inState(id, 'checked');
  return id;
}

/** How many members a process has under way. */
async function heldMembers(id: string): Promise<number> {
  const held = cloud.database.db.selectFrom('price_increase_member').select('subscription').where('increase', '=', id);
  return (await held.where('leased_until', 'is not', null).execute()).length;
}

const schedulesOf = (subscription: string) =>
  cloud.stripe.store
    .list('subscription_schedule')
    .filter((one) => one.subscription === subscription || one.released_subscription === subscription);
const writes = () =>
  Object.entries(cloud.stripe.state().requests).reduce((sum, [what, count]) => (what.startsWith('GET') ? sum : sum + count), 0);

describe('what can be chosen', () => {
  it('are the prices that members pay, with the dearer ones of the same plan, and 1sts that are at least 30 days ahead', async () => {
    await member();
    await cloud.settled();
    const { prices, dates } = await ok(scheduler.get<{ prices: PaidPrice[]; dates: string[] }>('/priceincrease/options'));
    expect(prices).toMatchObject([
      { price: kiss, plan: 'Super Kiss', site: 12, amount: 2_999, members: 1, targets: [{ price: next, amount: 3_299 }] },
    ]);
    expect(dates).toEqual(['2027-01-01', '2027-02-01', '2027-03-01', '2027-04-01', '2027-05-01']);
  });

  it('is nothing else, and by Schedulers alone', async () => {
    const refused = async (more: object) => {
      const { status, body } = await scheduler.post('/priceincrease', { ...begin, ...more });
      return [status, body['code']];
    };
    expect(await refused({ effectiveDate: '2026-12-01' })).toEqual([400, 'invalid_request']);
    expect(await refused({ effectiveDate: '2027-02-02' })).toEqual([400, 'invalid_request']);
    expect(await refused({ prices: [{ from: next, to: kiss }] })).toEqual([409, 'not_an_increase']);
    expect(await refused({ prices: [{ from: kiss, to: 'price_SuperKissPlus_12' }] })).toEqual([409, 'not_an_increase']);
    expect(await refused({ prices: [{ from: kiss, to: 'price_none' }] })).toEqual([404, 'price_not_found']);
    expect(await refused({ prices: [] })).toEqual([400, 'invalid_request']);
    expect((await manager.post('/priceincrease', begin)).status).toBe(403);
    expect((await scheduler.get('/priceincrease/019aa000-0000-7000-8000-000000000000')).status).toBe(404);
  });

  it('is chosen once under a key', async () => {
    const key = 'increase-key-1';
    const first = await ok(scheduler.post<PriceIncrease>('/priceincrease', begin, { key }));
    expect((await ok(scheduler.post<PriceIncrease>('/priceincrease', begin, { key }))).id).toBe(first.id);
    expect(await scheduler.post('/priceincrease', { ...begin, name: 'Other' }, { key })).toMatchObject({
      status: 422,
      body: { code: 'key_reused' },
    });
    await inState(first.id, 'draft');
    await ok(move(first.id, 'discarded'));
    const { increases } = await ok(scheduler.get<{ increases: PriceIncrease[] }>('/priceincrease'));
    expect(increases.map(({ id }) => id)).not.toContain(first.id);
  });
});

describe('a bulk price increase', () => {
  it('passes over whom it must, and says to the cent what the others will pay', async () => {
    const guaranteed = await member('6');
    const discontinued = await member();
    await ok(manager.post(`/subscription/${discontinued.id}/discontinue`, { reason: 'moved' }));
    const scheduled = await member();
    await ok(scheduler.post('/subscriptionschedule', { subscriptionId: scheduled.id, newPrice: next }));
    const kept = await member();
    await cloud.sdk.customers.update(kept.customer, { metadata: { nextprice: kiss, nextpriceexpires: '2000000000' } });
    const truck = await member();
    const exempt = await member('1', true);
    const plain = await member();
    await cloud.database.db.updateTable('price_range').set({ max_truck: 3_000 }).where('product_class', '=', 'Super Kiss').execute();
    await cloud.sdk.customers.update(truck.customer, { metadata: { isTruck: 'true' } });
    const id = await drafted();
    const rows = new Map((await membersOf(id)).map((row) => [row.subscription, row]));
    expect(rows.get(guaranteed.id)).toMatchObject({ state: 'skipped', reason: 'The price is guaranteed until 05/10/2027' });
    expect(rows.get(discontinued.id)).toMatchObject({ state: 'skipped', reason: 'The plan is discontinued' });
    expect(rows.get(scheduled.id)).toMatchObject({ state: 'skipped', reason: 'A change of the price is scheduled already' });
    expect(rows.get(kept.id)).toMatchObject({ state: 'skipped', reason: 'A price is kept for this member' });
    expect(rows.get(truck.id)).toMatchObject({
      state: 'skipped',
      reason: expect.stringMatching(/outside the price range of Super Kiss for trucks/) as string,
    });
    expect(rows.get(exempt.id)).toMatchObject({ state: 'planned', old: 2_999, new: 3_299, oldTotal: 2_999, newTotal: 3_299 });
    expect(rows.get(plain.id)).toMatchObject({
      state: 'planned',
      old: 2_999,
      new: 3_299,
      oldTotal: 3_149,
      newTotal: 3_464,
      plan: 'Super Kiss',
    });
    const { counts, members } = await detailOf(id);
    expect(members).toBe(rows.size);
    expect(counts.find(({ reason }) => reason === 'guaranteed')).toMatchObject({ state: 'skipped', members: 1 });
    // the first test's member too
    expect(counts.find(({ state }) => state === 'planned')).toMatchObject({
      members: 3,
      oldTotal: 2_999 + 2 * 3_149,
      newTotal: 3_299 + 2 * 3_464,
    });
    await cloud.database.db.updateTable('price_range').set({ max_truck: 6_999 }).where('product_class', '=', 'Super Kiss').execute();
    await ok(move(id, 'discarded'));
  });

  it('can be narrowed to when members signed up', async () => {
    const later = await drafted({ signedUpFrom: '2026-11-11' });
    expect((await detailOf(later)).members).toBe(0);
    const earlier = await drafted({ signedUpFrom: '2026-11-10', signedUpBefore: '2026-11-11' });
    expect((await detailOf(earlier)).members).toBeGreaterThan(0);
    await ok(move(later, 'checking'));
    await inState(later, 'checked');
    expect(await move(later, 'running')).toMatchObject({ status: 409, body: { code: 'nobody_left' } });
  });

  it('is checked at Stripe without a change there, run, bills what it said, and leaves everybody else alone', async () => {
    const [plain, gone] = [await member(), await member()];
    const id = await drafted();
    expect(await move(id, 'running')).toMatchObject({
      status: 409,
      body: { code: 'wrong_state', message: expect.stringMatching(/^It has not been checked/) as string },
    });
    // Stripe's word of it is still on its way
    cloud.stripe.behave({ webhooks: { hold: true } });
    await cloud.sdk.subscriptions.update(gone.id, { cancel_at_period_end: true });
    const before = writes();
    await ok(move(id, 'checking'));
    const after = await inState(id, 'checked');
    expect(writes()).toBe(before);
    cloud.stripe.behave({ webhooks: { hold: false } });
    await cloud.settled();
    const rows = new Map((await membersOf(id)).map((row) => [row.subscription, row]));
    expect(rows.get(gone.id)).toMatchObject({ state: 'skipped', reason: 'The plan is discontinued' });
    expect(rows.get(plain.id)).toMatchObject({ state: 'checked' });
    const planned = after.counts.find(({ state }) => state === 'checked')?.members ?? 0;

    const other = new Set(cloud.stripe.store.list('subscription_schedule').map((one) => one.id));
    expect(await ok(move(id, 'running'))).toMatchObject({ state: 'running' });
    const done = await inState(id, 'done');
    expect(done).toMatchObject({
      runBy: 'Sam Fuller',
      counts: expect.arrayContaining([expect.objectContaining({ state: 'scheduled', members: planned })]) as object[],
    });
    const made = cloud.stripe.store.list('subscription_schedule').filter((one) => !other.has(one.id));
    expect(made).toHaveLength(planned);
    expect(made.every(({ metadata }) => metadata['bulkincrease'] === id && metadata['increaseitem'] === 'PI 32.99 Sold')).toBe(true);
    expect(await lastNoteOf(cloud, plain.customer)).toMatchObject({
      note: expect.stringContaining('to Super Kiss at $32.99 on 2027-02-01') as string,
      agent: 'Sam Fuller',
    });
    await cloud.settled();
    expect(await settledDifferences(cloud.stripe, cloud.database.db, cloud.settled)).toEqual([]);
    const actions = await cloud.database.db
      .selectFrom('audit')
      .select('action')
      .where('subject', '=', `bulk-increase:${id}`)
      .orderBy('id')
      .execute();
    expect(actions.map(({ action }) => action)).toEqual(['bulk-increase.created', 'bulk-increase.check-started', 'bulk-increase.run']);

    await ok(move(id, 'undoing'));
    await inState(id, 'undone');
    expect(made.map((one) => cloud.stripe.store.get('subscription_schedule', one.id)?.status)).toEqual(made.map(() => 'released'));
    for (const one of other) expect(cloud.stripe.store.get('subscription_schedule', one)?.status).not.toBe('released');
    expect(cloud.stripe.store.get('customer', plain.customer)?.metadata).not.toHaveProperty('nextprice');
    expect((await membersOf(id, 'undone')).length).toBe(planned);
    expect(await move(id, 'running')).toMatchObject({ status: 409, body: { code: 'wrong_state' } });
  });

  it('can be paused and goes on; what a member changed meanwhile is passed over', async () => {
    const many = await Promise.all(Array.from({ length: 20 }, () => member()));
    const id = await checked({ name: 'Paused' });
    cloud.stripe.behave({ latencyMs: 150 });
    await ok(move(id, 'running'));
    await until('the run has begun', async () => ((await heldMembers(id)) > 0 ? true : null));
    await ok(move(id, 'paused'));
    cloud.stripe.behave({ latencyMs: 0 });
    const quiet = await until('what was under way has ended', async () =>
      (await heldMembers(id)) === 0 ? membersOf(id, 'checked') : null,
    );
    expect(quiet.length).toBeGreaterThan(0);
    const [leaver] = quiet;
    await ok(manager.post(`/subscription/${leaver!.subscription}/discontinue`, { reason: 'moved' }));
    const others = await ok(scheduler.get<PriceIncreaseDetail>(`/priceincrease/${id}`));
    expect(others.state).toBe('paused');
    await ok(move(id, 'running'));
    await inState(id, 'done');
    for (const one of many)
      expect(schedulesOf(one.id).filter(({ status }) => status === 'active').length, one.id).toBe(one.id === leaver!.subscription ? 0 : 1);
    expect(await membersOf(id, 'skipped')).toContainEqual(
      expect.objectContaining({ subscription: leaver!.subscription, reason: 'The plan is discontinued' }),
    );
  }, 60_000);

  it('is not undone where somebody released or replaced the schedule', async () => {
    const [released, replaced] = [await member(), await member()];
    const id = await checked({ name: 'Replaced' });
    await ok(move(id, 'running'));
    await inState(id, 'done');
    await ok(manager.delete(`/subscriptionschedule/${schedulesOf(released.id)[0]!.id}`));
    await ok(scheduler.post('/subscriptionschedule', { subscriptionId: replaced.id, newPrice: next, effectiveDate: '2027-05-01' }));
    await ok(move(id, 'undoing'));
    await inState(id, 'undone');
    expect(schedulesOf(replaced.id).filter(({ status }) => status === 'active')).toHaveLength(1);
    expect(cloud.stripe.store.get('customer', released.customer)?.metadata).toMatchObject({ nextprice: kiss });
  });

  it('streams all of its members as a file', async () => {
    const { increases } = await ok(scheduler.get<{ increases: PriceIncrease[] }>('/priceincrease'));
    const { id, members } = increases.find(({ name }) => name === 'Paused')!;
    const headers = { ...(await signedIn(cloud, { roles: Role.Scheduler })), accept: 'text/csv' };
    const lines = (await fetch(`${cloud.url}/api/priceincrease/${id}/members`, { headers }).then((answer) => answer.text()))
      .trim()
      .split('\r\n');
    expect(lines).toHaveLength(members + 1);
    expect(lines[0]).toMatch(/Old with tax,New with tax/);
    expect(lines.some((line) => line.includes('29.99,32.99,31.49,34.64,scheduled'))).toBe(true);
  });

  it('bills what it said, and is refused when members could not be told in time', async () => {
    const { increases } = await ok(scheduler.get<{ increases: PriceIncrease[] }>('/priceincrease'));
    const { id } = increases.find(({ name }) => name === 'Paused')!;
    const billed = (await membersOf(id, 'scheduled'))[0]!;
    const late = await checked({ name: 'Late', effectiveDate: '2027-01-01' });
    await cloud.clock.moveTo('2026-12-02T12:00:00Z');
    expect(await move(late, 'running')).toMatchObject({
      status: 409,
      body: { code: 'too_late' },
    });
    await cloud.clock.moveTo('2027-01-01T12:00:00Z');
    await cloud.clock.moveTo('2027-02-01T12:00:00Z');
    const [invoice] = cloud.stripe.store.list('invoice').filter((one) => one.customer === billed.customer);
    expect(invoice?.total).toBe(billed.newTotal);
    expect(await move(id, 'undoing')).toMatchObject({ status: 409, body: { code: 'too_late' } });
  }, 120_000);
});
