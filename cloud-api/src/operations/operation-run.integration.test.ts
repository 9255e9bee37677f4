import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import type { ProviderObjects } from '../common/provider-objects.ts';
import { applySnapshots } from '../mirror/apply-snapshots.ts';
import { nextRead } from '../mirror/snapshots/mirror.store.ts';
import { snapshot } from '../mirror/snapshots/snapshot.ts';
import { PaymentsUnavailable, type Payments } from '../ports/payments.ts';
import { freshDatabase, type TestDatabase } from '../testing/database.ts';
import { defaultContext } from '../testing/default-settings.ts';
import { done, testTime, testOperations, testRequest } from './operations.fixture.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.stop());

const operationsWith = (payments: Partial<Payments>) => testOperations({ db: database.db, payments: payments as Payments });
const facts = () => Promise.resolve({});
const customer = (name: string): ProviderObjects['customer'] => ({ id: 'cus_repeated', name, created: 1_700_000_000, metadata: {} });

it('takes what the object is now into the mirror, where the provider only repeats what it answered long ago', async () => {
  const payments = { fetch: () => Promise.resolve(customer('as it is now')) } as unknown as Partial<Payments>;
  let isDown = true;
  const kind = operationsWith(payments).define<object>('repeated', z.object({}), async (run) => {
    const { name = null } = await run.write('customer', 'rename', () => Promise.resolve(customer('as it was answered')));
    if (isDown) throw new PaymentsUnavailable('the next step is not answered');
    return { status: 200, body: { name } };
  });
  await expect(kind.run(testRequest({ key: 'a-repeated-step' }), facts)).rejects.toMatchObject({ code: 'stripe_unavailable' });
  // meanwhile another client changed the object, and an event stored that change
  const readSeq = await nextRead(database.db);
  const told = [snapshot('customer', customer('as it is now'), readSeq)];
  await database.db.transaction().execute((tx) => applySnapshots(tx, told, defaultContext(testTime)));

  isDown = false;
  expect((await kind.run(testRequest({ key: 'a-repeated-step' }), facts)).body).toEqual({ name: 'as it was answered' });
  const mirrored = await database.db.selectFrom('mirror_customer').select('name').where('id', '=', 'cus_repeated').executeTakeFirst();
  expect(mirrored).toEqual({ name: 'as it is now' });
});

/** Returns a customer's name in the mirror. */
const nameOf = (id: string) => database.db.selectFrom('mirror_customer').select('name').where('id', '=', id).executeTakeFirst();

/** Reads the customer at the provider now; the returned function stores it. */
async function reads(object: ProviderObjects['customer']): Promise<() => Promise<void>> {
  const seen = [snapshot('customer', object, await nextRead(database.db))];
  return async () => void (await database.db.transaction().execute((tx) => applySnapshots(tx, seen, defaultContext(testTime))));
}

it('shows its own change, even if the object is read meanwhile', async () => {
  const before = { ...customer('before'), id: 'cus_read' };
  const after = { ...customer('after'), id: 'cus_read' };
  let stored = before;
  const payments = { fetch: () => Promise.resolve(stored) } as unknown as Partial<Payments>;
  let storeLate = (): Promise<void> => Promise.resolve();
  const kind = operationsWith(payments).define<object>('read-meanwhile', z.object({}), async (run) => {
    await run.write('customer', 'rename', async () => {
      // two others read it before the change is made: one stores its read before this operation ends, one after
      const storeEarly = await reads(before);
      storeLate = await reads(before);
      stored = after;
      await storeEarly();
      return after;
    });
    return done();
  });
  await kind.run(testRequest(), facts);
  expect(await nameOf('cus_read')).toEqual({ name: 'after' });
  await storeLate();
  expect(await nameOf('cus_read')).toEqual({ name: 'after' });
});

it('gives two who do the same operation the same next key', async () => {
  const attempts: number[] = [];
  let letGo = (): void => undefined;
  const held = new Promise<void>((resolve) => (letGo = resolve));
  let arrived = 0;
  const kind = operationsWith({}).define<object>('broken-for-two', z.object({}), async (run) => {
    arrived += 1;
    await held;
    await run.do('pay', ({ attempt }) => {
      if (attempt === 1) return Promise.reject(new PaymentsUnavailable('500', { kept: true }));
      attempts.push(attempt);
      return Promise.resolve();
    });
    return { status: 200, body: {} };
  });
  const first = kind.run(testRequest({ key: 'done-by-two-at-once' }), facts);
  await expect.poll(() => arrived).toBe(1);
  await database.db
    .updateTable('operation')
    .set({ claimed_until: new Date(0) })
    .where('key', '=', 'done-by-two-at-once')
    .execute();
  const second = kind.run(testRequest({ key: 'done-by-two-at-once' }), facts);
  await expect.poll(() => arrived).toBe(2);
  letGo();
  await Promise.all([first, second]);
  expect(attempts).toEqual([2, 2]);
});

it('tries another key where the provider keeps repeating a failure of its own', async () => {
  const attempts: number[] = [];
  const kind = operationsWith({}).define<object>('broken', z.object({}), async (run) => {
    await run.do('pay', ({ attempt }) => {
      attempts.push(attempt);
      return attempt > 1 ? Promise.resolve() : Promise.reject(new PaymentsUnavailable('500', { kept: true }));
    });
    return done();
  });
  await kind.run(testRequest(), facts);
  expect(attempts).toEqual([1, 2]);
});

it('does not repeat a step whose result can be found, where the key can answer no more', async () => {
  let calls = 0;
  const kind = operationsWith({}).define<object>('found-again', z.object({}), async (run) => {
    const made = await run.write(
      'customer',
      'create',
      () => {
        calls += 1;
        return Promise.reject(new PaymentsUnavailable('500', { kept: true }));
      },
      () => Promise.resolve(customer('Found')),
    );
    return done({ id: made.id });
  });
  expect((await kind.run(testRequest(), facts)).body).toEqual({ id: 'cus_repeated' });
  expect(calls).toBe(1);
});
