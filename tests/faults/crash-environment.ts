import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { Stripe } from 'stripe';
import { stripePayments } from '@washdesk/cloud-api/adapters/stripe/stripe-payments';
import { countUnprocessed } from '@washdesk/cloud-api/mirror/events/provider-event.store';
import { reconcile } from '@washdesk/cloud-api/mirror/reconcile/reconcile';
import type { Reply } from '@washdesk/cloud-api/testing/api-client';
import { startTestEnvironment, type TestEnvironment } from '@washdesk/cloud-api/testing/cloud';
import { defaultSettings } from '@washdesk/cloud-api/testing/default-settings';
import { claimPortBlock } from '@washdesk/local-servers/port-block';
import { makeCompany } from '@washdesk/simulators/company/company';
import { putWebhook } from '@washdesk/stripe-simulator/events/given-webhook';
import { until } from '@washdesk/test-support/until';
import { CrashableCloud } from './crashable-cloud.ts';

const secret = 'whsec_crashes';

/** Only a backstop: a busy machine takes longer. */
const settledWithinMs = 600_000;

/** On a busy machine a cloud takes minutes to start, and Stripe retries for days: no event is dropped meanwhile. */
const retryAfterMs = [
  ...Array.from({ length: 10 }, () => 1_000),
  ...Array.from({ length: 5 }, () => 5_000),
  ...Array.from({ length: 5 }, () => 60_000),
];

/** cloud-api as a separate process that a test kills, with its database, broker and Stripe in this one. */
export interface CrashEnvironment extends TestEnvironment {
  cloud: CrashableCloud;
  /** Stripe's own SDK on the same simulator. */
  sdk: Stripe;
  /** Kills with -9, and starts again. */
  crash(): Promise<void>;
  /** Resolves when no operation is open and every Stripe event is in the mirror. @throws Error if an event was dropped */
  settled(): Promise<void>;
  /** Creates a customer with a default card; the mirror receives it by event. */
  customer(card?: string): Promise<{ customer: string; card: string }>;
}

interface CrashOptions {
  seed: number;
  /** Members of the company, besides those that a test creates. */
  members?: number;
  /** Background calls to Stripe per second; the default is high enough that no test waits for them. */
  backgroundPerSecond?: number;
}

export async function startCrashEnvironment({ seed, members = 12, backgroundPerSecond = 5_000 }: CrashOptions): Promise<CrashEnvironment> {
  // the system time: a process that dies has no clock file to share
  const company = makeCompany({ now: new Date(), members, taxed: false });
  await using started = new AsyncDisposableStack();
  const environment = await startTestEnvironment({ company, clockOffsetMs: 0 });
  started.defer(() => environment.stop());
  const { stripe, database } = environment;
  const folder = await mkdtemp(join(tmpdir(), 'washdesk-crashable-'));
  started.defer(() => rm(folder, { recursive: true, force: true }));
  const ports = await claimPortBlock(folder);
  started.defer(() => ports.release());
  const address = { host: '127.0.0.1', port: stripe.port, protocol: 'http' } as const;
  const sdk = new Stripe('sk_test_outside', { ...address, telemetry: false });
  const payments = stripePayments({ ...address, secretKey: 'sk_test_reconcile', backgroundPerSecond: 5_000 });
  const clock = { now: () => new Date() };
  await reconcile({ db: database.db, payments, clock, settings: defaultSettings, onPage: () => undefined });
  const settings = {
    ...environment.settings,
    WASHDESK_STRIPE_WEBHOOK_SECRET: secret,
    WASHDESK_STRIPE_BACKGROUND_PER_SECOND: String(backgroundPerSecond),
    WASHDESK_OPERATION_RECOVERY_SECONDS: '2',
  };
  const cloud = new CrashableCloud(settings, ports.port('cloud-api'));
  started.defer(() => cloud.stop());
  await cloud.start();
  putWebhook(stripe.store, { url: `${cloud.url}/api/webhook/stripe`, secret }, stripe.sandbox.now());
  stripe.behave({ seed, webhooks: { retryAfterMs } });

  const isAtRest = async (): Promise<boolean> => {
    const open = await database.db.selectFrom('operation').select('id').where('state', '=', 'started').limit(1).execute();
    if (open.length > 0) return false;
    await stripe.webhooksSettled();
    return (await countUnprocessed(database.db)) === 0;
  };
  const everything = started.move();
  return {
    ...environment,
    cloud,
    sdk,
    async crash() {
      await cloud.kill();
      // expires the claims of the dead process: waiting for them proves nothing
      await sql`update provider_event set due = now() where due > now() and worked is null`.execute(database.db);
      await cloud.start();
    },
    async settled() {
      await until('no operation is open and every event is worked off', async () => (await isAtRest()) || null, settledWithinMs);
      const { lost } = stripe.state().webhooks;
      if (lost > 0) throw new Error(`${lost} events were dropped: the mirror lacks their changes`);
    },
    async customer(token = 'pm_card_visa') {
      const { id: customer } = await sdk.customers.create({ name: 'Moore, Ada' });
      const { id: card } = await sdk.paymentMethods.attach(token, { customer });
      await sdk.customers.update(customer, { invoice_settings: { default_payment_method: card } });
      return { customer, card };
    },
    stop: () => everything.disposeAsync(),
  };
}

/** Sends a call again until there is a response, as a page does. */
export const insist = (call: () => Promise<Reply>): Promise<Reply> =>
  until('the call is answered', async () => {
    const answer = await call().catch(() => null);
    return answer && answer.status < 500 && answer.body['code'] !== 'in_progress' ? answer : null;
  });
