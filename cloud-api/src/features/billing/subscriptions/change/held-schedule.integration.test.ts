import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { stripePayments } from '../../../../adapters/stripe/stripe-payments.ts';
import type { Execute } from '../../../../operations/operation-run.ts';
import { testOperations, testRequest } from '../../../../operations/operations.fixture.ts';
import { CardDeclined } from '../../../../ports/payments.ts';
import { startBillingCloud, type BillingCloud } from '../../../../testing/billing-cloud.ts';
import { heldScheduleFacts, withReleasedSchedule, withoutSchedule, auditLostIncrease } from './held-schedule.ts';

const factsSchema = z.object({ customer: z.string(), subscription: z.string(), held: heldScheduleFacts });
type Facts = z.infer<typeof factsSchema>;

const next = 'price_SuperKiss_12_next';
const second = (iso: string): number => Date.parse(iso) / 1_000;
const decline = { code: 'card_declined', declineCode: null, message: 'Declined.', outcome: null, paymentIntent: null, charge: null };

let cloud: BillingCloud;

beforeAll(async () => {
  cloud = await startBillingCloud({ at: '2026-11-10T10:00:00Z' });
});
afterAll(() => cloud.stop());

/** Creates a member whose increase should have begun on a 1st that has passed when the change resumes. */
async function increasedTooLate(): Promise<Facts> {
  const { customer } = await cloud.member();
  const { id: subscription } = await cloud.sdk.subscriptions.create({ customer, items: [{ price: 'price_SuperKiss_12' }] });
  const { id } = await cloud.sdk.subscriptionSchedules.create({ from_subscription: subscription });
  await cloud.settled();
  return { customer, subscription, held: { id, increase: { price: next, startsAt: second('2026-11-01T10:00:00Z'), metadata: {} } } };
}

function operationOf(execute: Execute<Facts>) {
  const { db } = cloud.database;
  const address = { host: '127.0.0.1', port: cloud.stripe.port, protocol: 'http' } as const;
  const payments = stripePayments({ ...address, secretKey: 'sk_test_schedule', backgroundPerSecond: 1_000 });
  const kind = testOperations({ db, payments, clock: cloud.clock }).define<Facts>('a-change', factsSchema, execute);
  return (facts: Facts) => kind.run(testRequest({ customer: facts.customer }), () => Promise.resolve(facts));
}

const auditsOf = ({ subscription }: Facts) =>
  cloud.database.db
    .selectFrom('whole_audit')
    .select(['actor', 'action', 'before', 'why'])
    .where('subject', '=', `subscription:${subscription}`)
    .execute();
const lost = ({ held }: Facts) => ({
  actor: '101',
  action: 'subscription.increase-lost',
  before: { schedule: held.id, price: next, from: held.increase?.startsAt },
  why: expect.any(String),
});

it('a declined change stays declined where its increase cannot be made again, and the audit tells what is lost', async () => {
  const facts = await increasedTooLate();
  const declined = operationOf((run) => withoutSchedule(run, () => Promise.reject(new CardDeclined(decline))));
  await expect(declined(facts)).rejects.toMatchObject({ status: 402, code: 'card_declined' });
  expect(await auditsOf(facts)).toEqual([lost(facts)]);
  // the subscription has no half-made schedule
  expect(cloud.stripe.store.get('subscription', facts.subscription)?.schedule).toBeNull();
});

it('a change that was made stays made', async () => {
  const facts = await increasedTooLate();
  const taxed = operationOf(async (run) => {
    const change = () =>
      run.write('subscription', 'tax', (step) =>
        run.payments.changeSubscription(step, run.facts.subscription, { taxRates: [cloud.taxRate] }),
      );
    const { subscription, lost: refusal } = await withReleasedSchedule(run, change);
    return { status: 200, body: { schedule: subscription.schedule }, within: (tx, at) => auditLostIncrease(tx, run, refusal, at) };
  });
  expect(await taxed(facts)).toEqual({ status: 200, body: { schedule: null } });
  expect(await auditsOf(facts)).toEqual([lost(facts)]);
  expect(cloud.stripe.store.get('subscription', facts.subscription)?.default_tax_rates).toHaveLength(1);
});
