import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { postgresLoyalty } from '@washdesk/cloud-api/adapters/postgres-loyalty/postgres-loyalty';
import { stripePayments } from '@washdesk/cloud-api/adapters/stripe/stripe-payments';
import { convergeCustomer } from '@washdesk/cloud-api/features/members/loyalty/converge';
import { convergeSitewatch } from '@washdesk/cloud-api/features/sites/sitewatch-members/converge-sitewatch';
import type { ClaimedJob } from '@washdesk/cloud-api/jobs/job';
import { reconcile } from '@washdesk/cloud-api/mirror/reconcile/reconcile';
import type { SiteCommands } from '@washdesk/cloud-api/ports/site-commands';
import { freshDatabase, type TestDatabase } from '@washdesk/cloud-api/testing/database';
import { defaultSettings } from '@washdesk/cloud-api/testing/default-settings';
import { required } from '@washdesk/local-servers/debian-packages';
import { startFirebird, type Firebird } from '@washdesk/local-servers/firebird';
import { provideFirebird } from '@washdesk/local-servers/firebird-distribution';
import { abortOnHang } from '@washdesk/local-servers/processes/timeouts';
import { makeCompany } from '@washdesk/simulators/company/company';
import { seedSitewatch, sitewatchSchema } from '@washdesk/simulators/sitewatch/seed-sitewatch';
import { Sitewatch } from '@washdesk/site-agent/drivers/sitewatch/sitewatch';
import type { SitewatchMember } from '@washdesk/site-protocol/sitewatch';
import { offsetTo } from '@washdesk/stripe-simulator/company-clock.fixture';
import { startStripeSimulator, type StripeSimulator } from '@washdesk/stripe-simulator/simulator';
import { until } from '@washdesk/test-support/until';
import { seedCloud } from '@washdesk/workbench/seed/seed-cloud';
import { querySitewatch } from './sitewatch.ts';

const now = new Date('2026-11-21T15:30:00Z');
const clock = { now: () => now };
const company = makeCompany({ now, members: 60 });
const rules = {
  clock,
  goodDays: () => defaultSettings('goodDaysAfterPeriodEnd'),
  placeholderEmailDomain: () => defaultSettings('placeholderEmailDomain'),
};

let folder: string;
let database: TestDatabase;
let stripe: StripeSimulator;
let firebird: Firebird;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'washdesk-agreement-'));
  database = await freshDatabase();
  stripe = await startStripeSimulator({ company, clockOffsetMs: offsetTo(company.now) });
  await seedCloud(database.url, company);
  const address = { host: '127.0.0.1', port: stripe.port, protocol: 'http' } as const;
  const payments = stripePayments({ ...address, secretKey: 'sk_test_agreement', backgroundPerSecond: 5_000 });
  await reconcile({ db: database.db, payments, clock, settings: defaultSettings, onPage: () => undefined });

  const distribution = required(await provideFirebird());
  firebird = await startFirebird({ distribution, folder });
  for (const { number } of company.sites) {
    await firebird.createDatabase(`site-${number}`, await sitewatchSchema());
    await seedSitewatch({ ...addressOf(number), company, site: number });
  }
});

afterAll(async () => {
  await firebird.stop();
  await stripe.stop();
  await database.stop();
  await rm(folder, { recursive: true });
});

function addressOf(site: number) {
  const { host, port, user, password } = firebird;
  return { host, port, user, password, database: firebird.databasePath(`site-${site}`) };
}

const told = ['CUSTOMER', 'CUSTOMERCODE', 'CUSTOMERPLAN'];

/** Returns every row that a convergence could change, including the time of its last change. */
const rowsAt = (site: number) =>
  Promise.all(told.map((table) => querySitewatch<Record<string, unknown>>(addressOf(site), `select * from ${table} order by OBJID`)));

it.each(company.sites)('telling $name of every member changes nothing there', async ({ number, timeZone }) => {
  const sitewatch = new Sitewatch(number, timeZone, { ...addressOf(number), charset: 'UTF8' }, clock);
  sitewatch.start();
  await until('Sitewatch is reached', () => (sitewatch.health().status === 'ready' ? true : null));
  const sites = {
    async send(_site: number, _device: string, _name: string, member: SitewatchMember) {
      const { result } = await sitewatch.write('sitewatch.converge', randomUUID(), member, abortOnHang());
      return { kind: 'answered', result };
    },
  } as unknown as SiteCommands;
  const converge = convergeSitewatch({ ...rules, db: database.db, sites, alert: () => undefined });
  const before = await rowsAt(number);

  for (const { id } of company.members) {
    const job = { site: number, customer: id } as ClaimedJob<'converge.sitewatch'>;
    expect(await converge(job)).toMatchObject({ kind: 'done', result: { created: false } });
  }
  expect(await rowsAt(number)).toEqual(before);
  const links = await database.db.selectFrom('sitewatch_link').select('objid').where('site', '=', number).execute();
  expect(new Set(links.map(({ objid }) => objid))).toEqual(new Set(before[0]!.flatMap(memberNumber)));
  await sitewatch.stop();
});

/** Gift cards belong to a customer row that is not a member. */
const memberNumber = (row: Record<string, unknown>): number[] => (row['firstname'] === null ? [] : [Number(row['objid'])]);

it('the loyalty system has every member as is', async () => {
  const converge = convergeCustomer({ ...rules, db: database.db, loyalty: postgresLoyalty(database.db) });
  const outcomes = await Promise.all(
    company.members.filter(({ deleted }) => !deleted).map(({ id }) => converge(id, { requestId: 'test' })),
  );
  expect(outcomes.map((outcome) => outcome !== null && outcome !== 'deleted' && outcome.changed)).not.toContain(true);
  expect(outcomes.filter((outcome) => outcome === null || outcome === 'deleted')).toEqual([]);
});
