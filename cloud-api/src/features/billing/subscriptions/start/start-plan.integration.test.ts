import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ProviderSubscription } from '../../../../common/provider-objects.ts';
import { cashier, testOperations } from '../../../../operations/operations.fixture.ts';
import type { Payments } from '../../../../ports/payments.ts';
import { freshDatabase, type TestDatabase } from '../../../../testing/database.ts';
import { planStart, startPlan, type PlanStart } from './start-plan.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.stop());

const paidMeanwhile: ProviderSubscription = {
  id: 'sub_earlier',
  customer: 'cus_moore',
  status: 'active',
  created: 1_795_000_000,
  cancel_at_period_end: false,
  canceled_at: null,
  ended_at: null,
  schedule: null,
  latest_invoice: 'in_earlier',
  default_payment_method: null,
  metadata: {},
  items: { data: [] },
};

it('ends no earlier start that was paid since the new one was decided', async () => {
  const called: string[] = [];
  const payments = {
    fetch: () => Promise.resolve(paidMeanwhile),
    cancelSubscription: () => {
      called.push('cancel');
      return Promise.resolve({ ...paidMeanwhile, status: 'canceled' });
    },
    startSubscription: () => {
      called.push('start');
      return Promise.resolve({ ...paidMeanwhile, id: 'sub_second' });
    },
  } as unknown as Payments;
  const operations = testOperations({ db: database.db, payments });
  const plan: PlanStart = {
    customer: 'cus_moore',
    paymentMethod: 'pm_visa',
    start: { price: 'price_other', from: 1_795_000_000, anchor: 1_796_000_000, first: { kind: 'prorated' }, taxRates: [] },
    metadata: {},
    resume: null,
    detach: [],
    outdated: null,
    abandon: ['sub_earlier'],
  };
  const start = operations.define<PlanStart>('start', planStart, async (run) => {
    await startPlan(run, run.facts);
    return { status: 200, body: {} };
  });
  const request = { route: '/subscription', key: 'decided-before-it-was-paid', request: {}, principal: cashier, customer: 'cus_moore' };
  await expect(start.run(request, () => Promise.resolve(plan))).rejects.toMatchObject({ status: 409, code: 'already_subscribed' });
  expect(called).toEqual([]);
  const mirrored = await database.db.selectFrom('mirror_subscription').select('status').where('id', '=', 'sub_earlier').execute();
  expect(mirrored).toEqual([{ status: 'active' }]);
});
