import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { KeyedCall } from '../common/caller.ts';
import { Failure } from '../common/failure.ts';
import type { Tx } from '../db/pool.ts';
import { cashier, secondCashier } from '../operations/operations.fixture.ts';
import { freshDatabase, type TestDatabase } from '../testing/database.ts';
import { keyedChange, keyedChangeState } from './keyed-change.ts';

let database: TestDatabase;
let keys = 0;

beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.stop());

const callOf = (more: Partial<KeyedCall> = {}): KeyedCall => ({
  principal: cashier,
  route: '/promo',
  key: `key-of-a-test-${(keys += 1)}`,
  request: { body: { description: 'Two for one' } },
  ...more,
});

/** The change under test: creates a promotion of that name. */
const addPromo = (description: string) => async (tx: Tx) => {
  const { id } = await tx
    .insertInto('promo')
    .values((on) => ({
      id: on.selectFrom('promo').select((all) => all(all.fn.coalesce(all.fn.max('id'), all.lit(0)), '+', 1).as('next')),
      description,
      active: true,
    }))
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, description };
};

const promos = async (description: string): Promise<number> =>
  (await database.db.selectFrom('promo').select('id').where('description', '=', description).execute()).length;

describe('a keyed change', () => {
  it('is made once for its key, however often and at once it is asked for', async () => {
    const call = callOf();
    const add = () => keyedChange(database.db, call, addPromo('Once'));
    const answers = await Promise.all([add(), add(), add()]);
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    expect(await add()).toEqual(answers[0]);
    expect(await promos('Once')).toBe(1);
  });

  it('belongs to its person and route, and to its request', async () => {
    const call = callOf();
    await keyedChange(database.db, call, addPromo('Scoped'));
    await keyedChange(database.db, { ...call, principal: secondCashier }, addPromo('Scoped'));
    await keyedChange(database.db, { ...call, route: '/promo/{id}' }, addPromo('Scoped'));
    expect(await promos('Scoped')).toBe(3);
    const other = { ...call, request: { body: { description: 'Three for one' } } };
    await expect(keyedChange(database.db, other, addPromo('Scoped'))).rejects.toMatchObject({ status: 422, code: 'key_reused' });
    expect(await promos('Scoped')).toBe(3);
  });

  it('that was refused leaves nothing behind, so that its key can be used again', async () => {
    const call = callOf();
    const refused = keyedChange(database.db, call, async (tx) => {
      await addPromo('Refused')(tx);
      throw new Failure(409, 'reason_exists', 'There is one');
    });
    await expect(refused).rejects.toMatchObject({ code: 'reason_exists' });
    expect(await promos('Refused')).toBe(0);
    expect(await keyedChangeState(database.db, cashier, call.key!)).toBeNull();
    await keyedChange(database.db, call, addPromo('Refused'));
    expect(await promos('Refused')).toBe(1);
  });

  it('is started while it runs, and done with its answer afterwards', async () => {
    const call = callOf();
    const held = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const change = keyedChange(database.db, call, async (tx) => {
      begun.resolve();
      await held.promise;
      return addPromo('Slow')(tx);
    });
    await begun.promise;
    expect(await keyedChangeState(database.db, cashier, call.key!)).toEqual({ state: 'started' });
    held.resolve();
    const answer = await change;
    expect(await keyedChangeState(database.db, cashier, call.key!)).toMatchObject({ state: 'done', route: '/promo', body: answer });
    expect(await keyedChangeState(database.db, secondCashier, call.key!)).toBeNull();
  });

  it('is made each time without a key', async () => {
    const call = callOf({ key: undefined });
    await keyedChange(database.db, call, addPromo('Keyless'));
    await keyedChange(database.db, call, addPromo('Keyless'));
    expect(await promos('Keyless')).toBe(2);
  });
});
