import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Stripe } from 'stripe';
import type { GiftLimits } from '@washdesk/rules/billing/gift-limits';
import { makeCompany } from '@washdesk/simulators/company/company';
import type { BehaviourName } from '@washdesk/stripe-simulator/cards/behaviours';
import { companyClock, offsetTo, type CompanyClock } from '@washdesk/stripe-simulator/company-clock.fixture';
import { putWebhook } from '@washdesk/stripe-simulator/events/given-webhook';
import { until } from '@washdesk/test-support/until';
import { stripePayments } from '../adapters/stripe/stripe-payments.ts';
import { startCloudApi } from '../compose.ts';
import { readConfig } from '../config.ts';
import { openLog } from '../http/log.ts';
import { countUnprocessed } from '../mirror/events/provider-event.store.ts';
import { reconcile } from '../mirror/reconcile/reconcile.ts';
import { startTestEnvironment, type Cloud } from './cloud.ts';
import { defaultSettings } from './default-settings.ts';

/** A cloud with a moving clock and its Stripe simulator: months of billing in one test. */
export interface BillingCloud extends Cloud {
  /** Company time; moving it waits until the mirror has everything that Stripe reported. */
  clock: CompanyClock;
  /** Stripe's own SDK on the same simulator. */
  sdk: Stripe;
  /** The tax rate of site 12's plans: 5 percent. */
  taxRate: string;
  /** Resolves when the mirror has everything that Stripe reported. */
  settled(): Promise<void>;
  /** Creates a customer with a plate and one card, by Stripe's token; already in the mirror. */
  member(options?: { card?: string; plate?: string; taxExempt?: boolean }): Promise<{ customer: string; card: string }>;
  /** Creates another card of the customer. */
  card(customer: string, token?: string): Promise<string>;
  /** Cancels every plan, so that moving the clock renews none of an earlier test. */
  endPlans(): Promise<void>;
  /** Changes the behavior of a card that was good when it was captured. */
  spoil(card: string, behaviour: BehaviourName): void;
}

const secret = 'whsec_billing_tests';

interface BillingOptions {
  /** When company time starts. */
  at: string;
  taxed?: boolean;
  /** Generated members of the company; default: only those that the test creates, because renewals of others take time. */
  members?: number;
  /** Default: unlimited, because members of tests share plates and Stripe's test cards. */
  giftLimits?: GiftLimits;
  /** Further environment variables of the cloud; a function of those that it has already. */
  settings?: Record<string, string> | ((given: Readonly<Record<string, string>>) => Promise<Record<string, string>>);
}

const gifts = { person: 10_000, device: 10_000, member: 10_000 };
const unlimited: GiftLimits = { freeMonths: gifts, promos: gifts, unpaidReinstatements: gifts, coupons: gifts, texts: gifts };

export async function startBillingCloud({
  at,
  taxed = false,
  members = 0,
  giftLimits = unlimited,
  settings: more = {},
}: BillingOptions): Promise<BillingCloud> {
  const generated = makeCompany({ now: new Date(at), members: Math.max(members, 12), taxed: false });
  const company = members > 0 ? generated : { ...generated, members: [] };
  const surroundings = await startTestEnvironment({ company, clockOffsetMs: offsetTo(at) });
  const { stripe, database } = surroundings;
  const address = { host: '127.0.0.1', port: stripe.port, protocol: 'http' } as const;
  const sdk = new Stripe('sk_test_outside', { ...address, telemetry: false, maxNetworkRetries: 0 });
  const taxRate = await sdk.taxRates.create({ display_name: 'Sales tax', inclusive: false, percentage: 5 });
  const joliet = company.sites.find(({ number }) => number === 12);
  if (taxed && joliet) await sdk.terminal.locations.update(joliet.locationId, { metadata: { taxrate: taxRate.id } });

  const folder = await mkdtemp(join(tmpdir(), 'washdesk-clock-'));
  const file = join(folder, 'clock.json');
  const tell = async (): Promise<void> => {
    await writeFile(`${file}.new`, JSON.stringify({ offsetMs: stripe.clock.offsetMs }));
    await rename(`${file}.new`, file);
  };
  await tell();
  const given = { ...surroundings.settings, WASHDESK_CLOCK_FILE: file, WASHDESK_STRIPE_WEBHOOK_SECRET: secret };
  const settings = { ...given, ...(typeof more === 'function' ? await more(given) : more) };
  const clock = companyClock(stripe);
  const payments = stripePayments({ ...address, secretKey: 'sk_test_reconcile', backgroundPerSecond: 5_000 });
  await reconcile({ db: database.db, payments, clock, settings: defaultSettings, onPage: () => undefined });
  const limits = { name: 'giftLimits', value: JSON.stringify(giftLimits), changed: clock.now() } as const;
  await database.db.insertInto('setting').values(limits).execute();
  const api = await startCloudApi(readConfig(settings), openLog('silent'));
  const url = `http://127.0.0.1:${api.port}`;
  putWebhook(stripe.store, { url: `${url}/api/webhook/stripe`, secret }, Math.floor(clock.now().getTime() / 1_000));

  const settled = async (): Promise<void> => {
    await stripe.webhooksSettled();
    await until('every event is worked off', async () => ((await countUnprocessed(database.db)) === 0 ? true : null));
  };
  return {
    ...surroundings,
    settings,
    url,
    sdk,
    taxRate: taxRate.id,
    settled,
    clock: {
      now: () => clock.now(),
      async moveTo(instant) {
        await clock.moveTo(instant);
        await tell();
        await settled();
      },
    },
    async member({ card = 'pm_card_visa', plate = 'MEMBER1-IL', taxExempt = false } = {}) {
      const made = await sdk.customers.create({
        name: 'Moore, Ada',
        metadata: { CustomerCode: plate },
        tax_exempt: taxExempt ? 'exempt' : 'none',
      });
      const method = await sdk.paymentMethods.attach(card, { customer: made.id });
      await sdk.customers.update(made.id, { invoice_settings: { default_payment_method: method.id } });
      await settled();
      return { customer: made.id, card: method.id };
    },
    async card(customer, token = 'pm_card_mastercard') {
      const method = await sdk.paymentMethods.attach(token, { customer });
      await settled();
      return method.id;
    },
    async endPlans() {
      const running = stripe.store.list('subscription').filter(({ ended_at: ended }) => ended === null);
      await Promise.all(running.map(({ id }) => sdk.subscriptions.cancel(id)));
      await settled();
    },
    spoil(card, behaviour) {
      const method = stripe.store.get('payment_method', card);
      if (!method) throw new Error(`no card ${card}`);
      stripe.store.put({ ...method, behaviour });
    },
    async stop() {
      await api.stop();
      await surroundings.stop();
      await rm(folder, { recursive: true });
    },
  };
}
