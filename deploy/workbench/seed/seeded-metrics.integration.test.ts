import { afterAll, beforeAll, expect, it } from 'vitest';
import { stripePayments } from '@washdesk/cloud-api/adapters/stripe/stripe-payments';
import { MetricCount } from '@washdesk/cloud-api/features/company/metrics/metric-count';
import { MetricsService } from '@washdesk/cloud-api/features/company/metrics/metrics.service';
import { reconcile } from '@washdesk/cloud-api/mirror/reconcile/reconcile';
import { freshDatabase, type TestDatabase } from '@washdesk/cloud-api/testing/database';
import { defaultSettings } from '@washdesk/cloud-api/testing/default-settings';
import { instantOfWallClock } from '@washdesk/rules/dates/wall-clock';
import { makeCompany } from '@washdesk/simulators/company/company';
import { offsetTo } from '@washdesk/stripe-simulator/company-clock.fixture';
import { startStripeSimulator, type StripeSimulator } from '@washdesk/stripe-simulator/simulator';
import { seedCloud } from './seed-cloud.ts';

const now = new Date('2026-11-21T15:30:00Z');
const clock = { now: () => now };
const company = makeCompany({ now, members: 300 });
const seconds = now.getTime() / 1_000;
let stripe: StripeSimulator;
let database: TestDatabase;
const bySite = new Map<number, Awaited<ReturnType<MetricsService['metrics']>>['months']>();

beforeAll(async () => {
  database = await freshDatabase();
  stripe = await startStripeSimulator({ company, clockOffsetMs: offsetTo(company.now) });
  await seedCloud(database.url, company);
  const address = { host: '127.0.0.1', port: stripe.port, protocol: 'http' } as const;
  const payments = stripePayments({ ...address, secretKey: 'sk_test_metrics', backgroundPerSecond: 5_000 });
  await reconcile({ db: database.db, payments, clock, settings: defaultSettings, onPage: () => undefined });
  const count = new MetricCount({ db: database.db, clock });
  while ((await count.round()) > 0);
  const service = new MetricsService(database.db);
  for (const { number } of company.sites) bySite.set(number, (await service.metrics(number)).months);
});
afterAll(async () => {
  await stripe.stop();
  await database.stop();
});

// An independent count over the simulator's own objects. In the seeded company no customer comes back, so each plan is one membership.

interface Counted {
  opening: number;
  new: number;
  voluntary: number;
  card: number;
  closing: number;
  revenue: number;
  up: number;
  down: number;
  recovered: number;
  unpaid: number;
  washes: number;
}

const priceOf = (id: string): number => stripe.store.get('price', id)?.unit_amount ?? 0;

/** Returns the price on the last bill before an instant, otherwise on the first one. */
function monthlyPrice(subscription: string, before: number): number {
  const bills = stripe.store
    .list('invoice')
    .filter(({ bills: of }) => of?.subscription === subscription)
    .toSorted((one, other) => one.created - other.created);
  const bill = bills.findLast(({ created }) => created < before) ?? bills[0];
  return priceOf(bill?.lines.at(-1)?.priceId ?? '');
}

function countByHand(site: number, timeZone: string, month: string): Counted {
  const [year = 0, place = 1] = month.split('-').map(Number);
  const next = place === 12 ? `${year + 1}-01` : `${year}-${String(place + 1).padStart(2, '0')}`;
  const start = instantOfWallClock(`${month}-01 00:00:00`, timeZone).getTime() / 1_000;
  const end = Math.min(instantOfWallClock(`${next}-01 00:00:00`, timeZone).getTime() / 1_000, seconds);
  const plans = stripe.store
    .list('subscription')
    .filter(({ metadata, status }) => metadata['site'] === String(site) && status !== 'incomplete');
  const invoices = stripe.store.list('invoice').filter(({ bills }) => plans.some(({ id }) => id === bills?.subscription));
  const counted = { opening: 0, new: 0, voluntary: 0, card: 0, closing: 0, revenue: 0, up: 0, down: 0, recovered: 0, unpaid: 0, washes: 0 };
  for (const { id, created, ended_at: ended, customer } of plans) {
    const wasThere = created < start && (ended === null || ended >= start);
    const isThere = created < end && (ended === null || ended >= end);
    if (wasThere) counted.opening += 1;
    if (isThere) counted.closing += 1;
    if (isThere) counted.revenue += monthlyPrice(id, end);
    if (created >= start && created < end) counted.new += 1;
    if (ended !== null && ended >= start && ended < end) {
      const owed = invoices.some(
        (invoice) => invoice.bills?.subscription === id && (invoice.status === 'open' || invoice.status === 'uncollectible'),
      );
      counted[owed ? 'card' : 'voluntary'] += 1;
    }
    const difference = wasThere && isThere ? monthlyPrice(id, end) - monthlyPrice(id, start) : 0;
    if (difference > 0) counted.up += 1;
    if (difference < 0) counted.down += 1;
    if (wasThere || (created >= start && created < end)) {
      counted.washes += company.monthlyUsage
        .filter((usage) => usage.customer === customer && usage.year === year && usage.month === place)
        .reduce((sum, { returns }) => sum + returns, 0);
    }
  }
  for (const { created, billing_reason: reason, status, attempt_count: attempts } of invoices) {
    if (created < start || created >= end || reason !== 'subscription_cycle') continue;
    if (status === 'paid' && attempts > 1) counted.recovered += 1;
    if (status !== 'paid' && attempts > 0) counted.unpaid += 1;
  }
  return counted;
}

it('every metric of every site and month of the seeded company is what a count over the objects at Stripe gives', () => {
  for (const { number, timeZone } of company.sites) {
    const months = bySite.get(number)!.slice(-13);
    expect(months).toHaveLength(13);
    for (const { month, opening, closing, movements, washes } of months) {
      const told: Counted = {
        opening: opening.members,
        new: movements.new.members,
        voluntary: movements.voluntary.members,
        card: movements.card_failure.members,
        closing: closing.members,
        revenue: closing.amount,
        up: movements.up.members,
        down: movements.down.members,
        recovered: movements.recovered.members,
        unpaid: movements.unpaid.members,
        washes,
      };
      expect(told, `${number} ${month}`).toEqual(countByHand(number, timeZone, month));
    }
  }
});
