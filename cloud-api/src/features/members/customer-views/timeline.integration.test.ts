import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TimelineEntry, TimelinePage } from '@washdesk/contracts/members/customer-timeline';
import { Role } from '@washdesk/rules/company/roles';
import { timelineKinds } from '@washdesk/rules/customers/timeline';
import { programPrincipal } from '../../../common/caller.ts';
import { clientAs, type ApiClient } from '../../../testing/api-client.ts';
import { startBillingCloud, type BillingCloud } from '../../../testing/billing-cloud.ts';
import { CustomerTimeline } from './timeline.service.ts';

let cloud: BillingCloud;
let cashier: ApiClient;
let support: ApiClient;
let admin: ApiClient;
let customer: string;

const phone = '+18155550199';
/** Ten washes and ten notes at one instant. */
const oneInstant = '2026-11-15T12:00:00Z';

beforeAll(async () => {
  cloud = await startBillingCloud({ at: '2026-11-21T15:30:40Z' });
  [cashier, support, admin] = await Promise.all([clientAs(cloud, 'Cashier'), clientAs(cloud, 'SupportCenter'), clientAs(cloud, 'Admin')]);
  ({ customer } = await cloud.member());
  const { db } = cloud.database;
  const started = await cashier.post<{ id: string }>('/subscription', { customer, PlanId: 'price_SuperKiss_12', DoNotProrate: true });
  const ended = { action: 'subscription.discontinued', subject: `subscription:${started.body.id}`, why: 'Moving away' };
  const notFirst = { action: 'subscription.not-paid', subject: `subscription:${started.body.id}`, why: 'card_declined' };
  await sql`
    insert into staff (employee_number, name, roles, created, changed) values (9001, 'Sam Fuller', 4, now(), now())`.execute(db);
  await audit(ended);
  await audit(notFirst);
  await audit({ action: 'customer.metadata-changed', subject: `customer:${customer}`, why: null });
  await cloud.sdk.paymentIntents.create({
    amount: 500,
    currency: 'usd',
    customer,
    payment_method: 'pm_card_createDispute',
    confirm: true,
    automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
  });
  await cloud.settled();
  const { rows: disputes } = await sql<{ id: string; charge: string }>`
    select d.id, d.charge from mirror_dispute d join mirror_charge c on c.id = d.charge where c.customer = ${customer}`.execute(db);
  await audit({ action: 'dispute.evidence', subject: `dispute:${disputes[0]!.id}`, why: null });
  const paid = await sql<{ id: string }>`
    select id from mirror_charge where customer = ${customer} and status = 'succeeded' and id <> ${disputes[0]!.charge}`.execute(db);
  await cloud.sdk.refunds.create({
    charge: paid.rows[0]!.id,
    amount: 700,
    metadata: { employeename: 'Sam Fuller', note: 'Scratched mirror' },
  });
  await cloud.settled();
  for (let row = 0; row < 10; row += 1) await washAndNote();
  await sql`
    insert into message (id, channel, recipient, kind, text, customer, state, requested)
    values (${randomUUID()}, 'sms', ${phone}, 'receipt', 'secret words', ${customer}, 'sent', '2026-11-18T12:00:00Z')`.execute(db);
  const receipt = await sql<{ id: string }>`select id from receipt where customer = ${customer} limit 1`.execute(db);
  await sql`
    insert into print_job (id, site, printer, kind, subject, state, asked)
    values (${randomUUID()}, 12, 'counter', 'signup', ${receipt.rows[0]!.id}, 'failed', '2026-11-18T13:00:00Z')`.execute(db);
  await sql`
    insert into gate_command (id, site, gate, principal, asked, result, customer)
    values (${randomUUID()}, 12, 'north', '9001', '2026-11-18T15:00:00Z', 'opened', ${customer}),
      (${randomUUID()}, 12, 'north', 'lane:1', '2026-11-18T15:30:00Z', 'unconfirmed', ${customer})`.execute(db);
  await sql`
    insert into signature (id, customer, receipt, site, agreement, agreement_hash, state, requested, requested_by)
    values (${randomUUID()}, ${customer}, ${randomUUID()}, 12, '{}', '\\x00', 'cancelled', '2026-11-18T14:00:00Z', 'nobody')`.execute(db);
});
afterAll(() => cloud.stop());

const audit = ({ action, subject, why }: { action: string; subject: string; why: string | null }) =>
  sql`
    insert into audit (id, at, actor, site, action, subject, why, request_id)
    values (${randomUUID()}, '2026-11-17T12:00:00Z', '9001', 12, ${action}, ${subject}, ${why}, 'test')
  `.execute(cloud.database.db);

async function washAndNote(): Promise<void> {
  const { db } = cloud.database;
  await sql`
    insert into usage (id, customer, code, plan_name, site, source, at)
    values (${randomUUID()}, ${customer}, 'ABC1-IL', 'Super Kiss', 12, 'redeem', ${oneInstant})`.execute(db);
  await sql`
    insert into note (id, customer, note, attention, agent, created)
    values (${randomUUID()}, ${customer}, 'Called about the gate', false, 'Dana Whitfield', ${oneInstant})`.execute(db);
}

async function wholeOf(client: ApiClient, kinds?: string): Promise<TimelineEntry[]> {
  const entries: TimelineEntry[] = [];
  let page: string | null = '';
  while (page !== null) {
    const query: URLSearchParams = new URLSearchParams({ ...(page && { page }), ...(kinds && { kinds }) });
    const answer: { status: number; body: TimelinePage } = await client.get<TimelinePage>(
      `/customer/${customer}/timeline?${query.toString()}`,
    );
    expect(answer.status).toBe(200);
    entries.push(...answer.body.entries);
    page = answer.body.next_page;
  }
  return entries;
}

const kindsIn = (entries: TimelineEntry[]) => new Set(entries.map(({ kind }) => kind));

describe("a customer's timeline", () => {
  it('has every kind, the newest first, each in words with who, where and why', async () => {
    const entries = await wholeOf(support);
    expect(kindsIn(entries)).toEqual(new Set(timelineKinds.filter((kind) => kind !== 'account')));
    const times = entries.map(({ at }) => at);
    expect(times).toEqual(times.toSorted().toReversed());
    expect(entries.filter(({ title }) => title === '')).toEqual([]);
    const of = (wanted: string) => entries.find(({ title }) => title === wanted);
    expect(of('Plan discontinued')).toMatchObject({ kind: 'plan', detail: 'Moving away', by: 'Sam Fuller', site: 12 });
    expect(of('First payment of a plan failed')).toMatchObject({ detail: null });
    expect(of('Refunded')).toMatchObject({ amount: 700, by: 'Sam Fuller', detail: 'Scratched mirror', link: { kind: 'charge' } });
    expect(entries.filter(({ detail }) => detail === 'Called about the gate')).toHaveLength(10);
    expect(entries.find(({ by }) => by === 'Dana Whitfield')).toMatchObject({ kind: 'note', title: 'Note', link: { kind: 'note' } });
    expect(of('Washed: Super Kiss')).toMatchObject({ site: 12, link: { kind: 'receipt', id: expect.any(String) } });
    expect(entries.filter(({ kind, by }) => kind === 'gate' && by === 'Lane 1')).toHaveLength(1);
    expect(of('Gate opened')).toMatchObject({ kind: 'gate', detail: 'North gate', by: 'Sam Fuller', site: 12 });
    expect(of('Receipt not printed')).toMatchObject({ kind: 'print', link: { kind: 'receipt' } });
    expect(of('Signature request canceled')).toMatchObject({ kind: 'signature' });
  });

  it('has before and after of a saved field and of a changed plan', async () => {
    const base = (await cashier.get(`/customer/${customer}/general`)).body;
    await cashier.post(`/customer/${customer}`, { ...base, name: 'Moore, Renamed', base });
    await cloud.settled();
    const [saved] = await wholeOf(cashier, 'account');
    expect(saved?.changes).toEqual([{ what: 'Name', before: base['name'], after: 'Moore, Renamed' }]);
    const subscription = (await wholeOf(admin, 'plan')).find(({ link }) => link?.kind === 'subscription')?.link?.id;
    await sql`
      insert into audit (id, at, actor, site, action, subject, before, after, request_id)
      values (${randomUUID()}, '2026-11-17T13:00:00Z', '9001', 12, 'subscription.upgraded', ${`subscription:${subscription}`},
        '{"price": "price_SuperKiss_12"}', '{"price": "price_SuperKissPlus_12"}', 'test')`.execute(cloud.database.db);
    const upgraded = (await wholeOf(cashier, 'plan')).find(({ title }) => title === 'Plan upgraded');
    expect(upgraded?.changes).toEqual([
      { what: 'Plan', before: expect.stringMatching(/\$29\.99 a month$/), after: expect.stringMatching(/\$\d+\.\d\d a month$/) },
    ]);
  });

  it('shows disputes from SupportCenter on, even when they are asked for, and ids of Stripe to Admin alone', async () => {
    expect(kindsIn(await wholeOf(cashier))).not.toContain('dispute');
    expect(await wholeOf(cashier, 'dispute')).toEqual([]);
    const [below, above] = [JSON.stringify(await wholeOf(support)), JSON.stringify(await wholeOf(admin))];
    expect(below).not.toMatch(/"(?:ch|py|sub|re|du|dp)_/);
    expect(above).toMatch(/"id":"ch_/);
    for (const text of [below, above]) expect(text).not.toMatch(/8155550199|secret words/);
  });

  it('is searched over all its pages by words, amounts and names, with accents or without', async () => {
    const whole = await wholeOf(cashier);
    const refund = whole.find(({ kind }) => kind === 'refund')!;
    const amount = (refund.amount! / 100).toFixed(2);
    const search = async (text: string, more = '') =>
      (await cashier.get<TimelinePage>(`/customer/${customer}/timeline?text=${encodeURIComponent(text)}${more}`)).body;
    const found = await search(`refund ${amount}`);
    expect(found.entries).toContainEqual(refund);
    expect(found.entries.every(({ title }) => /refund/i.test(title)) && found.entries.length < whole.length).toBe(true);
    expect(found.next_page).toBeNull();
    expect((await search(`refund ${amount}`, '&kinds=note')).entries).toEqual([]);
    expect((await search('nothing of the kind')).entries).toEqual([]);
  });

  it('is narrowed to kinds, of which an unknown one is refused, as is a foreign cursor', async () => {
    const entries = await wholeOf(cashier, 'note,refund');
    expect(kindsIn(entries)).toEqual(new Set(['note', 'refund']));
    expect(entries.filter(({ kind }) => kind === 'note')).toHaveLength(
      (await wholeOf(cashier)).filter(({ kind }) => kind === 'note').length,
    );
    expect((await cashier.get(`/customer/${customer}/timeline?kinds=weather`)).status).toBe(400);
    expect((await cashier.get(`/customer/${customer}/timeline?page=abc`)).status).toBe(400);
    expect(await cashier.get('/customer/cus_nobody/timeline')).toMatchObject({ status: 404, body: { code: 'customer_not_found' } });
  });

  it('loses and doubles nothing, however large its pages are', async () => {
    const timeline = new CustomerTimeline(cloud.database.db);
    const caller = programPrincipal('test', 'Test', 'test', { roles: Role.Admin });
    const { entries: whole, next_page: end } = await timeline.of(customer, {}, caller, 1_000);
    expect(end).toBeNull();
    expect(new Set(whole.map(({ id }) => id)).size).toBe(whole.length);
    for (const size of [1, 2, 3, 5, 7, 19, whole.length]) {
      const pages: TimelineEntry[] = [];
      let page: string | undefined;
      do {
        const answer = await timeline.of(customer, { page }, caller, size);
        pages.push(...answer.entries);
        page = answer.next_page ?? undefined;
      } while (page !== undefined);
      expect(pages).toEqual(whole);
    }
  });
});
