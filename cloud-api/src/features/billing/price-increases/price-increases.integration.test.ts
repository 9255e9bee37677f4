import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { IncreaseMember, PaidPrice, PriceIncrease, PriceIncreaseDetail } from '@washdesk/contracts/billing/plans/price-increase';
import type { Subscription } from '@washdesk/contracts/billing/plans/subscription';
import { Role } from '@washdesk/rules/company/roles';
import { until } from '@washdesk/test-support/until';
import { clientAs, type ApiClient } from '../../../testing/api-client.ts';
import { startBillingCloud, type BillingCloud } from '../../../testing/billing-cloud.ts';
import { signedIn } from '../../../testing/callers.ts';
import { lastNoteOf, ok } from '../../../testing/member-views.ts';
import { settledDifferences } from '../../../testing/mirror-equals.ts';

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
});
afterAll(() => cloud.stop());

/** Creates a member whose price is guaranteed for this many months. */
async function member(months = '1', taxExempt = false) {
  const held = await cloud.member({ taxExempt });
  const { id } = await ok(cashier.post<Subscription>('/subscription', { customer: held.customer, PlanId: kiss, DoNotProrate: true }));
  await cloud.sdk.subscriptions.update(id, { metadata: { planduration: months } });
  return { ...held, id };
}

const detailOf = (id: string) => ok(scheduler.get<PriceIncreaseDetail>(`/priceincrease/${id}`));
const idOf = async (wanted: string) =>
  (await ok(scheduler.get<{ increases: PriceIncrease[] }>('/priceincrease'))).increases.find(({ name }) => name === wanted)!.id;
const asked = (id: string, state: string, members?: number) =>
  scheduler.post<PriceIncrease>(`/priceincrease/${id}/state`, { state, members });

/** Moves like a user who types the number that the API asks for. */
async function move(id: string, state: string) {
  const { status, body } = await asked(id, state);
  const { code, details } = body as unknown as { code?: string; details?: { members: number } };
  return asked(id, state, status === 409 && code === 'confirm_members' ? details?.members : undefined);
}

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

/** Returns what Stripe would bill for a month at the new price. */
async function monthlyBill(subscription: string): Promise<number> {
  const { items } = await cloud.sdk.subscriptions.retrieve(subscription);
  const later = items.data.map(({ id }) => ({ id, price: next }));
  const bill = await cloud.sdk.invoices.createPreview({ subscription, subscription_details: { items: later, proration_behavior: 'none' } });
  return bill.total;
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
  it('skips excluded members, and previews to the cent what the others will pay', async () => {
    const [guaranteed, exempt, discontinued] = await Promise.all([member('6'), member('1', true), member()]);
    const [scheduled, kept] = await Promise.all([member(), member()]);
    const [truck, plain] = await Promise.all([member(), member()]);
    await Promise.all([
      ok(manager.post(`/subscription/${discontinued.id}/discontinue`, { reason: 'moved' })),
      ok(scheduler.post('/subscriptionschedule', { subscriptionId: scheduled.id, newPrice: next })),
      cloud.sdk.customers.update(kept.customer, { metadata: { nextprice: kiss, nextpriceexpires: '2000000000' } }),
    ]);
    await cloud.database.db.updateTable('price_range').set({ max_truck: 3_000 }).where('product_class', '=', 'Super Kiss').execute();
    await cloud.sdk.customers.update(truck.customer, { metadata: { isTruck: 'true' } });
    const id = await drafted();
    const rows = new Map((await membersOf(id)).map((row) => [row.subscription, row]));
    expect(rows.get(guaranteed.id)).toMatchObject({ state: 'skipped', reason: 'The price is guaranteed until 05/10/2027' });
    expect(rows.get(discontinued.id)).toMatchObject({ state: 'skipped', reason: 'The plan is discontinued' });
    expect(rows.get(scheduled.id)).toMatchObject({ state: 'skipped', reason: 'A price change is already scheduled' });
    expect(rows.get(kept.id)).toMatchObject({ state: 'skipped', reason: 'This member has a kept price' });
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
    expect(await monthlyBill(exempt.id)).toBe(3_299);
    expect(await monthlyBill(plain.id)).toBe(3_464);
    const { counts, members } = await detailOf(id);
    expect(members).toBe(rows.size);
    expect(counts.find(({ reason }) => reason === 'guaranteed')).toMatchObject({ state: 'skipped', members: 1 });
    // includes the first test's member
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

  it('is checked at Stripe without a change there, run, bills what it previewed, and leaves other members unchanged', async () => {
    const [plain, gone] = await Promise.all([member(), member()]);
    const id = await drafted();
    expect(await move(id, 'running')).toMatchObject({
      status: 409,
      body: { code: 'wrong_state', message: expect.stringMatching(/^This increase hasn’t been checked/) as string },
    });
    // Stripe's event is still on its way
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
    for (const typed of [undefined, planned + 1])
      expect(await asked(id, 'running', typed)).toMatchObject({
        status: 409,
        body: { code: 'confirm_members', details: { members: planned } },
      });
    expect(await ok(asked(id, 'running', planned))).toMatchObject({ state: 'running' });
    const done = await inState(id, 'done');
    expect(done).toMatchObject({
      runBy: 'Sam Fuller',
      counts: expect.arrayContaining([expect.objectContaining({ state: 'scheduled', members: planned })]) as object[],
    });
    const made = cloud.stripe.store.list('subscription_schedule').filter((one) => !other.has(one.id));
    expect(made).toHaveLength(planned);
    expect(made.every(({ metadata }) => metadata['bulkincrease'] === id && metadata['increaseitem'] === 'PI 32.99 Sold')).toBe(true);
    expect(await lastNoteOf(cloud, plain.customer)).toMatchObject({
      note: expect.stringContaining('from $31.49 to Super Kiss at $34.64 with tax on 2027-02-01') as string,
      agent: 'Sam Fuller',
    });
    await cloud.settled();
    expect(await settledDifferences(cloud.stripe, cloud.database.db, cloud.settled)).toEqual([]);
    const actions = await cloud.database.db
      .selectFrom('whole_audit')
      .select('action')
      .where('subject', '=', `bulk-increase:${id}`)
      .orderBy('id')
      .execute();
    expect(actions.map(({ action }) => action)).toEqual(['bulk-increase.created', 'bulk-increase.check-started', 'bulk-increase.run']);

    expect(await asked(id, 'undoing')).toMatchObject({ status: 409, body: { code: 'confirm_members', details: { members: planned } } });
    await ok(asked(id, 'undoing', planned));
    await inState(id, 'undone');
    expect(made.map((one) => cloud.stripe.store.get('subscription_schedule', one.id)?.status)).toEqual(made.map(() => 'released'));
    for (const one of other) expect(cloud.stripe.store.get('subscription_schedule', one)?.status).not.toBe('released');
    expect(cloud.stripe.store.get('customer', plain.customer)?.metadata).not.toHaveProperty('nextprice');
    expect((await membersOf(id, 'undone')).length).toBe(planned);
    expect(await move(id, 'running')).toMatchObject({ status: 409, body: { code: 'wrong_state' } });
  });

  it('can be paused and continues; what a member changed meanwhile is passed over', async () => {
    const [first, waiting, leaver] = await Promise.all([member(), member(), member()]);
    const id = await checked({ name: 'Paused' });
    // postpones two members
    const later = (due: string) =>
      sql`update price_increase_member set due = now() + ${due}::interval
      where increase = ${id} and subscription in (${waiting.id}, ${leaver.id})`.execute(cloud.database.db);
    await later('1 day');
    await ok(move(id, 'running'));
    await until('all but the two are done', async () => (await membersOf(id, 'checked')).length === 2 || null);
    expect((await membersOf(id, 'scheduled')).map(({ subscription }) => subscription)).toContain(first.id);
    await ok(move(id, 'paused'));
    await ok(manager.post(`/subscription/${leaver.id}/discontinue`, { reason: 'moved' }));
    await later('0 days');
    expect((await detailOf(id)).state).toBe('paused');
    expect(await membersOf(id, 'checked')).toHaveLength(2);
    await ok(move(id, 'running'));
    await inState(id, 'done');
    const active = ({ id: one }: { id: string }) => schedulesOf(one).filter(({ status }) => status === 'active').length;
    expect([first, waiting, leaver].map(active)).toEqual([1, 1, 0]);
    expect(await membersOf(id, 'skipped')).toContainEqual(
      expect.objectContaining({ subscription: leaver.id, reason: 'The plan is discontinued' }),
    );
  });

  it('calls no member undone who never had a schedule', async () => {
    const [scheduled, waiting] = await Promise.all([member(), member()]);
    const id = await checked({ name: 'Stopped early' });
    await sql`update price_increase_member set due = now() + interval '1 day'
      where increase = ${id} and subscription = ${waiting.id}`.execute(cloud.database.db);
    await ok(move(id, 'running'));
    await until('all but one are done', async () => (await membersOf(id, 'checked')).length === 1 || null);
    await ok(move(id, 'paused'));
    await ok(move(id, 'undoing'));
    await inState(id, 'undone');
    const states = new Map((await membersOf(id)).map(({ subscription, state }) => [subscription, state]));
    expect([states.get(scheduled.id), states.get(waiting.id)]).toEqual(['undone', 'untouched']);
  });

  it.each(['Reporter', 'PriceManager'] as const)('is seen by a %s, who is above Scheduler by number alone, but not run', async (role) => {
    const client = await clientAs(cloud, role);
    const id = await idOf('Paused');
    expect((await client.get(`/priceincrease/${id}`)).status).toBe(200);
    expect(await client.post(`/priceincrease/${id}/state`, { state: 'undoing' })).toMatchObject({
      status: 403,
      body: { code: 'forbidden' },
    });
  });

  it('streams all of its members as a file', async () => {
    const { id, members } = await detailOf(await idOf('Paused'));
    const headers = { ...(await signedIn(cloud, { roles: Role.Scheduler })), accept: 'text/csv' };
    const lines = (await fetch(`${cloud.url}/api/priceincrease/${id}/members`, { headers }).then((answer) => answer.text()))
      .trim()
      .split('\r\n');
    expect(lines).toHaveLength(members + 1);
    const named = await cloud.database.db
      .selectFrom('customer_read')
      .select((on) => on.fn.count<number>('customer').distinct().as('customers'))
      .where(
        'customer',
        'in',
        (await membersOf(id)).map(({ customer }) => customer),
      )
      .executeTakeFirstOrThrow();
    expect(named.customers).toBe(members);
    const taken = await cloud.database.db.selectFrom('whole_audit').select('after').where('action', '=', 'customers.file-taken').execute();
    expect(taken).toHaveLength(1);
    expect(lines[0]).toMatch(/Old with tax,New with tax/);
    expect(lines.some((line) => line.includes('29.99,32.99,31.49,34.64,Scheduled'))).toBe(true);
  });

  it('is refused once members could not be told in time, or the new prices hold', async () => {
    const effective = (id: string, day: string) =>
      sql`update price_increase set effective = ${day} where id = ${id}`.execute(cloud.database.db);
    const late = await checked({ name: 'Late' });
    await effective(late, '2026-12-01');
    expect(await move(late, 'running')).toMatchObject({ status: 409, body: { code: 'too_late' } });
    const id = await idOf('Paused');
    await effective(id, '2026-11-01');
    expect(await move(id, 'undoing')).toMatchObject({ status: 409, body: { code: 'too_late' } });
    await effective(id, effectiveDate);
  });

  it('is not undone if the schedule was released or replaced', async () => {
    const id = await idOf('Paused');
    const [released, replaced] = await membersOf(id, 'scheduled');
    await ok(manager.delete(`/subscriptionschedule/${schedulesOf(released!.subscription).find(({ status }) => status === 'active')!.id}`));
    await ok(
      scheduler.post('/subscriptionschedule', { subscriptionId: replaced!.subscription, newPrice: next, effectiveDate: '2027-05-01' }),
    );
    await ok(move(id, 'undoing'));
    await inState(id, 'undone');
    expect(schedulesOf(replaced!.subscription).filter(({ status }) => status === 'active')).toHaveLength(1);
    expect(cloud.stripe.store.get('customer', released!.customer)?.metadata).toMatchObject({ nextprice: kiss });
  });

  it('takes no dry run that is old, and repeats it at Stripe', async () => {
    const id = await checked({ name: 'Old' });
    const discontinued = (await membersOf(id, 'skipped')).find(({ reason }) => reason === 'The plan is discontinued')!;
    await sql`update price_increase set checked = checked - interval '7 days 1 minute' where id = ${id}`.execute(cloud.database.db);
    expect(await move(id, 'running')).toMatchObject({ status: 409, body: { code: 'dry_run_old' } });
    await cloud.sdk.subscriptions.update(discontinued.subscription, { cancel_at_period_end: false });
    await ok(move(id, 'checking'));
    await inState(id, 'checked');
    expect((await membersOf(id, 'checked')).map(({ subscription }) => subscription)).toContain(discontinued.subscription);
    expect(await ok(move(id, 'running'))).toMatchObject({ state: 'running' });
  });
});
