import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { freshDatabase, type TestDatabase } from '../testing/database.ts';
import { done, cashier, testOperations, testRequest } from './operations.fixture.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.stop());

const amounts = z.object({ amount: z.number() });
let kinds = 0;

/** An operation that its process left started, with the given stored facts. */
async function leftBehind(stored: object): Promise<{ kind: string; key: string }> {
  const kind = `left-${(kinds += 1)}`;
  const { key, ...request } = testRequest();
  let isBegun = false;
  const never = testOperations(database).define(kind, amounts, () => {
    isBegun = true;
    return new Promise<never>(() => undefined);
  });
  void never.run({ key, ...request }, () => Promise.resolve({ amount: 700 }));
  await expect.poll(() => isBegun).toBe(true);
  await sql`update operation set facts = ${JSON.stringify(stored)}, claimed_until = 'epoch', due = 'epoch' where key = ${key}`.execute(
    database.db,
  );
  return { kind, key };
}

const rowOf = (key: string) =>
  database.db.selectFrom('operation').select(['state', 'facts', 'last_error']).where('key', '=', key).executeTakeFirstOrThrow();

it('who began a stored operation is read with the call and its device', async () => {
  const { kind, key } = await leftBehind({ amount: 900, v: 1 });
  const operations = testOperations(database);
  operations.define(kind, amounts, ({ by }) => done({ by }));
  await operations.recover(10);
  const { session: _, ...by } = cashier;
  expect(await operations.stateOf(cashier, key)).toMatchObject({ answer: { by } });
});

describe('stored facts', () => {
  it('carry their version', async () => {
    const request = testRequest();
    const kind = testOperations(database).define('versioned', amounts, (run) => done(run.facts));
    expect((await kind.run(request, () => Promise.resolve({ amount: 5 }))).body).toEqual({ amount: 5 });
    expect((await rowOf(request.key)).facts).toEqual({ amount: 5, v: 1 });
  });

  it('of an earlier version are turned into what the kind takes today', async () => {
    const { kind, key } = await leftBehind({ amount: 900, v: 1 });
    const today = z.object({ cents: z.number(), currency: z.string() });
    const earlier = amounts.transform(({ amount }) => ({ cents: amount, currency: 'usd' }));
    const operations = testOperations(database);
    operations.define(kind, [earlier, today], (run) => done(run.facts));
    await operations.recover(10);
    expect(await operations.stateOf(cashier, key)).toMatchObject({ state: 'done', answer: { cents: 900, currency: 'usd' } });
  });

  it.each([
    ['damaged', { amount: 'secret', v: 1 }, 'amount: '],
    ['of a later release', { amount: 900, v: 2 }, 'version 2 isn’t known'],
    ['without a version', { amount: 900 }, 'version none isn’t known'],
    ['of a version that is none', { amount: 900, v: 'x' }, 'version "x" isn’t known'],
  ])('that are %s are reported, and nothing is done', async (_name, stored, why) => {
    const { kind, key } = await leftBehind(stored);
    const operations = testOperations(database);
    let runs = 0;
    const defined = operations.define(kind, amounts, () => {
      runs += 1;
      return done();
    });
    expect(await operations.recover(10)).toBe(1);
    expect(runs).toBe(0);
    const row = await rowOf(key);
    expect(row).toMatchObject({ state: 'started', facts: stored });
    expect(row.last_error).toContain(`the stored facts of ${kind} cannot be read, so nothing was done: `);
    expect(row.last_error).toContain(why);
    expect(row.last_error).not.toContain('secret');
    await expect(defined.run(testRequest({ key }), () => Promise.resolve({ amount: 1 }))).rejects.toThrow('cannot be read');
    // a release that can read them finishes it
    await sql`update operation set facts = '{"amount": 1, "v": 1}', claimed_until = 'epoch', due = 'epoch' where key = ${key}`.execute(
      database.db,
    );
    expect(await operations.recover(10)).toBe(1);
    expect(runs).toBe(1);
  });

  it('that could not be read again are refused before anything is done', async () => {
    const request = testRequest();
    const operations = testOperations(database);
    const kind = operations.define('never-readable', amounts, () => done());
    await expect(kind.run(request, () => Promise.resolve({ amount: Number.NaN }))).rejects.toThrow('do not match its schema');
    expect(await operations.stateOf(cashier, request.key)).toBeNull();
  });
});
