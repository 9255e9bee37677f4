import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ProviderCharge, ProviderCustomer, ProviderDispute, ProviderPaymentIntent } from '../../../common/provider-objects.ts';
import { applySnapshots } from '../../../mirror/apply-snapshots.ts';
import { nextRead } from '../../../mirror/snapshots/mirror.store.ts';
import { snapshot } from '../../../mirror/snapshots/snapshot.ts';
import { testTime, cashier, testOperations } from '../../../operations/operations.fixture.ts';
import type { Payments } from '../../../ports/payments.ts';
import { freshDatabase, type TestDatabase } from '../../../testing/database.ts';
import { defaultContext } from '../../../testing/default-settings.ts';
import { CollectDisputeService } from './collect.service.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.stop());

const clock = { now: () => testTime };
const created = 1_795_000_000;

const support = { ...cashier, roles: 255 };

const customer: ProviderCustomer = {
  id: 'cus_link',
  created,
  name: 'Moore, Ada',
  metadata: {},
  invoice_settings: { default_payment_method: 'pm_link' },
};

const chargeOf = (id: string): ProviderCharge => ({
  id,
  customer: customer.id,
  created,
  amount: 2_999,
  amount_captured: 2_999,
  amount_refunded: 0,
  captured: true,
  description: null,
  disputed: true,
  failure_code: null,
  failure_message: null,
  metadata: {},
  outcome: null,
  payment_intent: null,
  payment_method: null,
  payment_method_details: null,
  receipt_number: null,
  receipt_url: null,
  refunded: false,
  status: 'succeeded',
});

const lost: ProviderDispute = {
  id: 'du_lost',
  charge: 'ch_disputed',
  payment_intent: null,
  created,
  amount: 2_999,
  reason: 'fraudulent',
  status: 'lost',
  evidence: { uncategorized_text: null },
  evidence_details: { due_by: null, has_evidence: false, submission_count: 0 },
  metadata: {},
};

const processing: ProviderPaymentIntent = {
  id: 'pi_link',
  customer: customer.id,
  created,
  amount: 2_999,
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

it('of a payment that the bank still works on is neither declined nor made twice', async () => {
  const { db } = database;
  let intent = processing;
  const asked = new Set<string>();
  const payments = {
    fetch: (kind: string) => Promise.resolve(kind === 'dispute' ? lost : kind === 'charge' ? chargeOf('ch_recovered') : intent),
    listOf: () => Promise.resolve([]),
    createPaymentIntent: ({ operation, step, attempt }: { operation: string; step: string; attempt: number }) => {
      asked.add(`${operation}:${step}:${attempt}`);
      return Promise.resolve(processing);
    },
    updateDispute: (_: unknown, __: string, { metadata }: { metadata: Record<string, string> }) => Promise.resolve({ ...lost, metadata }),
  } as unknown as Payments;
  const operations = testOperations({ db, payments });
  const seen = [
    snapshot('customer', customer, await nextRead(db)),
    snapshot('charge', chargeOf('ch_disputed'), await nextRead(db)),
    snapshot('dispute', lost, await nextRead(db)),
  ];
  await db.transaction().execute((tx) => applySnapshots(tx, seen, defaultContext(testTime)));
  const service = new CollectDisputeService({ db, operations, clock });
  const collect = () => service.collect(support, 'slow-bank', { id: lost.id });
  await expect(collect()).rejects.toMatchObject({ status: 503, code: 'payment_processing' });
  intent = { ...processing, status: 'succeeded', amount_received: 2_999, latest_charge: 'ch_recovered' };
  expect(await collect()).toMatchObject({ metadata: { feesCollected: true, recoveryCharge: 'ch_recovered' } });
  expect(asked.size).toBe(1);
});
