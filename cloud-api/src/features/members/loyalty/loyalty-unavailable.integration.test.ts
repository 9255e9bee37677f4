import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { postgresLoyalty } from '../../../adapters/postgres-loyalty/postgres-loyalty.ts';
import { openLog } from '../../../http/log.ts';
import { Attempts } from '../../../jobs/attempts.ts';
import { enqueueConvergence } from '../../../jobs/enqueue-convergence.store.ts';
import { RunJobNow } from '../../../jobs/run-job-now.ts';
import { cashier, testOperations } from '../../../operations/operations.fixture.ts';
import { LoyaltyRefused, LoyaltyUnavailable, type Loyalty } from '../../../ports/loyalty.ts';
import { freshDatabase, type TestDatabase } from '../../../testing/database.ts';
import { LoyaltyCards } from './cards.service.ts';
import { convergeCustomer, loyaltyJobHandler } from './converge.ts';
import { loyaltyMessages } from './failures.ts';
import { RegisterCard } from './register.service.ts';
import { LoyaltySteps } from './steps.service.ts';

const now = new Date('2026-11-21T15:30:00Z');
const clock = { now: () => now };

let database: TestDatabase;

beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.stop());

/** A company with a loyalty connection that the test can cut. */
function company() {
  const { db } = database;
  let trouble: Error | null = null;
  const loyalty = new Proxy(postgresLoyalty(db), {
    get: (real, name: keyof Loyalty) => (trouble ? () => Promise.reject(trouble) : real[name]),
  });
  const converge = convergeCustomer({
    db,
    loyalty,
    clock,
    goodDays: () => Promise.resolve(7),
    placeholderEmailDomain: () => Promise.resolve('none.test'),
  });
  const attempts = new Attempts({ db, jobHandlers: { 'converge.loyalty': loyaltyJobHandler(converge) }, log: openLog('silent') });
  const runJobNow = new RunJobNow({ db, attempts });
  const registerCard = new RegisterCard({ db, operations: testOperations({ db }) });
  return {
    is: (error: Error | null) => void (trouble = error),
    runJobNow,
    stepsOf: (id: string) =>
      new LoyaltySteps({
        db,
        loyalty,
        converge,
        runJobNow,
        registerCard,
        operations: { doneBy: async () => ({ id: randomUUID(), customer: id }) },
      }),
    cards: new LoyaltyCards({ db, loyalty, clock, converge }),
  };
}

/** Creates a customer whose last change is pending for the loyalty system. */
async function customer(): Promise<string> {
  const id = `cus_${randomUUID().slice(0, 8)}`;
  const object = JSON.stringify({ id, name: 'Moore, Ada', email: 'ada@none.test', metadata: {} });
  await database.db.insertInto('mirror_customer').values({ id, object, read_seq: 0, created: now, search: '' }).execute();
  await database.db.transaction().execute((tx) => enqueueConvergence(tx, [id], now));
  return id;
}

const silent = new LoyaltyUnavailable('The loyalty system does not answer');
const operationKey = 'key-of-the-sign-up';

describe('a loyalty system that cannot be reached', () => {
  it('is updated later, and each step says so in its own words', async () => {
    const { is, stepsOf, cards, runJobNow } = company();
    const id = await customer();
    const steps = stepsOf(id);
    is(silent);
    expect(await runJobNow.attempt('converge.loyalty', id)).toEqual({ kind: 'later', reason: silent.message });
    for (const [what, ask] of [
      ['Error Linking with Logix', () => steps.ofOperation(cashier, operationKey, loyaltyMessages.link)],
      ['Error Linking with Logix', () => steps.ofCustomer(cashier, id, loyaltyMessages.link)],
      ['Unknown Error occurred updating groups', () => steps.ofOperation(cashier, operationKey, loyaltyMessages.groups)],
      ['Error registering the loyalty card', () => steps.registerOfOperation(cashier, operationKey)],
      ['Error loading thecard information', () => cards.ofCustomer(cashier, id)],
    ] as const) {
      await expect(ask()).rejects.toMatchObject({ status: 503, code: 'loyalty_unavailable', message: `${what} - ${silent.message}` });
    }
    is(null);
    expect(await steps.ofOperation(cashier, operationKey, loyaltyMessages.link)).toMatchObject({ customer: id, linked: true });
    expect(await runJobNow.attempt('converge.loyalty', id)).toMatchObject({ kind: 'done', result: { linked: true } });
  });

  it('is not asked again about what it refuses', async () => {
    const { is, stepsOf, runJobNow } = company();
    const id = await customer();
    is(new LoyaltyRefused('This card is blocked'));
    const refused = { status: 409, code: 'refused', message: 'Error Linking with Logix - This card is blocked' };
    await expect(stepsOf(id).ofOperation(cashier, operationKey, loyaltyMessages.link)).rejects.toMatchObject(refused);
    await expect(stepsOf(id).ofCustomer(cashier, id, loyaltyMessages.link)).rejects.toMatchObject(refused);
    is(null);
    expect(await runJobNow.attempt('converge.loyalty', id)).toEqual({ kind: 'refused', reason: 'This card is blocked' });
  });

  it('is not told of a customer whom the mirror does not know', async () => {
    const { runJobNow } = company();
    await database.db.transaction().execute((tx) => enqueueConvergence(tx, ['cus_nobody'], now));
    expect(await runJobNow.attempt('converge.loyalty', 'cus_nobody')).toEqual({ kind: 'refused', reason: 'Unknown customer' });
  });
});

describe('a customer who is told to it', () => {
  it('has the address that stands for none nowhere', async () => {
    const { stepsOf } = company();
    const id = await customer();
    const card = '629892231000000001';
    const metadata = { TheCardNumber: card, SecondaryCode: '12345+123456' };
    const object = JSON.stringify({ id, name: 'Moore, Ada', email: 'ada@none.test', phone: '815-555-0101', metadata });
    await database.db.updateTable('mirror_customer').set({ object }).where('id', '=', id).execute();
    expect(await stepsOf(id).ofCustomer(cashier, id, loyaltyMessages.link)).toMatchObject({
      card: { number: card, email: null, cellPhone: '815-555-0101', zipcode: null, secondaryCode: '12345+123456' },
    });
  });
});
