import { afterAll, beforeAll, expect, it } from 'vitest';
import { testOperations } from '../../../operations/operations.fixture.ts';
import { PaymentsRefused, type Payments, type Step } from '../../../ports/payments.ts';
import { freshDatabase, type TestDatabase } from '../../../testing/database.ts';
import { settleReaderPayment } from './settle-reader-payment.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.stop());

const intentOf = (status: string) => ({
  id: 'pi_forgotten',
  customer: null,
  created: 1_795_000_000,
  amount: 1_250,
  amount_capturable: 0,
  amount_received: 0,
  capture_method: 'manual',
  status,
  description: null,
  latest_charge: null,
  payment_method: null,
  last_payment_error: null,
  metadata: {},
});

const job = {
  id: '019aa000-0000-7000-8000-00000000000a',
  what: 'reader-payment.settle',
  key: 'pi_forgotten',
  site: null,
  customer: null,
  payload: {},
  attempts: 1,
  generation: 0,
  requestId: null,
  device: null,
} as const;

it('is not given up while the bank still works on the payment', async () => {
  let status = 'processing';
  const refused = new Set<number>();
  const payments = {
    fetch: () => Promise.resolve(intentOf(status)),
    // Stripe permanently rejects a key it rejected once
    cancelPaymentIntent: ({ attempt }: Step) => {
      if (status === 'processing') refused.add(attempt);
      if (refused.has(attempt)) {
        const words = 'You cannot cancel this PaymentIntent because it has a status of processing.';
        return Promise.reject(
          new PaymentsRefused(words, { status: 400, code: 'payment_intent_unexpected_state', param: null }, new Error(words)),
        );
      }
      status = 'canceled';
      return Promise.resolve(intentOf(status));
    },
  } as unknown as Payments;
  const operations = testOperations({ db: database.db, payments });
  const settle = settleReaderPayment({ db: database.db, operations });
  expect(await settle(job)).toMatchObject({ kind: 'later' });

  status = 'requires_capture';
  await database.db
    .updateTable('operation')
    .set({ due: new Date(0) })
    .execute();
  expect(await operations.recover(10)).toBe(1);
  expect(await settle(job)).toEqual({ kind: 'done', result: { status: 'canceled' } });
  expect(status).toBe('canceled');
});
