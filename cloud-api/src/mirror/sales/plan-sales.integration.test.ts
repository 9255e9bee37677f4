import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ProviderSubscription } from '../../common/provider-objects.ts';
import { freshDatabase, insertSites, type TestDatabase } from '../../testing/database.ts';
import { snapshot } from '../snapshots/snapshot.ts';
import { writeSignUps } from './sign-ups.store.ts';
import { writeUpgrade } from './upgrades.store.ts';

const second = (iso: string): number => Date.parse(iso) / 1_000;

/** 11 p.m. of September 10 at the site. */
const created = second('2026-09-11T04:00:00Z');
const dana = { employeenumber: '101', employeename: 'Dana Whitfield', site: '12' };
const cases: (Partial<ProviderSubscription> & { id: string })[] = [
  { id: 'sub_runs', metadata: dana },
  { id: 'sub_free', status: 'trialing', metadata: { ...dana, employeenumber: ' ' } },
  { id: 'sub_online', metadata: { terminal: 'online' } },
  { id: 'sub_unknown', metadata: { terminal: 'Washcashier1' } },
  { id: 'sub_unpaid', status: 'incomplete', metadata: dana },
  { id: 'sub_abandoned', status: 'canceled', canceled_at: created + 60, metadata: dana },
  { id: 'sub_reinstated', metadata: { ...dana, old_id: 'sub_old' } },
  {
    id: 'sub_sixtieth',
    status: 'canceled',
    canceled_at: second('2026-11-10T05:30:00Z'),
    cancellation_details: { comment: ' Moving away ', reason: 'cancellation_requested' },
    metadata: dana,
  },
  { id: 'sub_late', status: 'canceled', canceled_at: second('2026-11-10T07:00:00Z'), metadata: dana },
  {
    id: 'sub_declined',
    status: 'unpaid',
    canceled_at: second('2026-10-10T07:00:00Z'),
    cancellation_details: { comment: null, reason: 'payment_failed' },
    metadata: dana,
  },
];
/** The subscriptions with a paid invoice. */
const paid = ['sub_sixtieth', 'sub_late', 'sub_declined'];
const objects = cases.map((given) => ({
  customer: `cus_${given.id}`,
  status: 'active',
  created,
  cancel_at_period_end: false,
  canceled_at: null,
  ended_at: null,
  schedule: null,
  items: { data: [] },
  ...given,
})) as ProviderSubscription[];

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
  const { db } = database;
  await insertSites(database);
  for (const object of objects) {
    const { id, customer, status } = object;
    const row = { id, customer, status, created: new Date(created * 1_000), site: object.metadata['site'] ? 12 : null, read_seq: 0 };
    await db
      .insertInto('mirror_subscription')
      .values({ ...row, object: JSON.stringify(object) })
      .execute();
  }
  for (const id of paid) {
    const row = { id: `in_${id}`, read_seq: 0, object: '{}', subscription: id, status: 'paid', created: new Date(created * 1_000) };
    await db.insertInto('mirror_invoice').values(row).execute();
  }
  await db.transaction().execute(async (tx) => {
    const changes = objects.map((object) => ({
      kind: 'subscription' as const,
      snapshot: snapshot('subscription', object, 1),
      before: null,
      fields: [],
      turn: 'new' as const,
    }));
    await writeSignUps(tx, changes);
    await writeUpgrade(tx, {
      operation: randomUUID(),
      by: { id: '202', name: 'Marcus Reed', site: null },
      subscription: 'sub_runs',
      customer: 'cus_sub_runs',
      formerPrice: 'price_a',
      price: 'price_b',
      at: new Date('2026-10-01T03:00:00Z'),
    });
  });
});
afterAll(() => database.stop());

const stored = () =>
  database.db
    .selectFrom('plan_sale')
    .selectAll()
    .select(sql<string>`day::text`.as('date'))
    .orderBy('id')
    .execute();

it('sales are written with their seller, the day at their site, and why they ended', async () => {
  const all = await stored();
  expect(all.filter(({ kind }) => kind === 'upgrade')).toMatchObject([
    {
      seller: '202',
      date: '2026-09-30',
      site: 12,
      subscription: 'sub_runs',
      customer: 'cus_sub_runs',
      former_price: 'price_a',
      price: 'price_b',
    },
  ]);
  const signUps = all.filter(({ kind }) => kind === 'sign-up');
  expect(signUps.map(({ id, seller, date, reason, early }) => [id, seller, date, reason, early])).toEqual([
    ['sub_declined', '101', '2026-09-10', 'Payment failed', true],
    ['sub_free', 'DANA WHITFIELD', '2026-09-10', null, false],
    ['sub_late', '101', '2026-09-10', 'No reason given', false],
    ['sub_online', 'online', '2026-09-11', null, false],
    ['sub_runs', '101', '2026-09-10', null, false],
    ['sub_sixtieth', '101', '2026-09-10', 'Moving away', true],
    ['sub_unknown', 'unknown', '2026-09-11', null, false],
  ]);
});

it('an ended plan is a sign-up as soon as its paid invoice is known, and one that runs again has no end', async () => {
  const { db } = database;
  const object = objects.find(({ id }) => id === 'sub_abandoned')!;
  const invoice = { id: 'in_x', status: 'paid', parent: { subscription_details: { subscription: object.id, metadata: null } } };
  await db
    .insertInto('mirror_invoice')
    .values({ id: 'in_x', read_seq: 0, object: '{}', subscription: object.id, status: 'paid', created: new Date() })
    .execute();
  const told = { before: null, fields: [], turn: 'new' as const };
  await db
    .transaction()
    .execute((tx) => writeSignUps(tx, [{ kind: 'invoice', snapshot: snapshot('invoice', invoice as never, 1), ...told }]));
  const only = async (id: string) => (await stored()).find((row) => row.id === id);
  expect(await only(object.id)).toMatchObject({ early: true, reason: 'No reason given' });
  const running = { ...object, status: 'active', canceled_at: null };
  await sql`update mirror_subscription set object = ${JSON.stringify(running)}::jsonb, status = 'active' where id = ${object.id}`.execute(
    db,
  );
  await db
    .transaction()
    .execute((tx) =>
      writeSignUps(tx, [{ kind: 'subscription', snapshot: snapshot('subscription', running, 2), ...told, fields: ['status'] }]),
    );
  expect(await only(object.id)).toMatchObject({ early: false, reason: null, left_at: null });
});

it('the sums by week are those of the sales, from the first and after each change', async () => {
  const { db } = database;
  const sums = () =>
    sql`select week::text, site, seller, sign_ups, upgrades, early from plan_sale_week where sign_ups > 0 or upgrades > 0 order by 1, 2, 3`.execute(
      db,
    );
  const counted = () =>
    sql`select date_trunc('week', day)::date::text as week, site, seller, (count(*) filter (where kind = 'sign-up'))::integer as sign_ups,
        (count(*) filter (where kind = 'upgrade'))::integer as upgrades, (count(*) filter (where early))::integer as early
      from plan_sale group by 1, 2, 3 order by 1, 2, 3`.execute(db);
  const agree = async (): Promise<void> => expect((await sums()).rows).toEqual((await counted()).rows);
  expect((await sums()).rows.length).toBeGreaterThan(3);
  await agree();
  await sql`update plan_sale set seller = '303', day = day + 7 where id in ('sub_runs', 'sub_late')`.execute(db);
  await agree();
  await sql`update plan_sale set early = not early where kind = 'sign-up'`.execute(db);
  await agree();
  await sql`delete from plan_sale where seller = '303'`.execute(db);
  await agree();
  await sql`truncate plan_sale`.execute(db);
  expect((await sums()).rows).toEqual([]);
});
