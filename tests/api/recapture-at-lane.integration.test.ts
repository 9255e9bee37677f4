import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectAsync, type MqttClient } from 'mqtt';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { argon2Hasher } from '@washdesk/cloud-api/adapters/argon2/argon2-hasher';
import { programPrincipal } from '@washdesk/cloud-api/common/caller';
import { sessionEnds } from '@washdesk/cloud-api/features/access/auth/sessions/session-ends';
import { ServiceAccountService } from '@washdesk/cloud-api/features/access/staff/service-account.service';
import { openLog } from '@washdesk/cloud-api/http/log';
import { clientAs, type ApiClient } from '@washdesk/cloud-api/testing/api-client';
import { startBillingCloud, type BillingCloud } from '@washdesk/cloud-api/testing/billing-cloud';
import { ok } from '@washdesk/cloud-api/testing/member-views';
import type { Subscription } from '@washdesk/contracts/billing/plans/subscription';
import { CloudClient } from '@washdesk/site-agent/cloud/cloud-client';
import { RosterSync } from '@washdesk/site-agent/cloud/roster-sync';
import { Journal } from '@washdesk/site-agent/journal/journal';
import { rosterTopic } from '@washdesk/site-protocol/topics';
import { until } from '@washdesk/test-support/until';

/** A payment reaches the lane while the car still waits there. */
const plate = 'LAPSED1-IL';

let cloud: BillingCloud;
let cashier: ApiClient;
let folder: string;
let lane: Lane;

/** The roster of a site as its agent stores it on disk, triggered by the broker and read from the cloud. */
interface Lane {
  status: () => string | undefined;
  stop: () => Promise<void>;
}

beforeAll(async () => {
  cloud = await startBillingCloud({ at: '2026-11-01T10:00:30Z' });
  cashier = await clientAs(cloud, 'Cashier');
  folder = await mkdtemp(join(tmpdir(), 'washdesk-lane-'));
  lane = await startLane();
});
afterAll(async () => {
  await lane.stop();
  await cloud.stop();
  await rm(folder, { recursive: true });
});

async function startLane(): Promise<Lane> {
  const log = openLog('silent');
  const journal = new Journal({ folder, site: 12, clock: { now: () => new Date() }, cloudTime: () => Date.now(), log });
  const client = new CloudClient({ url: cloud.url, clientId: 'agent-12', clientSecret: await agentSecret() });
  const sync = new RosterSync({
    cloud: client,
    roster: journal.roster,
    clock: { now: () => new Date() },
    onMoved: () => undefined,
    policy: { maxRosterAgeHours: 168, afterThat: 'refuse' },
    onProblems: () => undefined,
    log,
  });
  const broker = await hearNotices((payload) => sync.notice(payload));
  sync.start();
  return {
    status: () => journal.roster.find(plate)?.status,
    async stop() {
      await broker.endAsync(true);
      await sync.stop();
      journal.close();
    },
  };
}

/** The site's program signs in like any program. */
async function agentSecret(): Promise<string> {
  const clock = { now: () => new Date() };
  const by = programPrincipal('test', 'Test', 'test');
  const ends = sessionEnds(clock, () => undefined);
  const accounts = new ServiceAccountService({ db: cloud.database.db, clock, hasher: argon2Hasher(), sessionEnds: ends, by });
  return accounts.save({ clientId: 'agent-12', name: 'Agent of site 12', roles: 0, site: 12 });
}

async function hearNotices(hear: (payload: Buffer) => void): Promise<MqttClient> {
  const { settings } = cloud;
  const broker = await connectAsync(settings['WASHDESK_BROKER_URL'] ?? '', {
    username: settings['WASHDESK_BROKER_USERNAME'] ?? '',
    password: settings['WASHDESK_BROKER_PASSWORD'] ?? '',
    protocolVersion: 4,
  });
  broker.on('message', (_topic, payload) => hear(payload));
  await broker.subscribeAsync(rosterTopic(12), { qos: 1 });
  return broker;
}

/** A restarted plan is `trialing` until the next 1st; lanes show it green like `active`. */
const green = ['active', 'trialing'];

const lanesSee = (...statuses: string[]) =>
  until(`the lane has ${plate} as ${statuses.join(' or ')}`, () => (statuses.includes(lane.status() ?? '') ? true : null));

it('the lane admits a past-due member without amber, and a lapsed one at all, right after the new card has paid', async () => {
  const member = await cloud.member({ plate });
  await ok(cashier.post<Subscription>('/subscription', { customer: member.customer, PlanId: 'price_SuperKiss_12', DoNotProrate: true }));
  await lanesSee(...green);

  // the renewal of December is declined
  cloud.spoil(member.card, 'declined');
  await cloud.clock.moveTo('2026-12-02T12:00:00Z');
  await lanesSee('past_due');
  const attach = { customer: member.customer, payment_method: 'pm_card_mastercard', default: true };
  const second = await ok(cashier.post<{ id: string }>('/paymentmethods/attach', attach));
  const { invoices } = await ok(cashier.get<{ invoices: { id: string; status: string }[] }>(`/customer/${member.customer}/invoices`));
  const open = invoices.filter(({ status }) => status === 'open');
  expect(open).toHaveLength(1);
  await ok(cashier.post(`/invoice/${open[0]!.id}/pay?payment_method=${second.id}`));
  await lanesSee(...green);

  // January's is declined until Stripe stops retrying and ends the plan
  cloud.spoil(await defaultCard(member.customer), 'declined');
  await cloud.clock.moveTo('2027-01-20T12:00:00Z');
  await lanesSee('canceled');
  const third = await ok(cashier.post<{ id: string }>('/paymentmethods/attach', { ...attach, payment_method: 'pm_card_visa' }));
  const { subscriptions } = await ok(cashier.get<{ subscriptions: { id: string }[] }>(`/customer/${member.customer}/subscriptions`));
  await ok(cashier.post(`/subscription/${subscriptions[0]!.id}/reinstate`, { PaymentMethodId: third.id }));
  await lanesSee(...green);
});

async function defaultCard(customer: string): Promise<string> {
  const made = await cloud.sdk.customers.retrieve(customer);
  const card = made.deleted ? null : made.invoice_settings.default_payment_method;
  if (typeof card !== 'string') throw new Error(`${customer} has no default card`);
  return card;
}
