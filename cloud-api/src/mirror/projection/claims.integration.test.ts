import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Failure } from '../../common/failure.ts';
import type { Outcome } from '../../operations/operation.ts';
import { done, testTime, testOperations, testRequest } from '../../operations/operations.fixture.ts';
import { PaymentsUnavailable } from '../../ports/payments.ts';
import { freshDatabase, type TestDatabase } from '../../testing/database.ts';
import { claimCodes } from './claims.store.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.stop());

/** Runs an operation that claims a code and then ends as given; `taken` is the codes it was refused. */
async function claiming(code: string, end: () => Promise<Outcome>): Promise<{ taken: string[] }> {
  let taken: string[] = [];
  await testOperations(database)
    .define('claim-of-a-test', z.object({}), end)
    .run(
      testRequest(),
      async () => ({}),
      async (tx, { operation }) => {
        taken = await claimCodes(tx, { codes: [code], customer: null, operation, now: testTime });
        if (taken.length) throw new Failure(409, 'code_taken', 'taken');
      },
    )
    .catch(() => undefined);
  return { taken };
}

const refused = (): Promise<Outcome> => Promise.reject(new Failure(409, 'refused', 'No'));
const unknown = (): Promise<Outcome> => Promise.reject(new PaymentsUnavailable('no answer'));

const claimOn = (code: string) =>
  database.db.selectFrom('code_claim').select(['customer', 'operation']).where('code', '=', code).executeTakeFirst();

describe('a claim on a code', () => {
  it('is given back by an operation that was refused', async () => {
    await claiming('REFUSED-IL', refused);
    expect(await claimOn('REFUSED-IL')).toBeUndefined();
    expect(await claiming('REFUSED-IL', done)).toEqual({ taken: [] });
  });

  it('stays while the outcome is unknown, and no other customer gets the code', async () => {
    await claiming('UNKNOWN-IL', unknown);
    expect((await claimOn('UNKNOWN-IL'))?.operation).not.toBeNull();
    expect(await claiming('UNKNOWN-IL', done)).toEqual({ taken: ['UNKNOWN-IL'] });
  });

  it('belongs to the customer with the code when the operation is done', async () => {
    const bear = async (): Promise<Outcome> => {
      await database.db.insertInto('customer_code').values({ code: 'DONE-IL', customer: 'cus_done', source: 'stripe' }).execute();
      return done();
    };
    await claiming('DONE-IL', bear);
    expect(await claimOn('DONE-IL')).toEqual({ customer: 'cus_done', operation: null });
    expect(await claiming('DONE-IL', done)).toEqual({ taken: ['DONE-IL'] });
  });

  it('is refused for another customer’s code, even if it was not claimed', async () => {
    await database.db.insertInto('customer_code').values({ code: 'BORNE-IL', customer: 'cus_old', source: 'stripe' }).execute();
    expect(await claiming('BORNE-IL', done)).toEqual({ taken: ['BORNE-IL'] });
  });

  it('is one operation’s of ten that ask at once', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => claiming('RUSH-IL', unknown)));
    expect(answers.filter(({ taken }) => taken.length === 0)).toHaveLength(1);
  });
});
