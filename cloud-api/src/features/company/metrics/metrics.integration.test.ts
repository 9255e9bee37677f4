import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MetricList } from '@washdesk/contracts/company/metrics';
import type { MonthTotals } from '@washdesk/rules/company/member-months';
import { freshDatabase, insertSites, type TestDatabase } from '../../../testing/database.ts';
import { testCompany } from './company.fixture.ts';
import { MetricCount } from './metric-count.ts';
import { MetricsService } from './metrics.service.ts';

let database: TestDatabase;
let metrics: MetricsService;
let now = new Date('2026-11-24T18:00:00Z');
const clock = { now: () => now };
const joliet = 12;
const merrillville = 27;

/** Counts like a process, in pages of a few members. @returns the number of rounds */
async function count(pageSize = 3): Promise<number> {
  const counting = new MetricCount({ db: database.db, clock, pageSize });
  let rounds = 0;
  while ((await counting.round()) > 0) rounds += 1;
  return rounds;
}

beforeAll(async () => {
  database = await freshDatabase();
  await insertSites(database);
  metrics = new MetricsService(database.db);
  const { price, plan, bill, washes } = testCompany(database.db);
  await price('cheap', 2_000);
  await price('dear', 3_000);

  // Joliet: a member who stays at one price
  await plan('stays', { customer: 'stays', site: joliet, price: 'cheap', begins: '2026-01-10T15:00:00Z' });
  await plan('due', { customer: 'due', site: joliet, price: 'cheap', begins: '2026-01-11T15:00:00Z', status: 'past_due' });
  // a member with a free first month, and one who signed up on the 1st in UTC but October 31 in Joliet
  await plan('free', { customer: 'free', site: joliet, price: 'dear', begins: '2026-11-20T15:00:00Z', status: 'trialing' });
  await plan('halloween', { customer: 'halloween', site: joliet, price: 'cheap', begins: '2026-11-01T03:00:00Z' });
  // a customer who never paid was never a member, whatever happened to the plan
  await plan('waits', { customer: 'waits', site: joliet, price: 'dear', begins: '2026-11-23T15:00:00Z', status: 'incomplete' });
  await plan('expired', {
    customer: 'waits',
    site: joliet,
    price: 'dear',
    begins: '2026-11-02T15:00:00Z',
    ends: '2026-11-03T15:00:00Z',
    status: 'incomplete_expired',
  });
  await plan('givenup', { customer: 'givenup', site: joliet, price: 'dear', begins: '2026-11-04T15:00:00Z', ends: '2026-11-04T16:00:00Z' });
  await bill('in_givenup', {
    plan: 'givenup',
    at: '2026-11-04T15:00:00Z',
    prices: ['dear'],
    reason: 'subscription_create',
    status: 'void',
  });
  for (const [id, status, ends] of [
    ['unpaid', 'open', undefined],
    ['written', 'uncollectible', '2026-11-05T16:00:00Z'],
  ] as const) {
    const of = { customer: id, site: joliet, price: 'dear', begins: '2026-11-04T15:00:00Z' };
    await plan(id, ends ? { ...of, ends } : { ...of, status: 'past_due' });
    await bill(`in_${id}`, { plan: id, at: '2026-11-04T15:00:00Z', prices: ['dear'], reason: 'subscription_create', status });
  }
  // churn: one left at the end of October's period, one had an unpaid bill, one was ended by Stripe, one paid only after the end
  await plan('leaves', { customer: 'leaves', site: joliet, price: 'cheap', begins: '2026-01-12T15:00:00Z', ends: '2026-11-01T10:00:00Z' });
  await plan('owes', { customer: 'owes', site: joliet, price: 'dear', begins: '2026-02-12T15:00:00Z', ends: '2026-11-12T10:00:00Z' });
  await bill('in_owes', { plan: 'owes', at: '2026-11-01T10:00:00Z', prices: ['dear'], status: 'uncollectible' });
  await plan('dunned', {
    customer: 'dunned',
    site: joliet,
    price: 'cheap',
    begins: '2026-02-13T15:00:00Z',
    ends: '2026-11-15T10:00:00Z',
    reason: 'payment_failed',
  });
  await plan('late', { customer: 'late', site: joliet, price: 'cheap', begins: '2026-02-14T15:00:00Z', ends: '2026-11-16T10:00:00Z' });
  await bill('in_late', { plan: 'late', at: '2026-11-01T10:00:00Z', prices: ['cheap'], attempts: 2, paidAt: '2026-11-20T10:00:00Z' });
  await bill('in_leaves', { plan: 'leaves', at: '2026-11-01T09:59:00Z', prices: ['cheap'], paidAt: '2026-11-01T11:00:00Z' });
  // signed up and left in the same month
  await plan('short', { customer: 'short', site: joliet, price: 'dear', begins: '2026-11-05T15:00:00Z', ends: '2026-11-19T15:00:00Z' });
  // returned after two months; reinstated within the month
  await plan('back1', { customer: 'back', site: joliet, price: 'cheap', begins: '2026-01-13T15:00:00Z', ends: '2026-09-01T10:00:00Z' });
  await plan('back2', { customer: 'back', site: joliet, price: 'dear', begins: '2026-11-09T15:00:00Z' });
  await plan('again1', { customer: 'again', site: joliet, price: 'cheap', begins: '2026-01-14T15:00:00Z', ends: '2026-11-01T10:00:00Z' });
  await plan('again2', { customer: 'again', site: joliet, price: 'cheap', begins: '2026-11-06T15:00:00Z' });
  // revenue: an upgrade in November by its bill, a downgrade in the bill of November
  await plan('rises', { customer: 'rises', site: joliet, price: 'dear', begins: '2026-03-10T15:00:00Z' });
  await bill('in_rises1', { plan: 'rises', at: '2026-10-01T10:00:00Z', prices: ['cheap'] });
  await bill('in_rises2', { plan: 'rises', at: '2026-11-10T15:00:00Z', prices: ['-cheap', 'dear'], reason: 'subscription_update' });
  await plan('falls', { customer: 'falls', site: joliet, price: 'cheap', begins: '2026-03-11T15:00:00Z' });
  await bill('in_falls1', { plan: 'falls', at: '2026-10-01T10:00:00Z', prices: ['dear'] });
  await bill('in_falls2', { plan: 'falls', at: '2026-11-01T10:00:00Z', prices: ['cheap'] });
  // failed renewals: paid at the second attempt, paid by another card, still open, written off; a failed first bill does not count
  await bill('in_retry', { plan: 'stays', at: '2026-11-01T10:00:00Z', prices: ['cheap'], attempts: 2, paidAt: '2026-11-03T10:00:00Z' });
  await bill('in_other', { plan: 'again2', at: '2026-11-07T10:00:00Z', prices: ['cheap'], declined: true });
  await bill('in_due', { plan: 'due', at: '2026-11-01T10:00:00Z', prices: ['cheap'], status: 'open' });
  await bill('in_first', { plan: 'free', at: '2026-11-20T15:00:00Z', prices: ['dear'], reason: 'subscription_create', declined: true });
  await bill('in_fine', { plan: 'halloween', at: '2026-11-01T10:00:00Z', prices: ['cheap'] });

  // Merrillville: one moves here from Joliet, one plan names no site
  await plan('moves', { customer: 'leaves', site: merrillville, price: 'dear', begins: '2026-11-02T15:00:00Z' });
  await plan('nowhere', { customer: 'nowhere', site: null, price: 'cheap', begins: '2026-05-02T15:00:00Z' });

  await washes('stays', '2026-11-03T15:00:00Z', '2026-11-10T15:00:00Z', '2026-10-10T15:00:00Z');
  await washes('short', '2026-11-06T15:00:00Z');
  // in October by Joliet's calendar
  await washes('halloween', '2026-11-01T04:00:00Z', '2026-11-08T15:00:00Z');
  await washes('nobody', '2026-11-08T15:00:00Z');
  await sql`insert into usage_month (customer, year, month, plan_name, returns) values
    ('leaves', 2026, 10, 'Super Kiss', 4), ('stays', 2026, 11, 'Super Kiss', 2)`.execute(database.db);
  await count();
});
afterAll(() => database.stop());

const of = async (month: string, site?: number): Promise<MonthTotals> => {
  const { months } = await metrics.metrics(site);
  return months.find((one) => one.month === month)!;
};
const members = (list: MetricList, month: string, more: { site?: number; cohort?: string; page?: string } = {}) =>
  metrics.members({ list, month, ...more });
const who = async (list: MetricList, month: string, more: { site?: number; cohort?: string } = {}): Promise<string[]> =>
  (await members(list, month, more)).rows.map(({ customer }) => customer).toSorted();

// counted manually from the rows above
const inNovember: Partial<Record<MetricList, string[]>> = {
  members: ['stays', 'due', 'free', 'halloween', 'back', 'again', 'rises', 'falls'],
  new: ['free', 'short'],
  returned: ['back'],
  voluntary: ['leaves', 'short'],
  card_failure: ['owes', 'dunned', 'late'],
  left: ['leaves', 'short', 'owes', 'dunned', 'late'],
  up: ['rises'],
  down: ['falls'],
  recovered: ['stays', 'again', 'late'],
  unpaid: ['owes', 'due'],
  failed: ['stays', 'again', 'late', 'owes', 'due'],
};

describe('November in Joliet', () => {
  it('has the metrics that a hand counts', async () => {
    const total = (count_: number, amount: number) => ({ members: count_, amount });
    expect(await of('2026-11', joliet)).toEqual({
      month: '2026-11',
      // stays, due, halloween, leaves, dunned, late, again, rises at 2,000; owes and falls at 3,000
      opening: total(10, 8 * 2_000 + 2 * 3_000),
      movements: {
        new: total(2, 3_000 + 3_000),
        returned: total(1, 3_000),
        voluntary: total(2, 2_000 + 3_000),
        card_failure: total(3, 3_000 + 2_000 + 2_000),
        up: total(1, 1_000),
        down: total(1, 1_000),
        recovered: total(3, 6_000),
        unpaid: total(2, 5_000),
      },
      // stays, due, halloween, again, falls at 2,000; free, back, rises at 3,000
      closing: total(8, 5 * 2_000 + 3 * 3_000),
      // the ten from the start, free, short and back
      present: 13,
      washes: 2 + 1 + 1,
      cohorts: { '2026-01': 4, '2026-03': 2, '2026-10': 1, '2026-11': 1 },
    });
  });

  it.each(Object.entries(inNovember) as [MetricList, string[]][])(
    'lists %s as a hand does, as many as the metric says',
    async (list, wanted) => {
      expect(await who(list, '2026-11', { site: joliet })).toEqual(wanted.toSorted());
      expect((await members(list, '2026-11', { site: joliet })).count).toBe(wanted.length);
    },
  );

  it('lists each with when it was, what it is about and how to find them', async () => {
    const { rows } = await members('card_failure', '2026-11', { site: joliet });
    expect(rows[0]).toEqual({
      customer: 'late',
      name: 'Member late',
      plate: 'LATE-IL',
      site: joliet,
      at: Date.parse('2026-11-16T10:00:00Z') / 1_000,
      kind: 'card_failure',
      amount: 2_000,
      washes: null,
    });
    const [newest] = (await members('members', '2026-11', { site: joliet })).rows;
    expect(newest).toMatchObject({ customer: 'free', kind: null, amount: 3_000, at: Date.parse('2026-11-20T15:00:00Z') / 1_000 });
  });

  it('lists what each washed', async () => {
    const { rows, count: all } = await members('washes', '2026-11', { site: joliet });
    expect(all).toBe(rows.length);
    expect(rows.filter(({ washes }) => washes !== 0).map(({ customer, washes }) => [customer, washes])).toEqual([
      ['short', 1],
      ['halloween', 1],
      ['stays', 2],
    ]);
  });

  it('lists who of a month of sign-up is still there', async () => {
    expect(await who('cohort', '2026-11', { site: joliet, cohort: '2026-01' })).toEqual(['again', 'back', 'due', 'stays']);
    expect(await who('cohort', '2026-10', { site: joliet, cohort: '2026-01' })).toEqual(['again', 'due', 'leaves', 'stays']);
    expect((await of('2026-10', joliet)).cohorts['2026-01']).toBe(4);
  });
});

describe('other months and sites', () => {
  it('October ends as November begins, and washes of it are those of its own days', async () => {
    const october = await of('2026-10', joliet);
    expect(october.closing).toEqual((await of('2026-11', joliet)).opening);
    expect(october.movements.new).toEqual({ members: 1, amount: 2_000 });
    expect(await who('new', '2026-10', { site: joliet })).toEqual(['halloween']);
    // stays once, halloween once by Joliet's calendar, and leaves as often as the stored count
    expect(october.washes).toBe(1 + 1 + 4);
  });

  it('who moves to another site left one and signed up at the other; a plan without a site is counted too', async () => {
    expect(await who('new', '2026-11', { site: merrillville })).toEqual(['leaves']);
    expect((await of('2026-11', merrillville)).closing).toEqual({ members: 1, amount: 3_000 });
    const all = await of('2026-11');
    expect(all.closing).toEqual({ members: 8 + 1 + 1, amount: 19_000 + 3_000 + 2_000 });
    expect(all.movements.new.members).toBe(3);
    expect((await members('members', '2026-11')).rows.find(({ customer }) => customer === 'nowhere')?.site).toBeNull();
    expect(await who('members', '2026-11')).toHaveLength(10);
  });

  it('there are two years of months, none of them for a month that is not counted', async () => {
    const { months, sites } = await metrics.metrics(undefined);
    expect([months.length, months[0]?.month, months.at(-1)?.month]).toEqual([25, '2024-11', '2026-11']);
    expect(months[0]).toMatchObject({ opening: { members: 0, amount: 0 }, closing: { members: 0, amount: 0 } });
    expect(sites).toEqual([
      { site: 0, name: null, at: now.toISOString() },
      { site: 12, name: 'Joliet', at: now.toISOString() },
      { site: 27, name: 'Merrillville', at: now.toISOString() },
    ]);
    await expect(members('members', '2024-10')).rejects.toMatchObject({ status: 404, code: 'month_not_counted' });
  });
});

describe('counting', () => {
  const months = async () => (await metrics.metrics(undefined)).months;
  const movementRows = async (): Promise<number> =>
    (await sql<{ rows: number }>`select count(*) as rows from month_movement`.execute(database.db)).rows[0]!.rows;

  it('again changes nothing, and is due half an hour later', async () => {
    const before = await months();
    const rows = await movementRows();
    expect(await count()).toBe(0);
    now = new Date(now.getTime() + 31 * 60_000);
    expect(await count()).toBeGreaterThan(3);
    expect(await months()).toEqual(before);
    expect(await movementRows()).toBe(rows);
  });

  it('by several processes at once, each killed after a page, counts each member once', async () => {
    now = new Date(now.getTime() + 31 * 60_000);
    const before = await of('2026-11');
    await sql`update month_metric set version = 0`.execute(database.db);
    for (let busy = 1; busy > 0;) {
      const rounds = await Promise.all([1, 2, 3].map(() => new MetricCount({ db: database.db, clock, pageSize: 4 }).round()));
      busy = rounds.reduce((sum, one) => sum + one, 0);
    }
    expect(await of('2026-11')).toEqual(before);
  });

  it('shows the old metrics until all members of a site are counted again', async () => {
    const before = await months();
    now = new Date(now.getTime() + 31 * 60_000);
    const { plan } = testCompany(database.db);
    await plan('newest', { customer: 'aaa', site: joliet, price: 'cheap', begins: '2026-11-24T15:00:00Z' });
    const counting = new MetricCount({ db: database.db, clock, pageSize: 2 });
    for (let round = 0; round < 4; round += 1) await counting.round();
    expect(await months()).toEqual(before);
    await count();
    expect((await of('2026-11', joliet)).movements.new.members).toBe(3);
  });

  it('a changed definition counts all months again, and a clock that was set back counts again', async () => {
    await sql`update metric_run set version = 0`.execute(database.db);
    await sql`update month_metric set version = 0, totals = jsonb_set(totals, '{washes}', '99') where month = '2026-01'`.execute(
      database.db,
    );
    await count();
    expect((await of('2026-01', joliet)).washes).toBe(0);
    now = new Date('2026-11-24T18:00:00Z');
    expect(await count()).toBeGreaterThan(0);
  });

  it('deletes members that a site no longer has', async () => {
    now = new Date(now.getTime() + 31 * 60_000);
    await sql`update mirror_subscription set site = 27 where id = 'rises'`.execute(database.db);
    await count();
    expect(await who('members', '2026-11', { site: joliet })).not.toContain('rises');
    expect(await who('members', '2026-11', { site: merrillville })).toContain('rises');
  });
});

it('a list is read page by page, with each member once', async () => {
  const { plan } = testCompany(database.db);
  const customers = Array.from({ length: 60 }, (_none, index) => `many${index}`);
  for (const [index, customer] of customers.entries()) {
    await plan(customer, { customer, site: merrillville, price: 'cheap', begins: `2026-07-${10 + (index % 3)}T10:00:00Z` });
  }
  await sql`update metric_run set version = 0`.execute(database.db);
  await sql`update month_metric set version = 0`.execute(database.db);
  await count(50);
  for (const list of ['members', 'new', 'cohort'] as const) {
    const seen: string[] = [];
    const counts = new Set<number>();
    let page: string | null = '';
    while (page !== null) {
      const answer: Awaited<ReturnType<typeof members>> = await members(list, '2026-07', { site: merrillville, cohort: '2026-07', page });
      seen.push(...answer.rows.map(({ customer }) => customer));
      counts.add(answer.count);
      page = answer.next_page;
    }
    expect(seen.filter((customer) => customer.startsWith('many')).toSorted(), list).toEqual(customers.toSorted());
    expect(counts, list).toEqual(new Set([seen.length]));
  }
});
