import { sql } from 'kysely';
import { Stripe } from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCompany } from '@washdesk/simulators/company/company';
import { offsetTo } from '@washdesk/stripe-simulator/company-clock.fixture';
import { startStripeSimulator, type StripeSimulator } from '@washdesk/stripe-simulator/simulator';
import { stripePayments } from '../../adapters/stripe/stripe-payments.ts';
import { PaymentsUnavailable, type PaymentsReader } from '../../ports/payments.ts';
import { freshDatabase, insertSites, type TestDatabase } from '../../testing/database.ts';
import { defaultSettings } from '../../testing/default-settings.ts';
import { mirrorDifferences } from '../../testing/mirror-equals.ts';
import { reconcile } from './reconcile.ts';

const now = new Date('2026-11-21T12:00:00Z');
let database: TestDatabase;
let stripe: StripeSimulator;
let sdk: Stripe;
let payments: PaymentsReader;

beforeAll(async () => {
  database = await freshDatabase();
  await insertSites(database);
  stripe = await startStripeSimulator({ company: makeCompany({ now, members: 120 }), clockOffsetMs: offsetTo(now.toISOString()) });
  const address = { host: '127.0.0.1', port: stripe.port, protocol: 'http' as const };
  sdk = new Stripe('sk_test_reconcile', { ...address, telemetry: false });
  payments = stripePayments({ ...address, secretKey: 'sk_test_reconcile', backgroundPerSecond: 5_000 });
});
afterAll(async () => {
  await stripe.stop();
  await database.stop();
});

const run = (more: { payments?: PaymentsReader; onPage?: () => void } = {}, options = {}) =>
  reconcile({ db: database.db, payments, clock: { now: () => now }, settings: defaultSettings, onPage: () => undefined, ...more }, options);
const differences = () => mirrorDifferences(stripe.store, database.db);

/** A live customer with their own card, plan and plate. */
function member(place: number) {
  const paying = new Set(stripe.store.list('subscription').flatMap(({ customer, status }) => (status === 'active' ? [customer] : [])));
  const plates = Map.groupBy(stripe.store.list('customer'), ({ metadata }) => metadata['CustomerCode'] ?? '');
  return stripe.store
    .list('customer')
    .filter(({ id, metadata }) => paying.has(id) && plates.get(metadata['CustomerCode'] ?? '')?.length === 1)
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))[place]!;
}

/** Throws after a listing of that kind has returned `pages` pages. */
function breakingAt(kind: string, pages: number): PaymentsReader {
  return {
    ...payments,
    async *list(asked, beforePage, from) {
      let given = 0;
      for await (const page of payments.list(asked, beforePage, from)) {
        if (asked === kind && (given += 1) > pages) throw new PaymentsUnavailable('Can’t reach Stripe right now');
        yield page;
      }
    },
  };
}

describe('reconcile', () => {
  it('continues where a run was broken off, and fills an empty mirror without enqueueing jobs', async () => {
    await expect(run({ payments: breakingAt('subscription', 1) })).rejects.toThrow(PaymentsUnavailable);
    const asked = () => Object.entries(stripe.state().requests).find(([name]) => name.startsWith('GET /v1/customers 200'))?.[1];
    const before = asked();
    const report = await run();
    expect([report.continued, asked()]).toEqual([true, before]);
    expect(await differences()).toEqual([]);
    expect(report.kinds['subscription']!.listed).toBe(stripe.store.list('subscription').length);
    expect(report.kinds['customer']!.new).toBeGreaterThanOrEqual(stripe.store.list('customer').length);
    expect(await database.db.selectFrom('job').selectAll().execute()).toEqual([]);
  });

  it('finds nothing to do where nothing happened', async () => {
    const { kinds, examples, continued } = await run();
    expect([examples, continued]).toEqual([[], false]);
    for (const [kind, counts] of Object.entries(kinds)) expect({ kind, ...counts }).toMatchObject({ kind, new: 0, differed: 0, gone: 0 });
  });

  it('sees whatever happened without an event', async () => {
    const [renamed, deleted, cardless] = [member(0), member(1), member(2)];
    await sdk.customers.update(renamed.id, { name: 'Renamed Person' });
    await sdk.customers.del(deleted.id);
    const [card] = (await sdk.customers.listPaymentMethods(cardless.id)).data;
    await sdk.paymentMethods.detach(card!.id);
    const added = await sdk.customers.create({ name: 'Added Person', metadata: { CustomerCode: 'ADDED1-IL' } });
    const { kinds, examples } = await run();
    expect(await differences()).toEqual([]);
    expect(kinds['customer']).toMatchObject({ new: 1, gone: 1 });
    expect(examples).toContainEqual({ kind: 'customer', id: renamed.id, fields: ['name'] });
    expect(examples).toContainEqual(expect.objectContaining({ kind: 'payment_method', id: card!.id }));
    const jobs = await database.db.selectFrom('job').select('customer').where('what', '=', 'converge.loyalty').execute();
    const told = jobs.map(({ customer }) => customer);
    expect(told).toEqual(expect.arrayContaining([renamed.id, deleted.id, added.id]));
    expect(told).not.toContain(member(4).id);
  });

  it('is not stopped by two customers with one code: the older keeps it, and the conflict is listed', async () => {
    const older = member(5);
    const code = older.metadata['CustomerCode']!;
    const younger = await sdk.customers.create({ name: 'Second Bearer', metadata: { CustomerCode: code } });
    const { sharedCodes } = await run();
    expect(sharedCodes).toContainEqual({ code, customers: [older.id, younger.id], holder: older.id });
    expect(await differences()).toEqual([]);
  });

  it('is done by one process at a time', async () => {
    const gate = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const waiting: PaymentsReader = {
      ...payments,
      async *list(...asked) {
        begun.resolve();
        await gate.promise;
        yield* payments.list(...asked);
      },
    };
    const first = run({ payments: waiting });
    await begun.promise;
    await expect(run()).rejects.toMatchObject({ status: 409, code: 'reconcile_running' });
    gate.resolve();
    await first;
    expect((await run()).continued).toBe(false);
  });

  it('restarts a listing if the object of its cursor was deleted', async () => {
    await expect(run({ payments: breakingAt('customer', 1) })).rejects.toThrow(PaymentsUnavailable);
    const { progress } = await database.db
      .selectFrom('reconcile_run')
      .select('progress')
      .orderBy('started', 'desc')
      .executeTakeFirstOrThrow();
    const { last } = (progress as { kinds: { customer: { last: string } } }).kinds.customer;
    // Stripe still finds a deleted customer's position in a list, but not that of one the account has lost.
    stripe.store.remove(last);
    const report = await run();
    expect(report).toMatchObject({ continued: true, kinds: { customer: { gone: 1 } } });
    expect(await differences()).toEqual([]);
  });

  it('starts again where another release has stored the progress in a form of its own', async () => {
    await expect(run({ payments: breakingAt('price', 0) })).rejects.toThrow(PaymentsUnavailable);
    await sql`update reconcile_run set progress = progress || '{"v": 2}' where finished is null`.execute(database.db);
    expect((await run()).continued).toBe(false);
    await expect(run({ payments: breakingAt('price', 0) })).rejects.toThrow(PaymentsUnavailable);
    await sql`update reconcile_run set progress = progress - 'kinds' where finished is null`.execute(database.db);
    expect((await run()).continued).toBe(false);
  });

  it('starts again when it is told to', async () => {
    await expect(run({ payments: breakingAt('price', 0) })).rejects.toThrow(PaymentsUnavailable);
    expect((await run({}, { fresh: true })).continued).toBe(false);
  });
});
