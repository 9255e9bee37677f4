import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seed } from '@washdesk/test-support/sizes';
import type { ProviderCharge, ProviderCustomer, ProviderInvoice, ProviderSubscription } from '../common/provider-objects.ts';
import type { Tx } from '../db/pool.ts';
import { freshDatabase, insertSites, type TestDatabase } from '../testing/database.ts';
import { defaultContext } from '../testing/default-settings.ts';
import { applySnapshots } from './apply-snapshots.ts';
import { missingSnapshot, snapshot, type Snapshot } from './snapshots/snapshot.ts';

const now = new Date('2026-11-21T12:00:00Z');
let database: TestDatabase;

beforeAll(async () => {
  database = await freshDatabase();
  await insertSites(database);
});
afterAll(() => database.stop());

const person = (id: string, plate: string, name = id): ProviderCustomer => ({
  id,
  name,
  created: id.charCodeAt(id.length - 1),
  metadata: { CustomerCode: plate },
});

const subscription = (customer: string, status: string, site = '12'): ProviderSubscription => ({
  id: `sub_${customer}`,
  customer,
  status,
  created: 1,
  cancel_at_period_end: false,
  canceled_at: null,
  ended_at: null,
  schedule: null,
  metadata: { site, employeename: 'Sam Fuller' },
  items: { data: [{ price: { id: 'price_x' }, current_period_start: 1, current_period_end: 2 }] },
});

const invoice = (customer: string, number: string): ProviderInvoice => ({
  id: `in_${customer}`,
  customer,
  created: 1,
  number,
  receipt_number: null,
  status: 'paid',
  description: null,
  billing_reason: null,
  subtotal: 1,
  total: 1,
  total_excluding_tax: null,
  amount_due: 1,
  amount_paid: 1,
  amount_remaining: 0,
  lines: { data: [] },
  metadata: null,
  parent: { subscription_details: { subscription: `sub_${customer}`, metadata: null } },
  payments: { data: [{ status: 'paid', payment: { type: 'payment_intent', payment_intent: `pi_${customer}` } }] },
});

const charge = (customer: string, metadata: Record<string, string>): ProviderCharge => ({
  id: `ch_${customer}`,
  customer,
  created: 1,
  amount: 2_999,
  amount_captured: 2_999,
  amount_refunded: 0,
  captured: true,
  description: null,
  disputed: false,
  failure_code: null,
  failure_message: null,
  metadata,
  outcome: null,
  payment_intent: `pi_${customer}`,
  payment_method: null,
  payment_method_details: { type: 'card', card: { brand: 'visa', last4: '4242', exp_month: 1, exp_year: 2030, fingerprint: 'fp_1' } },
  receipt_number: null,
  receipt_url: null,
  refunded: false,
  status: 'succeeded',
});

const take = (tx: Tx, snapshots: readonly Snapshot[]) => applySnapshots(tx, snapshots, defaultContext(now));
const taken = (snapshots: readonly Snapshot[]) => database.db.transaction().execute((tx) => take(tx, snapshots));

/** Returns the rows after these batches were applied one after another; the transaction is rolled back. */
async function outcomeOf(batches: readonly (readonly Snapshot[])[]): Promise<unknown> {
  let outcome: unknown;
  const undo = new Error('nothing is kept');
  const applied = database.db.transaction().execute(async (tx) => {
    for (const batch of batches) await take(tx, batch);
    outcome = {
      customers: await tx.selectFrom('mirror_customer').select(['id', 'object', 'deleted_at', 'read_seq']).orderBy('id').execute(),
      subscriptions: await tx.selectFrom('mirror_subscription').selectAll().orderBy('id').execute(),
      charges: await tx.selectFrom('mirror_charge').selectAll().orderBy('id').execute(),
      codes: await tx.selectFrom('customer_code').selectAll().orderBy('code').orderBy('customer').execute(),
      claims: await tx.selectFrom('code_claim').select(['code', 'customer']).orderBy('code').execute(),
      lanes: await tx
        .selectFrom('roster_entry')
        .select(['code', 'customer', 'status', 'name'])
        .where('removed', '=', false)
        .orderBy('code')
        .execute(),
      jobs: await tx.selectFrom('job').select(['what', 'key', 'state']).orderBy('what').orderBy('key').execute(),
    };
    throw undo;
  });
  await expect(applied).rejects.toBe(undo);
  return outcome;
}

const customer = fc.constantFrom('cus_a', 'cus_b', 'cus_c');
const plate = fc.constantFrom('AAA111-IL', 'BBB222-IL', '');
const status = fc.constantFrom('active', 'past_due', 'canceled');
const site = fc.constantFrom('12', '27', '87', 'nowhere');
const anything = fc.oneof(
  fc.tuple(customer, plate).map(
    ([id, code]) =>
      (seq: number) =>
        snapshot('customer', person(id, code, `Name ${seq}`), seq),
  ),
  fc.tuple(customer, status, site).map(
    ([id, is, at]) =>
      (seq: number) =>
        snapshot('subscription', subscription(id, is, at), seq),
  ),
  customer.map((id) => (seq: number) => snapshot('invoice', invoice(id, `R-${seq}`), seq)),
  fc.tuple(customer, fc.option(site, { nil: undefined })).map(
    ([id, at]) =>
      (seq: number) =>
        snapshot('charge', charge(id, at === undefined ? {} : { site: at }), seq),
  ),
  customer.map((id) => (seq: number) => missingSnapshot('customer', id, seq)),
);
const history = fc.array(anything, { minLength: 1, maxLength: 14 }).map((makers) => makers.map((make, i) => make(i + 1)));

describe('learning', () => {
  it('ends the same in whatever order and however often the readings come', async () => {
    const shuffled = history.chain((snapshots) =>
      fc
        .tuple(
          fc.shuffledSubarray(snapshots, { minLength: snapshots.length }),
          fc.subarray(snapshots),
          fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1 }),
        )
        .map(([order, again, sizes]) => ({ snapshots, order: [...order, ...again], sizes })),
    );
    await fc.assert(
      fc.asyncProperty(shuffled, async ({ snapshots, order, sizes }) => {
        const batches: Snapshot[][] = [];
        for (let from = 0, i = 0; from < order.length; i += 1) {
          const size = sizes[i % sizes.length]!;
          batches.push(order.slice(from, from + size));
          from += size;
        }
        // an object that was deleted before it was ever stored leaves a stub: its fields are unknown
        const known = snapshots.filter((one) => !('deleted' in one.object));
        const first = known.map((one) => ({ ...one, readSeq: 0 })) as Snapshot[];
        expect(await outcomeOf([first, ...batches])).toEqual(await outcomeOf([first, ...snapshots.map((one) => [one])]));
      }),
      { seed, numRuns: 15 },
    );
  });

  it('finds out at which site a charge of a plan was made, and believes the charge before the plan', async () => {
    await taken([snapshot('charge', charge('cus_p', {}), 1)]);
    await taken([snapshot('invoice', invoice('cus_p', 'R-1'), 1)]);
    await taken([snapshot('subscription', subscription('cus_p', 'active', '27'), 1)]);
    const siteOf = async () =>
      (await database.db.selectFrom('mirror_charge').select('site').where('id', '=', 'ch_cus_p').executeTakeFirstOrThrow()).site;
    expect(await siteOf()).toBe(27);
    await taken([snapshot('charge', charge('cus_p', { site: '1812' }), 2)]);
    expect(await siteOf()).toBe(12);
  });

  it('says what differed, by the names of the fields', async () => {
    await taken([snapshot('customer', person('cus_q', 'QQQ111-IL'), 1)]);
    const changes = await taken([snapshot('customer', person('cus_q', 'QQQ222-IL', 'Quinn'), 2)]);
    expect(changes).toMatchObject([{ kind: 'customer', fields: ['metadata', 'name'], turn: null }]);
    expect(await taken([snapshot('customer', person('cus_q', 'OLD'), 1)])).toEqual([]);
  });
});

describe('jobs for other systems', () => {
  const jobsOf = (id: string) =>
    database.db
      .selectFrom('job')
      .select(['kind', 'what', 'key', 'site', 'state', 'generation', 'attempts'])
      .where('customer', '=', id)
      .orderBy('what')
      .orderBy('site')
      .execute();
  const row = { kind: 'converge', state: 'pending', generation: 0, attempts: 0 };

  it('are one row for each site and one for the loyalty system, pending again when something changes', async () => {
    await taken([snapshot('customer', person('cus_s', 'SSS111-IL'), 1)]);
    expect(await jobsOf('cus_s')).toEqual([
      { ...row, what: 'converge.loyalty', key: 'cus_s', site: null },
      { ...row, what: 'converge.sitewatch', key: 'cus_s:12', site: 12 },
      { ...row, what: 'converge.sitewatch', key: 'cus_s:27', site: 27 },
    ]);
    await database.db
      .updateTable('job')
      .set({ state: 'done', attempts: 3, settled: sql`now()` })
      .where('customer', '=', 'cus_s')
      .execute();
    await taken([snapshot('subscription', subscription('cus_s', 'active'), 2)]);
    expect(await jobsOf('cus_s')).toMatchObject([
      { ...row, generation: 1 },
      { ...row, generation: 1 },
      { ...row, generation: 1 },
    ]);
  });

  it('are none where nothing changed that they know of', async () => {
    await taken([snapshot('customer', person('cus_t', 'TTT111-IL'), 1)]);
    const card = { ...person('cus_t', 'TTT111-IL'), invoice_settings: { default_payment_method: 'pm_another' } };
    await taken([snapshot('customer', card, 2)]);
    expect((await jobsOf('cus_t')).map(({ generation }) => generation)).toEqual([0, 0, 0]);
  });

  it('are enqueued for a customer who is deleted, and for none who was never known', async () => {
    await taken([snapshot('customer', person('cus_u', 'UUU111-IL'), 1)]);
    await taken([
      missingSnapshot('customer', 'cus_u', 2),
      missingSnapshot('customer', 'cus_never', 2),
      snapshot('customer', { id: 'cus_before', deleted: true }, 2),
    ]);
    expect((await jobsOf('cus_u')).map(({ generation }) => generation)).toEqual([1, 1, 1]);
    expect([await jobsOf('cus_never'), await jobsOf('cus_before')]).toEqual([[], []]);
    const held = await database.db.selectFrom('mirror_customer').select('id').where('id', 'in', ['cus_never', 'cus_before']).execute();
    expect(held).toEqual([{ id: 'cus_before' }]);
  });
});
