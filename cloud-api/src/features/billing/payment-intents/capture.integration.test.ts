import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ProviderPaymentIntent } from '../../../common/provider-objects.ts';
import { applySnapshots } from '../../../mirror/apply-snapshots.ts';
import { nextRead } from '../../../mirror/snapshots/mirror.store.ts';
import { snapshot } from '../../../mirror/snapshots/snapshot.ts';
import { testTime, cashier, testOperations } from '../../../operations/operations.fixture.ts';
import { PaymentsUnavailable, type Payments } from '../../../ports/payments.ts';
import { freshDatabase, type TestDatabase } from '../../../testing/database.ts';
import { defaultContext } from '../../../testing/default-settings.ts';
import { CaptureService } from './capture.service.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.stop());

const authorized: ProviderPaymentIntent = {
  id: 'pi_authorized',
  customer: null,
  created: 1_795_000_000,
  amount: 1_250,
  amount_capturable: 1_250,
  amount_received: 0,
  capture_method: 'manual',
  status: 'requires_capture',
  description: null,
  latest_charge: 'ch_authorized',
  payment_method: 'pm_read',
  last_payment_error: null,
  metadata: {},
};

const card = { id: 'pm_read', type: 'card_present', customer: null, created: authorized.created + 5, metadata: {} };

const charge = {
  id: 'ch_authorized',
  customer: null,
  created: 1_795_000_000,
  amount: 1_250,
  amount_captured: 1_250,
  amount_refunded: 0,
  captured: true,
  description: null,
  disputed: false,
  failure_code: null,
  failure_message: null,
  metadata: {},
  outcome: null,
  payment_intent: authorized.id,
  payment_method: null,
  payment_method_details: null,
  receipt_number: null,
  receipt_url: null,
  refunded: false,
  status: 'succeeded',
};

it('is done where the money was taken although the provider keeps saying that it failed', async () => {
  let intent = authorized;
  let captures = 0;
  const payments = {
    fetch: (kind: string) => Promise.resolve(kind === 'charge' ? charge : kind === 'payment_method' ? card : intent),
    capturePaymentIntent: () => {
      captures += 1;
      intent = { ...authorized, status: 'succeeded', amount_capturable: 0, amount_received: 1_250 };
      return Promise.reject(new PaymentsUnavailable('500', { kept: true }));
    },
  } as unknown as Payments;
  const { db } = database;
  const operations = testOperations({ db, payments });
  const begun = [snapshot('payment_intent', authorized, await nextRead(db))];
  await db.transaction().execute((tx) => applySnapshots(tx, begun, defaultContext(testTime)));
  const service = new CaptureService({ db, operations, readFresh: () => Promise.resolve(null), clock: { now: () => testTime } });
  expect(await service.capture(cashier, 'captured-with-a-500', authorized.id)).toMatchObject({
    result: 'Success',
    paymentIntent: { id: authorized.id, status: 'succeeded', latest_charge: { id: charge.id, amount_captured: 1_250 } },
  });
  expect(captures).toBe(1);
});
