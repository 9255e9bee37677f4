import { randomUUID } from 'node:crypto';
import { freshDatabase, type TestDatabase } from '@washdesk/tests/support/database';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { markDeleted, nextRead, storeObjects } from './mirror.store.ts';
import type { ProviderCustomer, ProviderSubscription } from '../db/provider-objects.ts';
import { projectCustomers } from './project.ts';
import { rosterAfter, rosterNumber } from './roster.store.ts';

const now = new Date('2026-11-21T12:00:00Z');
let database: TestDatabase;

beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.stop());

const person = (id: string, plate: string, name = id): ProviderCustomer => ({ id, name, created: 1, metadata: { CustomerCode: plate } });
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

async function store(customers: ProviderCustomer[], subscriptions: ProviderSubscription[] = [], readSeq?: number): Promise<number | null> {
  const seq = readSeq ?? (await nextRead(database.db));
  return database.db.transaction().execute(async (tx) => {
    await storeObjects(tx, 'customer', customers, seq);
    await storeObjects(tx, 'subscription', subscriptions, seq);
    return projectCustomers(
      tx,
      customers.map((customer) => customer.id),
      now,
      7,
    );
  });
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

  it('gives a shared plate to whoever is admitted, and back when that ends', async () => {
    await store(
      [person('cus_old', 'CCC333-IL'), person('cus_new', 'CCC333-IL')],
      [subscription('cus_old', 'canceled'), subscription('cus_new', 'active')],
    );
    expect(await entry('CCC333-IL')).toMatchObject({ customer: 'cus_new' });
    await store([person('cus_old', 'CCC333-IL')], [subscription('cus_old', 'active')]);
    await store([person('cus_new', 'CCC333-IL')], [subscription('cus_new', 'canceled')]);
    expect(await entry('CCC333-IL')).toMatchObject({ customer: 'cus_old' });
  });

  it('lets whoever is meant by a code hold it, and frees it when nobody bears it', async () => {
    const holder = async (code: string) =>
      (await database.db.selectFrom('code_claim').select('customer').where('code', '=', code).executeTakeFirst())?.customer;
    await store([person('cus_f', 'FFF777-IL'), person('cus_g', 'FFF777-IL')], [subscription('cus_g', 'active')]);
    expect(await holder('FFF777-IL')).toBe('cus_g');
    await store([person('cus_g', 'GGG888-IL')], [subscription('cus_g', 'active')]);
    expect([await holder('FFF777-IL'), await holder('GGG888-IL')]).toEqual(['cus_f', 'cus_g']);
    await store([person('cus_f', '')]);
    expect(await holder('FFF777-IL')).toBeUndefined();
  });

  it('leaves a claim alone that a deed has made', async () => {
    await database.db
      .insertInto('code_claim')
      .values({ code: 'HHH999-IL', customer: 'cus_new', deed: randomUUID(), claimed: now })
      .execute();
    await store([person('cus_h', 'HHH999-IL')]);
    const claim = await database.db.selectFrom('code_claim').select('customer').where('code', '=', 'HHH999-IL').executeTakeFirst();
    expect(claim).toEqual({ customer: 'cus_new' });
  });

  it('marks a code that nobody bears any more as removed, for the agents that know it', async () => {
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
    await database.db.transaction().execute(async (tx) => {
      await markDeleted(tx, 'cus_e', readSeq, now);
      await projectCustomers(tx, ['cus_e'], now, 7);
    });
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
