import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { ProviderPaymentIntent } from '../../../common/provider-objects.ts';
import { applySnapshots } from '../../../mirror/apply-snapshots.ts';
import { nextRead } from '../../../mirror/snapshots/mirror.store.ts';
import { snapshot } from '../../../mirror/snapshots/snapshot.ts';
import { DailyLimitsOfPersons } from '../../../operations/daily-limits.ts';
import { testTime, cashier, testOperations } from '../../../operations/operations.fixture.ts';
import { PaymentsRefused, type Payments } from '../../../ports/payments.ts';
import type { SiteCommands } from '../../../ports/site-commands.ts';
import { freshDatabase, type TestDatabase } from '../../../testing/database.ts';
import { defaultContext, defaultSettings } from '../../../testing/default-settings.ts';
import { BeginChargeService } from './begin-charge.service.ts';
import { settleReaderPayment } from './settle-reader-payment.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await freshDatabase();
  const { db } = database;
  const customer = { id: 'cus_link', created: 1_795_000_000, name: 'Moore, Ada', metadata: {} };
  const method = { id: 'pm_link', type: 'link', customer: 'cus_link', created: 1_795_000_000, metadata: {} };
  const seen = [
    snapshot('customer', customer as never, await nextRead(db)),
    snapshot('payment_method', method as never, await nextRead(db)),
  ];
  await db.transaction().execute((tx) => applySnapshots(tx, seen, defaultContext(testTime)));
});
afterAll(() => database.stop());

const user = { ...cashier, roles: 3 };

const processing: ProviderPaymentIntent = {
  id: 'pi_link',
  customer: 'cus_link',
  created: 1_795_000_000,
  amount: 1_250,
  amount_capturable: 0,
  amount_received: 0,
  capture_method: 'automatic_async',
  status: 'processing',
  description: null,
  latest_charge: null,
  payment_method: 'pm_link',
  last_payment_error: null,
  metadata: {},
};

const charge = {
  id: 'ch_link',
  object: 'charge',
  customer: 'cus_link',
  created: 1_795_000_000,
  amount: 1_250,
  amount_captured: 1_250,
  captured: true,
  description: 'Interior',
  payment_intent: 'pi_link',
  status: 'succeeded',
  metadata: {},
};

/** The payment at Stripe after the bank's decision. */
let intent = processing;

const payments = {
  fetch: (kind: string) => Promise.resolve(kind === 'charge' ? charge : intent),
  createPaymentIntent: () => Promise.resolve(processing),
  cancelPaymentIntent: () => Promise.resolve({ ...intent, status: 'canceled' }),
} as unknown as Payments;

const newOperations = () => testOperations({ db: database.db, payments });

const request = { amount: 1_250, customerId: 'cus_link', payment_method: 'pm_link', usePayTerminal: 'no', confirm: false } as const;

async function begin(key: string) {
  const { db } = database;
  const service = new BeginChargeService({
    db,
    operations: newOperations(),
    readFresh: () => Promise.resolve(null),
    sites: {} as SiteCommands,
    limits: new DailyLimitsOfPersons({ db, clock: { now: () => testTime }, settings: defaultSettings, alert: () => undefined }),
    manualEntry: () => Promise.resolve(false),
  });
  return service.begin(user, key, request);
}

const actions = async (): Promise<string[]> => {
  const rows = await database.db
    .selectFrom('whole_audit')
    .select('action')
    .where('subject', '=', 'payment_intent:pi_link')
    .orderBy('id')
    .execute();
  return rows.map(({ action }) => action);
};

const job = {
  id: '019aa000-0000-7000-8000-00000000000b',
  what: 'reader-payment.settle',
  key: 'pi_link',
  site: null,
  customer: 'cus_link',
  payload: {},
  attempts: 1,
  generation: 0,
  requestId: null,
  device: null,
} as const;

beforeEach(async () => {
  intent = processing;
  await database.db.deleteFrom('job').execute();
  await database.db.deleteFrom('operation').execute();
});

it('answers that the bank still works on a payment by Link, and looks at it later', async () => {
  expect(await begin('link-1')).toMatchObject({ id: 'pi_link', status: 'processing', mode: 'payment' });
  expect(await actions()).toEqual(['payment.begun']);
  const jobs = await database.db.selectFrom('job').select(['what', 'key']).execute();
  expect(jobs).toEqual([{ what: 'reader-payment.settle', key: 'pi_link' }]);
  const metadata = { employeename: 'Sam Fuller', employeenumber: '101', site: '12', terminal: 'Washcashier1' };
  intent = { ...processing, status: 'succeeded', amount_received: 1_250, latest_charge: 'ch_link', metadata };
  const settle = settleReaderPayment({ db: database.db, operations: newOperations() });
  expect(await settle(job)).toEqual({ kind: 'done', result: { status: 'succeeded' } });
  expect(await actions()).toEqual(['payment.begun', 'payment.taken']);
  const receipts = await database.db.selectFrom('receipt').selectAll().execute();
  const facts = expect.objectContaining({ amount: 1_250, description: 'Interior' });
  expect(receipts).toMatchObject([{ kind: 'charge', subject: 'ch_link', site: 12, terminal: 'Washcashier1', agent: 'Sam Fuller', facts }]);
});

it('is taken, not cancelled, where the bank pays at the very last moment', async () => {
  await begin('link-3');
  const paid = { ...processing, status: 'succeeded', amount_received: 1_250 };
  const late = {
    fetch: () => Promise.resolve(intent),
    cancelPaymentIntent: () => {
      intent = paid;
      const words = 'You cannot cancel this PaymentIntent because it has a status of succeeded.';
      return Promise.reject(
        new PaymentsRefused(words, { status: 400, code: 'payment_intent_unexpected_state', param: null }, new Error(words)),
      );
    },
  } as unknown as Payments;
  const operations = testOperations({ db: database.db, payments: late });
  const before = (await actions()).length;
  expect(await settleReaderPayment({ db: database.db, operations })(job)).toEqual({ kind: 'done', result: { status: 'succeeded' } });
  expect((await actions()).slice(before)).toEqual(['payment.taken']);
});

it('is declined where the bank has said so meanwhile', async () => {
  intent = { ...processing, status: 'requires_payment_method', last_payment_error: { code: 'card_declined', message: 'Declined' } };
  await expect(begin('link-2')).rejects.toMatchObject({ status: 402, code: 'card_declined' });
});
