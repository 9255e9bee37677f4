import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Failure } from '../common/failure.ts';
import { openLog } from '../http/log.ts';
import { freshDatabase, type TestDatabase } from '../testing/database.ts';
import { done, secondCashier, cashier, testOperations, testRequest } from './operations.fixture.ts';
import { recoveryOf } from './operations.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.stop());

/** Expires the claim of an operation, as if its process was killed. */
const leave = (key: string) =>
  database.db
    .updateTable('operation')
    .set({ claimed_until: new Date(0), due: new Date(0) })
    .where('key', '=', key)
    .execute();

describe('the recovery', () => {
  it('finishes what a killed process left behind, for later calls', async () => {
    const what = testRequest();
    let isBegun = false;
    const never = testOperations(database).define<{ amount: number }>('left-behind', z.object({ amount: z.number() }), () => {
      isBegun = true;
      return new Promise(() => undefined);
    });
    void never.run(what, () => Promise.resolve({ amount: 700 }));
    await expect.poll(() => isBegun).toBe(true);
    await leave(what.key);

    const next = testOperations(database);
    next.define<{ amount: number }>('left-behind', z.object({ amount: z.number() }), (run) =>
      done({ amount: run.facts.amount, by: run.by.name }),
    );
    expect(await next.recover(10)).toBe(1);
    expect(await next.stateOf(cashier, what.key)).toMatchObject({ state: 'done', answer: { amount: 700, by: 'Sam Fuller' } });
    expect(await next.recover(10)).toBe(0);
  });
});

describe('a stop', () => {
  it('waits for an operation whose caller is gone, so that no claim is left', async () => {
    const [begun, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const operations = testOperations(database);
    const kind = operations.define('slow-provider', z.object({}), async () => {
      begun.resolve();
      await answered.promise;
      return done();
    });
    const what = testRequest();
    void kind.run(what, () => Promise.resolve({}));
    await begun.promise;
    let isStopped = false;
    const recovery = recoveryOf(operations, openLog('silent'));
    const stopped = recovery.stop().then(() => (isStopped = true));
    await new Promise(setImmediate);
    expect(isStopped).toBe(false);
    answered.resolve();
    await stopped;
    expect(await operations.stateOf(cashier, what.key)).toMatchObject({ state: 'done' });
  });
});

describe('the facts of an operation', () => {
  const exclusive = 'customer:cus_facts';

  it('are found after the operation that excludes them has ended', async () => {
    let balance = 100;
    const operations = testOperations(database);
    const kind = operations.define<{ before: number }>('facts-in-turn', z.object({ before: z.number() }), async (run) => {
      balance = run.facts.before - 60;
      return done({ left: balance });
    });
    const prepare = async (): Promise<{ before: number }> => {
      if (balance < 60) throw new Failure(409, 'too_little', 'There is too little left');
      return { before: balance };
    };
    const both = [testRequest({ exclusive }), testRequest({ exclusive, principal: secondCashier })].map((what) => kind.run(what, prepare));
    const [refused, ...others] = (await Promise.allSettled(both)).filter(({ status }) => status === 'rejected');
    expect(refused).toMatchObject({ reason: { status: 409, code: 'too_little' } });
    expect(others).toEqual([]);
    expect(balance).toBe(40);
  });

  it('that were never found leave the key free, for the caller and for the recovery', async () => {
    const operations = testOperations(database);
    const kind = operations.define<{ n: number }>('facts-never-found', z.object({ n: z.number() }), (run) => done({ n: run.facts.n }));
    const what = testRequest({ exclusive });
    void kind.run(what, () => new Promise(() => undefined));
    await expect.poll(() => operations.stateOf(cashier, what.key)).toMatchObject({ state: 'started' });

    await leave(what.key);
    expect((await kind.run(what, () => Promise.resolve({ n: 1 }))).body).toEqual({ n: 1 });

    const other = testRequest({ exclusive });
    void kind.run(other, () => new Promise(() => undefined));
    await expect.poll(() => operations.stateOf(cashier, other.key)).toMatchObject({ state: 'started' });
    await leave(other.key);
    await operations.recover(10);
    expect(await operations.stateOf(cashier, other.key)).toBeNull();
  });
});

describe('two who do the same operation at once', () => {
  it('settle it once: the later one answers what the first has said', async () => {
    const operations = testOperations(database);
    let runs = 0;
    let letGo = (): void => undefined;
    const held = new Promise<void>((resolve) => (letGo = resolve));
    const kind = operations.define<{ n: number }>('done-by-two', z.object({ n: z.number() }), async () => {
      const run = (runs += 1);
      if (run === 1) await held;
      return done({ run });
    });
    const what = testRequest();
    const slow = kind.run(what, () => Promise.resolve({ n: 1 }));
    await expect.poll(() => runs).toBe(1);
    await leave(what.key);
    expect((await kind.run(what, () => Promise.resolve({ n: 1 }))).body).toEqual({ run: 2 });
    letGo();
    expect((await slow).body).toEqual({ run: 2 });
  });
});
