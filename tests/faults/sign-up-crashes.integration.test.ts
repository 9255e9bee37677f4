import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripePayments } from '@washdesk/cloud-api/adapters/stripe/stripe-payments';
import { countUnprocessed } from '@washdesk/cloud-api/mirror/events/provider-event.store';
import { reconcile } from '@washdesk/cloud-api/mirror/reconcile/reconcile';
import { claimPortBlock, type PortBlock } from '@washdesk/deploy/local/port-block';
import { Role } from '@washdesk/rules/company/roles';
import { Stripe } from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signedIn } from '../api/callers.ts';
import { startTestEnvironment, type TestEnvironment } from '../api/cloud.ts';
import { ApiClient, cardHandlesOf, type Reply } from '../api/api-client.ts';
import { makeCompany } from '../simulators/company/company.ts';
import { putWebhook } from '../simulators/stripe/events/given-webhook.ts';
import { seed, sizeOf } from '../sizes.ts';
import { chance } from '../support/chance.ts';
import { mirrorDifferences } from '../support/mirror-equals.ts';
import { until } from '../support/until.ts';
import { signUpOf, type MoneyRequest } from './money-requests.ts';
import { CrashableCloud } from './crashable-cloud.ts';
import { defaultSettings } from '../support/default-settings.ts';

const { signUps, crashes } = sizeOf('signUpCrashes');
const secret = 'whsec_mortal';
const atOnce = 6;
const patienceMs = 120_000 + signUps * 1_000 + crashes * 10_000;
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const random = chance(seed);
let surroundings: TestEnvironment;
let folder: string;
let ports: PortBlock;
let cloud: CrashableCloud;
let sdk: Stripe;

beforeAll(async () => {
  // the system's own time: a process that is killed has no clock file to share
  const company = makeCompany({ now: new Date(), members: 12, taxed: false });
  surroundings = await startTestEnvironment({ company, clockOffsetMs: 0 });
  folder = await mkdtemp(join(tmpdir(), 'washdesk-crashable-'));
  ports = await claimPortBlock(folder);
  const address = { host: '127.0.0.1', port: surroundings.stripe.port, protocol: 'http' } as const;
  sdk = new Stripe('sk_test_outside', { ...address, telemetry: false });
  const payments = stripePayments({ ...address, secretKey: 'sk_test_reconcile', backgroundPerSecond: 5_000 });
  await reconcile({
    db: surroundings.database.db,
    payments,
    clock: { now: () => new Date() },
    settings: defaultSettings,
    onPage: () => undefined,
  });
  const settings = {
    ...surroundings.settings,
    WASHDESK_STRIPE_WEBHOOK_SECRET: secret,
    WASHDESK_STRIPE_BACKGROUND_PER_SECOND: '5000',
    WASHDESK_OPERATION_RECOVERY_SECONDS: '2',
  };
  cloud = new CrashableCloud(settings, ports.port('cloud-api'));
  await cloud.start();
  putWebhook(surroundings.stripe.store, { url: `${cloud.url}/api/webhook/stripe`, secret }, surroundings.stripe.world.now());
  surroundings.stripe.behave({ seed, webhooks: { retryAfterMs: Array.from({ length: 20 }, () => 1_000) } });
}, 120_000);

afterAll(async () => {
  await cloud.stop();
  await surroundings.stop();
  ports.release();
  await rm(folder, { recursive: true, force: true });
});

async function newMember() {
  const declines = random() < 0.2;
  const { id: customer } = await sdk.customers.create({ name: 'Moore, Ada' });
  const { id: card } = await sdk.paymentMethods.attach(declines ? 'pm_card_chargeCustomerFail' : 'pm_card_visa', { customer });
  await sdk.customers.update(customer, { invoice_settings: { default_payment_method: card } });
  return { customer, card, declines };
}

const open = async (): Promise<number> =>
  (await surroundings.database.db.selectFrom('operation').select('id').where('state', '=', 'started').execute()).length;

/** Some browsers are closed for good in the middle: nobody repeats what they began. */
const patient = { twice: () => false, cutAfterMs: () => null };
const gone = async ({ customer }: MoneyRequest, person: ApiClient, card: string): Promise<void> => {
  const asked = person.post(
    '/subscription',
    { stripeCustomer: customer, PaymentMethodId: card, PlanId: 'price_SuperKiss_12' },
    { timeoutMs: 20 + Math.floor(random() * 300) },
  );
  await asked.catch((error: unknown) => {
    if (!(error instanceof TypeError) && !(error instanceof DOMException)) throw error;
  });
};

async function killRandomly(spanMs: number): Promise<void> {
  for (let crash = 0; crash < crashes; crash += 1) {
    await pause(random() * (spanMs / crashes));
    await cloud.kill();
    await cloud.start();
  }
}

describe('sign-ups while cloud-api is killed', () => {
  it(
    `end with a subscription and what it owes, or with no subscription and no charge: ${signUps}, ${crashes} crashes`,
    async () => {
      const person = new ApiClient(cloud.url, await signedIn(surroundings, { roles: Role.Cashier }), cardHandlesOf(surroundings));
      const newcomers = [];
      for (let count = 0; count < signUps; count += 1) newcomers.push(await newMember());
      await surroundings.stripe.webhooksSettled();
      await until('the newcomers are known', async () => ((await countUnprocessed(surroundings.database.db)) === 0 ? true : null), 60_000);

      surroundings.stripe.behave({ latencyMs: 40 });
      const waiting = [...newcomers];
      const told: Reply[] = [];
      const live = async (): Promise<void> => {
        for (let one = waiting.shift(); one; one = waiting.shift()) {
          const request = signUpOf(person, one);
          if (random() < 0.2) await gone(request, person, one.card);
          else told.push(await request.send(patient));
        }
      };
      await Promise.all([killRandomly(signUps * 60), ...Array.from({ length: atOnce }, live)]);
      surroundings.stripe.behave({ latencyMs: 0 });
      await until('every operation has ended', async () => ((await open()) === 0 ? true : null), 120_000);
      await surroundings.stripe.webhooksSettled();
      await until(
        'every event is worked off',
        async () => ((await countUnprocessed(surroundings.database.db)) === 0 ? true : null),
        60_000,
      );

      const answers = Map.groupBy(told, ({ status, body }) => `${status} ${JSON.stringify(body['message'] ?? 'signed up')}`);
      console.log(`seed ${seed}: ${[...answers].map(([answer, { length }]) => `${length} x ${answer}`).join(', ')}`);

      const jobs = await surroundings.database.db.selectFrom('job').select(['customer', 'what']).execute();
      const { store } = surroundings.stripe;
      const faults = newcomers.flatMap(({ customer, declines }) => {
        const running = store.list('subscription').filter((one) => one.customer === customer && one.status === 'active');
        const paid = store.list('charge').filter((one) => one.customer === customer && one.status === 'succeeded');
        const convergeJobs = jobs.filter((one) => one.customer === customer && one.what === 'converge.sitewatch');
        const expected = running.length === 1 ? [1, 1, true] : [0, 0, false];
        const seen = [running.length, paid.length, running.length === 1 && convergeJobs.length > 0];
        if (JSON.stringify(seen) !== JSON.stringify(expected)) return [`${customer}: ${seen.join(', ')}`];
        return declines && running.length ? [`${customer}: has a plan that nobody paid`] : [];
      });
      expect(faults).toEqual([]);
      const signedUp = newcomers.filter(({ customer }) =>
        store.list('subscription').some((one) => one.customer === customer && one.status === 'active'),
      );
      expect(signedUp.length).toBeGreaterThan(signUps / 2);
      expect(await mirrorDifferences(store, surroundings.database.db)).toEqual([]);
    },
    patienceMs,
  );
});
