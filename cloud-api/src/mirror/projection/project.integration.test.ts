import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ProviderCustomer, ProviderSubscription } from '../../common/provider-objects.ts';
import { freshDatabase, type TestDatabase } from '../../testing/database.ts';
import { defaultContext } from '../../testing/default-settings.ts';
import { applySnapshots } from '../apply-snapshots.ts';
import { nextRead } from '../snapshots/mirror.store.ts';
import { missingSnapshot, snapshot, type Snapshot } from '../snapshots/snapshot.ts';
import { rosterAfter, rosterNumber } from './roster.store.ts';

const now = new Date('2026-11-21T12:00:00Z');
let database: TestDatabase;

beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.stop());

const person = (id: string, plate: string, name = id, created = 1): ProviderCustomer => ({
  id,
  name,
  created,
  metadata: { CustomerCode: plate },
});
const subscription = (customer: string, status: string): ProviderSubscription => ({
  id: `sub_${customer}`,
  customer,
  status,
  created: 1,
  cancel_at_period_end: false,
  canceled_at: null,
  ended_at: null,
  schedule: null,
  metadata: {},
  items: { data: [{ price: { id: 'price_x' }, current_period_start: 1, current_period_end: 2 }] },
});

const take = (snapshots: readonly Snapshot[]) =>
  database.db.transaction().execute((tx) => applySnapshots(tx, snapshots, defaultContext(now)));

/** @returns the roster's new number, null if none of it changed */
async function store(customers: ProviderCustomer[], subscriptions: ProviderSubscription[] = [], readSeq?: number): Promise<number | null> {
  const seq = readSeq ?? (await nextRead(database.db));
  const before = await rosterNumber(database.db);
  await take([
    ...customers.map((one) => snapshot('customer', one, seq)),
    ...subscriptions.map((one) => snapshot('subscription', one, seq)),
  ]);
  const after = await rosterNumber(database.db);
  return after > before ? after : null;
}

const entry = async (code: string) => (await rosterAfter(database.db, 0, 1_000)).find((row) => row.code === code);

describe('projecting the mirror', () => {
  it('numbers every change of the roster once, in rising order', async () => {
    const first = await store([person('cus_a', 'AAA111-IL')], [subscription('cus_a', 'active')]);
    expect(first).toBeGreaterThan(0);
    expect(await store([person('cus_a', 'AAA111-IL')], [subscription('cus_a', 'active')])).toBeNull();
    const second = await store([person('cus_a', 'AAA111-IL')], [subscription('cus_a', 'canceled')]);
    expect(second).toBeGreaterThan(first!);
    expect(await entry('AAA111-IL')).toMatchObject({ status: 'canceled', seq: second });
  });

  it('never goes backwards: an answer asked for earlier changes nothing', async () => {
    const early = await nextRead(database.db);
    await store([person('cus_b', 'BBB222-IL', 'Newer')]);
    await store([person('cus_b', 'BBB222-IL', 'Older')], [], early);
    expect(await entry('BBB222-IL')).toMatchObject({ name: 'Newer' });
  });

  it('gives a shared plate to the admitted customer, and back when that ends', async () => {
    await store(
      [person('cus_old', 'CCC333-IL'), person('cus_new', 'CCC333-IL')],
      [subscription('cus_old', 'canceled'), subscription('cus_new', 'active')],
    );
    expect(await entry('CCC333-IL')).toMatchObject({ customer: 'cus_new' });
    await store([person('cus_old', 'CCC333-IL')], [subscription('cus_old', 'active')]);
    await store([person('cus_new', 'CCC333-IL')], [subscription('cus_new', 'canceled')]);
    expect(await entry('CCC333-IL')).toMatchObject({ customer: 'cus_old' });
  });

  it('assigns a code to the older customer, whatever the lane chooses, and frees it when no customer has it', async () => {
    const holder = async (code: string) =>
      (await database.db.selectFrom('code_claim').select('customer').where('code', '=', code).executeTakeFirst())?.customer;
    const older = person('cus_y', 'FFF777-IL', 'Older', 1);
    const younger = person('cus_x', 'FFF777-IL', 'Younger', 2);
    await store([younger, older], [subscription('cus_x', 'active')]);
    expect([await holder('FFF777-IL'), (await entry('FFF777-IL'))?.customer]).toEqual(['cus_y', 'cus_x']);
    await store([person('cus_y', 'GGG888-IL', 'Older', 1)]);
    expect([await holder('FFF777-IL'), await holder('GGG888-IL')]).toEqual(['cus_x', 'cus_y']);
    await store([person('cus_x', '', 'Younger', 2)]);
    expect(await holder('FFF777-IL')).toBeUndefined();
  });

  it('does not write a claim again that is right already', async () => {
    const version = async () => {
      const { rows } = await sql<{ version: string }>`select xmin::text as version from code_claim where code = 'JJJ111-IL'`.execute(
        database.db,
      );
      return rows[0]?.version;
    };
    await store([person('cus_j', 'JJJ111-IL')]);
    const written = await version();
    await store([person('cus_j', 'JJJ111-IL', 'Renamed')]);
    expect([written === undefined, await version()]).toEqual([false, written]);
  });

  it('leaves a claim alone that an operation has made', async () => {
    await database.db
      .insertInto('code_claim')
      .values({ code: 'HHH999-IL', customer: 'cus_new', operation: randomUUID(), claimed: now })
      .execute();
    await store([person('cus_h', 'HHH999-IL')]);
    const claim = await database.db.selectFrom('code_claim').select('customer').where('code', '=', 'HHH999-IL').executeTakeFirst();
    expect(claim).toEqual({ customer: 'cus_new' });
  });

  it('fingerprints a code without a customer as removed, for the agents that have it', async () => {
    await store([person('cus_d', 'DDD444-IL')], [subscription('cus_d', 'active')]);
    const before = await rosterNumber(database.db);
    await store([person('cus_d', 'DDD555-IL')], [subscription('cus_d', 'active')]);
    const changes = await rosterAfter(database.db, before, 10);
    expect(changes.map(({ code, removed }) => ({ code, removed }))).toEqual(
      expect.arrayContaining([
        { code: 'DDD444-IL', removed: true },
        { code: 'DDD555-IL', removed: false },
      ]),
    );
  });

  it('keeps the last object of a deleted customer and frees the codes', async () => {
    await store([person('cus_e', 'EEE666-IL', 'Eve')], [subscription('cus_e', 'canceled')]);
    const readSeq = await nextRead(database.db);
    await take([missingSnapshot('customer', 'cus_e', readSeq)]);
    const row = await database.db.selectFrom('mirror_customer').selectAll().where('id', '=', 'cus_e').executeTakeFirstOrThrow();
    expect(row.deleted_at).toEqual(now);
    expect(row.object).toMatchObject({ name: 'Eve' });
    expect(await entry('EEE666-IL')).toBeUndefined();
  });

  it('loses no number to those who write at the same time', async () => {
    const before = await rosterNumber(database.db);
    const many = Array.from({ length: 12 }, (_, i) => person(`cus_many_${i}`, `M${i}-IN`));
    await Promise.all(many.map((one) => store([one])));
    const changes = await rosterAfter(database.db, before, 100);
    expect(changes.map((row) => row.seq)).toEqual(Array.from({ length: 12 }, (_, i) => before + 1 + i));
  });
});
