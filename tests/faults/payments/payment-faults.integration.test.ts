import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countUnprocessed } from '@washdesk/cloud-api/mirror/events/provider-event.store';
import { clientAs, type ApiClient } from '@washdesk/cloud-api/testing/api-client';
import { startBillingCloud, type BillingCloud } from '@washdesk/cloud-api/testing/billing-cloud';
import { settledDifferences } from '@washdesk/cloud-api/testing/mirror-equals';
import { scaledTimeout } from '@washdesk/local-servers/processes/timeouts';
import { seededRandom } from '@washdesk/simulators/seeded-random';
import { idOf } from '@washdesk/stripe-simulator/stand-in.fixture';
import { seed, sizeOf } from '@washdesk/test-support/sizes';
import { until } from '@washdesk/test-support/until';
import { chargeOf, readerChargeOf, refundOf, signUpOf, type RetryBehaviour, type MoneyRequest } from './money-requests.ts';
import { faultsIn, moneyTotals, type AnsweredRequest } from './payment-invariants.ts';

const { payments } = sizeOf('money');
const atOnce = 12;
const waitMs = 300_000 + payments * 400;

let cloud: BillingCloud;
let manager: ApiClient;
const random = seededRandom(seed);
const below = (most: number): number => Math.floor(random() * most);

beforeAll(async () => {
  cloud = await startBillingCloud({
    at: '2026-11-21T15:30:00Z',
    settings: { WASHDESK_OPERATION_RECOVERY_SECONDS: '2', WASHDESK_STRIPE_BACKGROUND_PER_SECOND: '5000' },
  });
  manager = await clientAs(cloud, 'SalesManager');
  // one person makes the calls of a whole company per day
  const most = { count: 1_000_000, cents: 1_000_000_000 };
  const value = JSON.stringify({ charges: most, refunds: most });
  await cloud.database.db.insertInto('setting').values({ name: 'dailyLimits', value, changed: cloud.clock.now() }).execute();
});
afterAll(() => cloud.stop());

/** Created directly at Stripe: the cloud receives it by webhook. */
async function someCustomer() {
  const declines = random() < 0.25;
  const { id: customer } = await cloud.sdk.customers.create({ name: 'Moore, Ada' });
  const { id: card } = await cloud.sdk.paymentMethods.attach(declines ? 'pm_card_chargeCustomerFail' : 'pm_card_visa', { customer });
  await cloud.sdk.customers.update(customer, { invoice_settings: { default_payment_method: card } });
  return { customer, card, declines };
}

async function refundable() {
  const { id: customer } = await cloud.sdk.customers.create({ name: 'Moore, Ada' });
  const { id: payment_method } = await cloud.sdk.paymentMethods.attach('pm_card_visa', { customer });
  const how = { confirm: true, off_session: true, payment_method, allowed_payment_method_types: ['card' as const] };
  const request = await cloud.sdk.paymentIntents.create({ amount: 5_000, currency: 'usd', customer, ...how });
  return { customer, charge: idOf(request.latest_charge) };
}

async function aRequest(): Promise<MoneyRequest> {
  const amount = 100 + below(4_000);
  const kind = random();
  if (kind < 0.3) return chargeOf(manager, await someCustomer(), amount);
  if (kind < 0.5)
    return readerChargeOf(manager, cloud, await someCustomer(), amount, random() < 0.2 ? '4000000000000002' : '4242424242424242');
  if (kind < 0.75) return refundOf(manager, await refundable(), amount);
  return signUpOf(manager, await someCustomer());
}

const retryBehaviour: RetryBehaviour = {
  twice: () => random() < 0.15,
  cutAfterMs: () => (random() < 0.15 ? 5 + below(150) : null),
};

async function sendRequests(requests: readonly MoneyRequest[]): Promise<AnsweredRequest[]> {
  const answeredRequests: AnsweredRequest[] = [];
  const waiting = [...requests];
  const one = async (): Promise<void> => {
    for (let request = waiting.shift(); request; request = waiting.shift())
      answeredRequests.push({ request, answer: await request.send(retryBehaviour) });
  };
  await Promise.all(Array.from({ length: atOnce }, one));
  return answeredRequests;
}

const settled = (): Promise<true> =>
  until(
    'no operation is open and every event is worked off',
    async () => {
      const open = await cloud.database.db.selectFrom('operation').select('id').where('state', '=', 'started').limit(1).execute();
      await cloud.stripe.webhooksSettled();
      return open.length === 0 && (await countUnprocessed(cloud.database.db)) === 0 ? true : null;
    },
    waitMs,
  );

describe('money, while answers get lost, lines are cut and buttons are pressed twice', () => {
  it(
    `moves once for each of ${payments} requests that ended in success, and never for any other`,
    async () => {
      const requests: MoneyRequest[] = [];
      for (let count = 0; count < payments; count += 1) requests.push(await aRequest());
      await settled();

      cloud.stripe.behave({ seed, dropAnswers: 0.1, cutRequests: 0.1, serverErrors: 0.04, webhooks: { duplicate: 0.2, reorder: true } });
      const finishedRequests = await sendRequests(requests);
      cloud.stripe.behave({ dropAnswers: 0, cutRequests: 0, serverErrors: 0 });
      await settled();

      console.log(
        `seed ${seed}: ${finishedRequests.filter(({ answer }) => answer.status === 200).length} of ${payments} requests succeeded`,
      );
      expect(await faultsIn(cloud, finishedRequests)).toEqual([]);
      const { answered, atStripe, refunded, refunds } = moneyTotals(cloud, finishedRequests);
      expect({ atStripe, refunds }).toEqual({ atStripe: answered, refunds: refunded });
      expect(await settledDifferences(cloud.stripe, cloud.database.db, settled)).toEqual([]);
    },
    scaledTimeout(2 * waitMs),
  );
});
