import { Stripe } from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '@washdesk/cloud-api/adapters/clock/system-clock';
import { stripePayments } from '@washdesk/cloud-api/adapters/stripe/stripe-payments';
import { countUnprocessed } from '@washdesk/cloud-api/mirror/events/provider-event.store';
import { reconcile } from '@washdesk/cloud-api/mirror/reconcile/reconcile';
import { startCloud, type Cloud } from '@washdesk/cloud-api/testing/cloud';
import { defaultSettings } from '@washdesk/cloud-api/testing/default-settings';
import { mirrorDifferences } from '@washdesk/cloud-api/testing/mirror-equals';
import { scaledTimeout } from '@washdesk/local-servers/processes/timeouts';
import { seededRandom } from '@washdesk/simulators/seeded-random';
import { putWebhook } from '@washdesk/stripe-simulator/events/given-webhook';
import { seed, sizeOf } from '@washdesk/test-support/sizes';
import { until } from '@washdesk/test-support/until';
import { GeneratedStripeActivity } from './generated-stripe-activity.ts';

const { events } = sizeOf('webhooks');
const secret = 'whsec_faults';
const waitMs = 300_000 + events * 100;

let cloud: Cloud;
let activity: GeneratedStripeActivity;

beforeAll(async () => {
  cloud = await startCloud({ WASHDESK_STRIPE_WEBHOOK_SECRET: secret, WASHDESK_STRIPE_BACKGROUND_PER_SECOND: '10000' });
  putWebhook(cloud.stripe.store, { url: `${cloud.url}/api/webhook/stripe`, secret }, cloud.stripe.sandbox.now());
  activity = new GeneratedStripeActivity(cloud.stripe.port, cloud.stripe.store, seededRandom(seed));
  await reconciled();
});
afterAll(() => cloud.stop());

function reconciled() {
  const address = { host: '127.0.0.1', port: cloud.stripe.port, protocol: 'http' as const, backgroundPerSecond: 10_000 };
  const payments = stripePayments({ ...address, secretKey: 'sk_test_reconcile' });
  return reconcile({ db: cloud.database.db, payments, clock: systemClock, settings: defaultSettings, onPage: () => undefined });
}

const made = (): number => cloud.stripe.store.list('event').length;
const differences = () => mirrorDifferences(cloud.stripe.store, cloud.database.db);

async function liveUntil(count: number): Promise<void> {
  const end = made() + count;
  while (made() < end) await activity.step();
}

async function workedOff(): Promise<void> {
  await cloud.stripe.webhooksSettled();
  await until('every event is worked off', async () => ((await countUnprocessed(cloud.database.db)) === 0 ? true : null), waitMs);
}

const post = (body: string, signature: string) =>
  fetch(`${cloud.url}/api/webhook/stripe`, {
    method: 'POST',
    headers: { 'stripe-signature': signature, 'content-type': 'application/json' },
    body,
  });

const signed = (body: string, timestamp = Math.floor(Date.now() / 1_000)): string =>
  Stripe.webhooks.generateTestHeaderString({ payload: body, secret, timestamp });

const eventBody = (id: string, object: object): string =>
  JSON.stringify({ id, object: 'event', type: 'some.type', created: 1_800_000_000, data: { object } });

const keptEvents = async (id: string): Promise<number> =>
  (await cloud.database.db.selectFrom('provider_event').select('id').where('id', '=', id).execute()).length;

describe("Stripe's events", () => {
  it('are taken with its signature only', async () => {
    const body = eventBody('evt_signed', { id: 'tmr_1', object: 'terminal.reader' });
    const yesterday = Math.floor(Date.now() / 1_000) - 86_400;
    const answers = [await post(body, 'v1=forged'), await post(body, signed(body, yesterday)), await post(`${body} `, signed(body))];
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400]);
    expect(await keptEvents('evt_signed')).toBe(0);
    const [first, again] = [await post(body, signed(body)), await post(body, signed(body))];
    expect([first.status, await first.json(), again.status]).toEqual([200, { received: true }, 200]);
    expect(await keptEvents('evt_signed')).toBe(1);
  });

  it('are refused beyond a megabyte', async () => {
    const body = eventBody('evt_large', { id: 'cus_1', object: 'customer', name: 'x'.repeat(1_100_000) });
    expect((await post(body, signed(body))).status).toBe(413);
  });

  it(
    'bring the mirror to what Stripe holds, though they come twice and overtake each other',
    async () => {
      cloud.stripe.behave({ seed, webhooks: { duplicate: 0.3, reorder: true } });
      await liveUntil(Math.ceil(events / 4));
      await workedOff();
      expect(await differences()).toEqual([]);
    },
    scaledTimeout(2 * waitMs),
  );

  it(
    'may be doubled, shuffled, a day late, and one in ten lost: after one reconcile the mirror is what Stripe holds',
    async () => {
      const { behave, moveClock, clock, state } = cloud.stripe;
      behave({ seed, webhooks: { duplicate: 0.3, reorder: true, lose: 0.1 } });
      await liveUntil(Math.ceil(events / 4));
      behave({ webhooks: { hold: true } });
      await liveUntil(Math.ceil(events / 2));
      moveClock(new Date((clock.now() + 86_400) * 1_000));
      behave({ webhooks: { hold: false } });
      await workedOff();
      expect(state().webhooks).toMatchObject({ pending: 0 });
      expect(state().webhooks.lost).toBeGreaterThan(0);
      await reconciled();
      expect(await differences()).toEqual([]);
    },
    scaledTimeout(2 * waitMs),
  );
});
