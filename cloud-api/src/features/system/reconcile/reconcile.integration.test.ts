import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ComparedSystemView, ComparisonView, DifferenceGroup, DifferenceView } from '@washdesk/contracts/system/reconcile';
import { until } from '@washdesk/test-support/until';
import { applySnapshots } from '../../../mirror/apply-snapshots.ts';
import { mirrored } from '../../../mirror/reads/mirrored.ts';
import { nextRead } from '../../../mirror/snapshots/mirror.store.ts';
import { snapshot } from '../../../mirror/snapshots/snapshot.ts';
import { clientAs, type ApiClient } from '../../../testing/api-client.ts';
import { startBillingCloud, type BillingCloud } from '../../../testing/billing-cloud.ts';

let cloud: BillingCloud;
let admin: ApiClient;

beforeAll(async () => {
  cloud = await startBillingCloud({ at: '2026-11-21T15:30:00Z', settings: { WASHDESK_COMPARE_SETTLE_SECONDS: '0' } });
  admin = await clientAs(cloud, 'Admin');
});
afterAll(() => cloud.stop());

interface Status {
  running: ComparisonView[];
  last: ComparisonView | null;
  systems: ComparedSystemView[];
  groups: DifferenceGroup[];
}
const status = async (): Promise<Status> => (await admin.get<Status>('/reconcile')).body;
const compare = (customer: string) =>
  admin.post<{ differences: DifferenceView[]; notCompared: string[] }>(`/reconcile/customers/${customer}/compare`);
const change = (id: string, act: 'repair' | 'undo' | 'dismiss', body?: object) =>
  admin.post<{ difference: DifferenceView; code?: string; message?: string }>(`/reconcile/differences/${id}/${act}`, body);
const auditOf = (id: string) =>
  cloud.database.db.selectFrom('whole_audit').select(['action', 'why']).where('subject', '=', `difference:${id}`).orderBy('at').execute();

/** Returns a member whose updates of other systems are done, but for the sites, which are offline. */
async function settledMember(plate: string): Promise<string> {
  const { customer } = await cloud.member({ plate });
  await until('the loyalty system has the member', async () => {
    const { rows } = await sql`select from job where what = 'converge.loyalty' and key = ${customer} and state = 'done'`.execute(
      cloud.database.db,
    );
    return rows.length > 0 ? true : null;
  });
  return customer;
}

/** Writes another state of the customer into the mirror, as if an event had not arrived. */
async function missEvent(customer: string, values: object): Promise<void> {
  const { db } = cloud.database;
  const object = { ...(await mirrored(db, 'customer', customer))!, ...values };
  const readSeq = await nextRead(db);
  const context = { now: cloud.clock.now(), goodDays: 3, mapping: {} };
  await db.transaction().execute((tx) => applySnapshots(tx, [snapshot('customer', object, readSeq)], context));
}

/** Refunds a part of a payment of a car without a customer, without a trace of it in the mirror. */
async function missedRefundWithoutCustomer(): Promise<string> {
  const { latest_charge: charge } = await cloud.sdk.paymentIntents.create({
    amount: 900,
    currency: 'usd',
    payment_method: 'pm_card_visa',
    confirm: true,
    automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
  });
  const { id } = await cloud.sdk.refunds.create({ charge: charge as string, amount: 300 });
  await cloud.settled();
  await sql`delete from mirror_refund where id = ${id}`.execute(cloud.database.db);
  return id;
}

const lanesAdmit = (code: string) =>
  sql`update roster_entry set status = 'active', product_class = 'Super Kiss', good_until = '2026-12-31' where code = ${code}`.execute(
    cloud.database.db,
  );

describe('one customer', () => {
  it('has no difference, and reports the sites that do not respond', async () => {
    const customer = await settledMember('CLEAN1-IL');
    const { body } = await compare(customer);
    expect(body.differences).toEqual([]);
    expect((await admin.post('/reconcile/customers/cus_nobody/compare')).status).toBe(404);
  });

  it('differs from Stripe: found, repaired by a read, undone, and found again', async () => {
    const customer = await settledMember('STALE1-IL');
    await missEvent(customer, { email: 'old@example.com' });
    const [found] = (await compare(customer)).body.differences;
    expect(found).toMatchObject({
      kind: 'contact-mirror',
      name: 'Moore, Ada',
      fields: [{ name: 'Email', right: null, wrong: 'old@example.com' }],
      cause: 'No event from Stripe about it arrived',
      state: 'open',
    });
    expect((await change(found!.id, 'repair')).body.difference).toMatchObject({ state: 'repaired', by: expect.any(String) });
    expect((await mirrored(cloud.database.db, 'customer', customer))?.email).toBeNull();
    expect((await change(found!.id, 'repair')).status).toBe(200);
    expect((await change(found!.id, 'undo')).body.difference.state).toBe('undone');
    expect((await change(found!.id, 'undo')).status).toBe(200);
    expect((await mirrored(cloud.database.db, 'customer', customer))?.email).toBe('old@example.com');
    const [again] = (await compare(customer)).body.differences;
    expect(again).toMatchObject({ kind: 'contact-mirror', cause: expect.stringContaining('The repair was undone by') });
    expect((await auditOf(found!.id)).map(({ action }) => action)).toEqual(['difference.repaired', 'difference.repair-undone']);
  });

  it('is not compared while an event is on its way', async () => {
    const customer = await settledMember('MOVING1-IL');
    await missEvent(customer, { phone: '815-555-0100' });
    await sql`
      insert into provider_event (id, type, kind, object_id, customer, created, due)
      values ('evt_moving', 'customer.updated', 'customer', ${customer}, ${customer}, now(), now() + interval '1 hour')`.execute(
      cloud.database.db,
    );
    const { body } = await compare(customer);
    expect(body).toMatchObject({ differences: [], notCompared: expect.arrayContaining(['Washdesk: a change is in progress']) });
    await sql`delete from provider_event where id = 'evt_moving'`.execute(cloud.database.db);
    expect((await compare(customer)).body.differences).toHaveLength(1);
  });

  it('is admitted by the lanes without a plan: repaired, and not undone once the lanes have changed', async () => {
    const customer = await settledMember('LANE1-IL');
    await lanesAdmit('LANE1-IL');
    const [found] = (await compare(customer)).body.differences;
    expect(found).toMatchObject({ kind: 'roster-admits', about: 'LANE1-IL' });
    await change(found!.id, 'repair');
    const row = () => cloud.database.db.selectFrom('roster_entry').selectAll().where('code', '=', 'LANE1-IL').executeTakeFirst();
    expect(await row()).toMatchObject({ good_until: null, status: 'none' });
    await change(found!.id, 'undo');
    expect(await row()).toMatchObject({ product_class: 'Super Kiss', status: 'active' });
    const [again] = (await compare(customer)).body.differences;
    await change(again!.id, 'repair');
    await lanesAdmit('LANE1-IL');
    expect(await change(again!.id, 'undo')).toMatchObject({ status: 409, body: { code: 'changed_since' } });
  });

  it('differs in the loyalty system: repaired, undone, then dismissed until its values change', async () => {
    const customer = await settledMember('LOYAL1-IL');
    const { db } = cloud.database;
    const give = (group: string) =>
      db
        .updateTable('loyalty_member')
        .set({ groups: [group] })
        .where('customer', '=', customer)
        .execute();
    await give('Active Unlimited Plans');
    const [found] = (await compare(customer)).body.differences;
    expect(found).toMatchObject({
      kind: 'loyalty-groups',
      cause: expect.stringContaining('after Washdesk’s last update'),
      fields: [{ name: 'Groups', right: null, wrong: 'Active Unlimited Plans' }],
    });
    expect((await change(found!.id, 'repair')).body.difference.state).toBe('repaired');
    expect((await change(found!.id, 'undo')).body.difference.state).toBe('undone');
    const [again] = (await compare(customer)).body.differences;
    expect(await change(again!.id, 'dismiss', { reason: ' ' })).toMatchObject({ status: 400 });
    const { body } = await change(again!.id, 'dismiss', { reason: 'A guest of the office' });
    expect(body.difference).toMatchObject({ state: 'dismissed', why: 'A guest of the office' });
    expect((await change(again!.id, 'dismiss', { reason: 'Once more' })).body.difference.why).toBe('A guest of the office');
    expect((await compare(customer)).body.differences).toEqual([]);
    await give('Active Unlimited PLUS members');
    expect((await compare(customer)).body.differences).toMatchObject([{ kind: 'loyalty-groups', state: 'open' }]);
    expect((await auditOf(again!.id)).at(-1)).toEqual({ action: 'difference.dismissed', why: 'A guest of the office' });
  });
});

it('everything: what differs is found page by page, repaired as a kind in the background, and closed when it ends by itself', async () => {
  const [first, second] = [await settledMember('WHOLE1-IL'), await settledMember('WHOLE2-IL')];
  await missEvent(second, { phone: '815-555-0101' });
  await lanesAdmit('WHOLE1-IL');
  await lanesAdmit('WHOLE2-IL');
  const refund = await missedRefundWithoutCustomer();
  const wholeComparison = async (): Promise<Status> => {
    const before = (await status()).last?.finished;
    expect((await admin.post('/reconcile/comparisons', { site: null })).status).toBe(200);
    return until('the comparison ended', async () => {
      const now = await status();
      return now.running.length === 0 && now.last?.finished !== before ? now : null;
    });
  };
  const { last } = await wholeComparison();
  const unreachable = { compared: null, waiting: { reason: expect.any(String) as string, since: expect.any(String) as string } };
  expect(last).toMatchObject({ requestedBy: expect.any(String) });
  expect((await status()).systems).toMatchObject([
    { system: 'stripe', compared: expect.any(String), waiting: null },
    { system: 'roster', compared: expect.any(String), waiting: null },
    { system: 'sitewatch', site: 12, siteName: 'Joliet', ...unreachable },
    { system: 'sitewatch', site: 27, siteName: 'Merrillville', ...unreachable },
    { system: 'loyalty', compared: expect.any(String), waiting: null },
  ]);
  expect(last!.compared).toMatchObject({ customers: expect.any(Number), members: expect.any(Number) });
  const open = async (query: string) => (await admin.get<{ results: DifferenceView[] }>(`/reconcile/differences${query}`)).body.results;
  const admitted = await open('?kind=roster-admits');
  expect(admitted.map(({ customer }) => customer)).toEqual(expect.arrayContaining([first, second]));
  expect(await open(`?customer=${second}&kind=contact-mirror`)).toHaveLength(1);
  const [missed] = await open('?kind=refund-missing');
  expect(missed).toMatchObject({ customer: null, name: 'Payment without a customer', about: refund });
  expect(missed!.fields).toContainEqual({ name: 'Amount', right: '$3.00', wrong: null });
  expect((await change(missed!.id, 'repair')).body.difference.state).toBe('repaired');
  expect(await mirrored(cloud.database.db, 'refund', refund)).toMatchObject({ amount: 300 });

  const all = { kind: 'roster-admits', site: null };
  expect(await admin.post('/reconcile/repair', { ...all, count: admitted.length + 1 })).toMatchObject({
    status: 409,
    body: { code: 'count_changed', details: { count: admitted.length } },
  });
  await admin.post('/reconcile/repair', { ...all, count: admitted.length });
  await until('all are repaired', async () => ((await open('?kind=roster-admits')).length === 0 ? true : null));
  expect((await open(`?customer=${first}&state=settled`)).map(({ state }) => state)).toContain('repaired');

  await missEvent(second, { phone: null });
  await wholeComparison();
  expect(await open(`?customer=${second}&state=settled&kind=contact-mirror`)).toMatchObject([{ state: 'gone' }]);
});

it('waits for Stripe while it does not respond, says so, and compares what does not need it', async () => {
  const stripeOf = async () => (await status()).systems.find(({ system }) => system === 'stripe')!;
  const { compared } = await stripeOf();
  const customer = await settledMember('WAITED1-IL');
  await sql`update compared_system set compared = null where system <> 'stripe'`.execute(cloud.database.db);
  cloud.stripe.behave({ down: true });
  await admin.post('/reconcile/comparisons', { site: null });
  const waiting = await until('the comparison waits', async () => ((await stripeOf()).waiting ? status() : null));
  expect(waiting.running).toMatchObject([{ site: null, finished: null }]);
  expect(waiting.systems).toMatchObject([
    { system: 'stripe', compared, waiting: { reason: 'Stripe does not respond' } },
    { system: 'roster', compared: expect.any(String) },
    { site: 12 },
    { site: 27 },
    { system: 'loyalty', compared: expect.any(String) },
  ]);
  const { id } = await sql<{ id: string }>`select id from comparison where finished is null`
    .execute(cloud.database.db)
    .then(({ rows }) => rows[0]!);
  const suspect = { comparison: id, copy: 'stripe', site: 0, customer };
  await cloud.database.db.insertInto('difference_suspect').values(suspect).execute();
  const atLast = JSON.stringify({ stage: 'confirm-last' });
  await sql`update comparison set claimed_until = null, progress = ${atLast}::jsonb where id = ${id}`.execute(cloud.database.db);
  await until('the suspect is waited for', async () => {
    const { rows } = await sql`select from comparison where id = ${id} and finished is null and claimed_until > now()`.execute(
      cloud.database.db,
    );
    return rows.length > 0 ? true : null;
  });
  // of other customers too, whose updates were on their way
  expect(await cloud.database.db.selectFrom('difference_suspect').select('customer').execute()).toContainEqual({ customer });
  cloud.stripe.behave({ down: false });
  await sql`update comparison set claimed_until = null`.execute(cloud.database.db);
  await until('the comparison ended', async () => ((await status()).running.length === 0 ? true : null));
  expect((await stripeOf()).waiting).toBeNull();
  expect(await cloud.database.db.selectFrom('difference_suspect').select('customer').execute()).toEqual([]);
});
