import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { Stripe } from 'stripe';
import { postgresLoyalty } from '@washdesk/cloud-api/adapters/postgres-loyalty/postgres-loyalty';
import { paymentsByPriority } from '@washdesk/cloud-api/adapters/stripe/stripe-payments';
import { createLoyalty } from '@washdesk/cloud-api/features/members/loyalty/create-loyalty';
import { createSitewatchMembers } from '@washdesk/cloud-api/features/sites/sitewatch-members/create-sitewatch-members';
import { Comparer } from '@washdesk/cloud-api/features/system/reconcile/comparer';
import { openComparisons, requestComparison } from '@washdesk/cloud-api/features/system/reconcile/comparisons.store';
import { RepairsService } from '@washdesk/cloud-api/features/system/reconcile/repairs.service';
import { JobQueue } from '@washdesk/cloud-api/jobs/job-queue';
import { rosterCopy } from '@washdesk/cloud-api/mirror/compare/roster-copy';
import { stripeCopy } from '@washdesk/cloud-api/mirror/compare/stripe-copy';
import { reconcile } from '@washdesk/cloud-api/mirror/reconcile/reconcile';
import type { SiteCommands } from '@washdesk/cloud-api/ports/site-commands';
import { freshDatabase } from '@washdesk/cloud-api/testing/database';
import { defaultSettings } from '@washdesk/cloud-api/testing/default-settings';
import { required } from '@washdesk/local-servers/debian-packages';
import { startFirebird } from '@washdesk/local-servers/firebird';
import { provideFirebird } from '@washdesk/local-servers/firebird-distribution';
import { isRepairable, type DifferenceKindName } from '@washdesk/rules/reconcile/difference-kinds';
import { makeCompany } from '@washdesk/simulators/company/company';
import { seedSitewatch, sitewatchSchema } from '@washdesk/simulators/sitewatch/seed-sitewatch';
import { Sitewatch } from '@washdesk/site-agent/drivers/sitewatch/sitewatch';
import { sitewatchCommands } from '@washdesk/site-agent/features/sites/sitewatch/sitewatch';
import { sitewatchWrites } from '@washdesk/site-agent/features/sites/sitewatch/sitewatch-writes';
import { WriteDeadline } from '@washdesk/site-agent/ports/write-deadline';
import { offsetTo } from '@washdesk/stripe-simulator/company-clock.fixture';
import { startStripeSimulator } from '@washdesk/stripe-simulator/simulator';
import { until } from '@washdesk/test-support/until';
import { seedCloud } from '@washdesk/workbench/seed/seed-cloud';
import { querySitewatch } from '../../workbench/sitewatch.ts';

const now = new Date('2026-11-21T15:30:00Z');
const by = { id: '101', name: 'Sam Fuller', site: null, device: null, requestId: 'proof' };

export type ComparedCompany = Awaited<ReturnType<typeof startComparedCompany>>;

/**
 * A company whose members are the same in PostgreSQL, in Stripe's simulator and in the Firebird of every site. The commands of sites go to
 * the agent's own handlers without a broker.
 */
export async function startComparedCompany(members: number) {
  const clock = { now: () => now };
  const company = makeCompany({ now, members });
  const log = pino({ level: 'silent' });
  const folder = await mkdtemp(join(tmpdir(), 'washdesk-differences-'));
  const database = await freshDatabase();
  const { db } = database;
  const simulator = await startStripeSimulator({ company, clockOffsetMs: offsetTo(company.now) });
  const address = { host: '127.0.0.1', port: simulator.port, protocol: 'http' } as const;
  await seedCloud(database.url, company);
  const { interactive: payments, background: backgroundPayments } = paymentsByPriority({
    ...address,
    secretKey: 'sk_test_differences',
    backgroundPerSecond: 5_000,
  });
  await reconcile({ db, payments, clock, settings: defaultSettings, onPage: () => undefined });

  const firebird = await startFirebird({ distribution: required(await provideFirebird()), folder });
  const { host, port, user, password } = firebird;
  const databaseOf = (site: number) => ({ host, port, user, password, database: firebird.databasePath(`site-${site}`) });
  const stations = new Map<number, Sitewatch>();
  for (const { number, timeZone } of company.sites) {
    await firebird.createDatabase(`site-${number}`, await sitewatchSchema());
    await seedSitewatch({ ...databaseOf(number), company, site: number });
    const sitewatch = new Sitewatch(number, timeZone, { ...databaseOf(number), charset: 'UTF8' }, clock);
    sitewatch.start();
    await until('Sitewatch is reached', () => (sitewatch.health().status === 'ready' ? true : null));
    stations.set(number, sitewatch);
  }
  const sites = sitesOf(stations);

  const jobs = new JobQueue({ db, log });
  const core = { db, pool: database, clock, settings: defaultSettings, jobs, sites, log, alert: () => undefined };
  const operations = { define: () => ({}), doneBy: () => Promise.resolve(null) } as never;
  const sitewatch = createSitewatchMembers({ ...core, operations });
  const loyalty = createLoyalty({ ...core, operations, loyalty: postgresLoyalty(db) });
  jobs.register({ ...sitewatch.jobs, ...loyalty.jobs });
  const parts = { ...core, payments, backgroundPayments, jobsAdded: () => undefined };
  const copies = { stripe: stripeCopy(parts), roster: rosterCopy(parts), sitewatch: sitewatch.copy, loyalty: loyalty.copy };
  const comparer = new Comparer({ db, copies, log, settleSeconds: 0 });
  const repairs = new RepairsService({ db, clock, copies, comparer, requested: () => undefined });
  const idsIn = async (state: string): Promise<string[]> =>
    (await db.selectFrom('difference').select('id').where('state', '=', state).where('kind', '<>', 'code-shared').execute()).map(
      ({ id }) => id,
    );

  return {
    company,
    db,
    clock,
    payments,
    stripe: new Stripe('sk_test_outside', { ...address, telemetry: false, maxNetworkRetries: 0 }),
    /** Runs a statement in a site's Sitewatch. */
    inSitewatch: <Row>(site: number, sql: string, parameters: unknown[] = []) => querySitewatch<Row>(databaseOf(site), sql, parameters),
    async compareEverything(): Promise<void> {
      await requestComparison(db, null, null);
      while ((await openComparisons(db)).length > 0) await comparer.round();
    },
    async repairAll(): Promise<void> {
      const kinds = await db.selectFrom('difference').select('kind').distinct().where('state', '=', 'open').execute();
      for (const { kind } of kinds.filter((one) => isRepairable(one.kind as DifferenceKindName))) {
        const { count } = await db
          .selectFrom('difference')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .where('state', '=', 'open')
          .where('kind', '=', kind)
          .executeTakeFirstOrThrow();
        await repairs.repairAll({ kind: kind as never, site: null, count }, by);
      }
      while ((await repairs.round()) > 0);
      const left = await db
        .selectFrom('difference')
        .select(['kind', 'failure'])
        .where('state', '=', 'open')
        .where('failure', 'is not', null)
        .execute();
      if (left.length > 0) throw new Error(`not repaired: ${JSON.stringify(left)}`);
    },
    async undoAll(): Promise<void> {
      for (const id of await idsIn('repaired')) await repairs.undo(id, by);
    },
    async stop(): Promise<void> {
      for (const one of stations.values()) await one.stop();
      await firebird.stop();
      await simulator.stop();
      await database.stop();
      await rm(folder, { recursive: true });
    },
  };
}

/** Sends the commands of a site's Sitewatch to the agent's handlers. */
function sitesOf(stations: ReadonlyMap<number, Sitewatch>): SiteCommands {
  return {
    async send(site, device, name, payload, options) {
      const database = stations.get(site)!;
      const handlers = { ...sitewatchCommands(database), ...sitewatchWrites(database) } as unknown as Record<
        string,
        (payload: unknown, context: object) => Promise<never>
      >;
      const id = options && 'id' in options ? options.id : crypto.randomUUID();
      const context = { id, device, deadline: WriteDeadline.none, signal: AbortSignal.timeout(60_000) };
      return { kind: 'answered', result: await handlers[name]!(payload, context) };
    },
  };
}
