import type { Logger } from 'pino';
import { argon2Hasher } from './adapters/argon2/argon2-hasher.ts';
import { companyClock } from './adapters/clock/offset-clock.ts';
import { systemClock } from './adapters/clock/system-clock.ts';
import { MqttSiteLine } from './adapters/mqtt-site/site-line.ts';
import { stripePayments } from './adapters/stripe/stripe-payments.ts';
import { stripeEvents } from './adapters/stripe/webhook.ts';
import { createLoyalty } from './compose-loyalty.ts';
import { createMessages } from './compose-messages.ts';
import { moneyRoutes } from './compose-money.ts';
import { createReceipts } from './compose-receipts.ts';
import { referenceAndNotesRoutes } from './compose-reference.ts';
import { createSites } from './compose-sites.ts';
import { sitewatchMemberRoutes, sitewatchJobHandlers } from './compose-sitewatch-members.ts';
import type { Config } from './config.ts';
import { Housekeeping } from './db/housekeeping.ts';
import { openPool } from './db/pool.ts';
import { WorkLoop } from './db/work-loop.ts';
import { Operations } from './operations/operations.ts';
import { attemptLimiter } from './features/access/auth/attempt-limiter.ts';
import { authRoutes } from './features/access/auth/auth.routes.ts';
import { createAuth } from './features/access/auth/create-auth.ts';
import { stepUpRoutes } from './features/access/auth/step-up.routes.ts';
import { CompleteCheckoutService } from './features/billing/checkout/complete-checkout.service.ts';
import { settleCheckout } from './features/billing/checkout/settle-checkout.ts';
import { deviceRoutes } from './features/access/devices/device.routes.ts';
import { DeviceService } from './features/access/devices/device.service.ts';
import { EnrolmentService } from './features/access/devices/enrolment.service.ts';
import { errorsRoutes } from './features/system/errors/errors.routes.ts';
import { ErrorsService } from './features/system/errors/errors.service.ts';
import type { Listener } from './features/system/live/live.service.ts';
import type { LiveGrant } from './features/system/live/tickets.ts';
import { locationsRoutes } from './features/sites/locations/locations.routes.ts';
import { LocationsService } from './features/sites/locations/locations.service.ts';
import { jobsRoutes } from './features/system/jobs/jobs.routes.ts';
import { JobsService } from './features/system/jobs/jobs.service.ts';
import { settleReaderPayment } from './features/billing/payment-intents/settle-reader-payment.ts';
import { ClubPlanService } from './features/lane/redeem/clubplan.service.ts';
import { recordUsage } from './features/lane/redeem/record-usage.ts';
import { redeemRoutes } from './features/lane/redeem/redeem.routes.ts';
import { RedeemService } from './features/lane/redeem/redeem.service.ts';
import { RosterAnnouncer } from './features/lane/roster/announcer.ts';
import { rosterRoutes } from './features/lane/roster/roster.routes.ts';
import { RosterService } from './features/lane/roster/roster.service.ts';
import { settingsRoutes } from './features/company/settings/settings.routes.ts';
import { SettingsService, type StartupFacts } from './features/company/settings/settings.service.ts';
import { settingsIn } from './features/company/settings/create-settings.ts';
import { allSites } from './features/sites/sites/sites.store.ts';
import { SignService } from './features/members/signatures/sign.service.ts';
import { signaturesRoutes } from './features/members/signatures/signatures.routes.ts';
import { SignaturesService } from './features/members/signatures/signatures.service.ts';
import { NextPriceSweep } from './features/billing/subscriptions/change/next-price-sweep.ts';
import { buildApp } from './http/app.ts';
import type { Principal } from './common/caller.ts';
import { serveLive } from './http/live-sockets.ts';
import type { Route } from './http/route.ts';
import { startServer } from './http/server.ts';
import type { ReceiveEvent } from './http/webhook.ts';
import { receiveEvents } from './mirror/events/event-receiver.ts';
import { EventWorker } from './mirror/events/event-worker.ts';
import { Attempts } from './jobs/attempts.ts';
import { RunJobNow } from './jobs/run-job-now.ts';
import { JobWorker } from './jobs/worker.ts';
import { openApiDocument } from './openapi.ts';
import { stripeAddress } from './stripe-address.ts';
import { apiVersion } from './version.ts';

export interface CloudApi {
  port: number;
  stop(): Promise<void>;
}

/** The database, the provider and the line to the sites: what lies outside this process. */
function createInfrastructure(config: Config, log: Logger) {
  const pool = openPool(config.WASHDESK_DATABASE_URL, (error) => log.warn({ err: error }, 'a database connection was lost'));
  const broker = { url: config.WASHDESK_BROKER_URL, username: config.WASHDESK_BROKER_USERNAME, password: config.WASHDESK_BROKER_PASSWORD };
  return {
    pool,
    payments: stripePayments(stripeAddress(config)),
    sites: new MqttSiteLine({ broker, key: config.WASHDESK_COMMAND_KEY, kid: config.WASHDESK_COMMAND_KID, log }),
    clock: companyClock(config.WASHDESK_CLOCK_FILE),
  };
}
type Infrastructure = ReturnType<typeof createInfrastructure>;

/** Operations that were left behind: by a process that was killed, a provider that did not answer. */
const operationsAtOnce = 8;
const recoverEveryMs = 1_000;
const sweepEveryMs = 3_600_000;

/** Prices that were kept for a month. */
const nextPriceLoop = (sweep: NextPriceSweep, log: Logger): WorkLoop =>
  new WorkLoop({
    round: () => sweep.round(),
    everyMs: sweepEveryMs,
    onTrouble: (error) => log.warn({ err: error }, 'a price that was kept for a month could not be cleared'),
  });

/** What the installation says of itself to its browsers. */
const startupFacts = (config: Config): StartupFacts => ({
  publicKey: config.WASHDESK_STRIPE_PUBLIC_KEY,
  apiVersion,
  dashboardUrl: config.WASHDESK_STRIPE_DASHBOARD_URL,
  dxtUrl: config.WASHDESK_DXT_URL ?? null,
  systemMessage: config.WASHDESK_SYSTEM_MESSAGE ?? null,
});

/** Everything inside, each made of what it needs and nothing more. */
function createServices({ pool, payments, sites, clock }: Infrastructure, config: Config, log: Logger) {
  const { db } = pool;
  const settings = settingsIn(db);
  const jobsAdded = (): void => worker.poke();
  const operations = new Operations({
    db,
    payments,
    clock,
    log,
    settings,
    recoverySeconds: config.WASHDESK_OPERATION_RECOVERY_SECONDS,
    jobsAdded,
  });
  const completions = new CompleteCheckoutService({ db, operations, payments });
  const messages = createMessages({ db, operations, payments, clock }, config);
  const receipts = createReceipts({ db, operations, clock, sites });
  const loyalty = createLoyalty({ db, operations, clock, goodDays: () => settings('goodDaysAfterPeriodEnd') });
  const jobHandlers = {
    ...loyalty.jobHandlers,
    ...receipts.jobHandlers,
    'sitewatch.record-usage': recordUsage(db, sites),
    ...sitewatchJobHandlers({ db, sites, clock }),
    'reader-payment.settle': settleReaderPayment({ db, operations }),
    'checkout.complete': settleCheckout(completions),
    'message.send': messages.send,
  };
  const attempts = new Attempts({ db, jobHandlers, log });
  const worker = new JobWorker({ db, attempts, log });
  const runJobNow = new RunJobNow({ db, attempts });
  const lookups = attemptLimiter({ attempts: 10, seconds: 60 });
  const key = config.WASHDESK_TOKEN_KEY;
  const isBegun = async (principal: Principal, keyOfOperation: string) => (await operations.stateOf(principal, keyOfOperation)) !== null;
  const floor = createSites({ pool, sites, clock, log, siteIsBack: (site) => worker.siteIsBack(site) });
  const auth = createAuth({ db, key, clock, systemClock, hasher: argon2Hasher(), employees: floor.employees, lookups, isBegun });
  auth.openSessions.onEnded((session) => floor.live.sessionEnded(session));
  return {
    worker,
    recovery: new WorkLoop({
      round: () => operations.recover(operationsAtOnce),
      everyMs: recoverEveryMs,
      onTrouble: (error) => log.warn({ err: error }, 'operations cannot be recovered at the moment'),
    }),
    nextPrices: nextPriceLoop(new NextPriceSweep({ db, operations, clock }), log),
    eventWorker: new EventWorker({ db, payments, clock, log, settings, jobsAdded }),
    // everything that changes something at the provider is furnished in compose-money.ts
    money: moneyRoutes({
      db,
      operations,
      payments,
      clock,
      settings,
      completions,
      publicUrl: config.WASHDESK_PUBLIC_URL,
      enqueueWelcome: messages.enqueueWelcome,
    }),
    sitewatchMembers: sitewatchMemberRoutes({ db, sites, clock, operations, runJobNow, jobsAdded }),
    referenceAndNotes: referenceAndNotesRoutes({ db, operations, clock, sites }),
    floor: floor.routes(lookups),
    auth,
    live: floor.live,
    reports: floor.reports,
    devices: new DeviceService({ db, clock, sessionEnds: auth.sessionEnds }),
    enrolments: new EnrolmentService({ db, clock, systemClock, publicUrl: config.WASHDESK_PUBLIC_URL }),
    settings: new SettingsService({ db, clock, facts: startupFacts(config) }),
    locations: new LocationsService({ db, mapping: () => settings('siteMapping') }),
    redeems: new RedeemService({ pool, clock, jobsAdded: () => worker.poke() }),
    clubPlans: new ClubPlanService({ sites, clock, timeZoneOf: (site) => floor.reports.timeZoneOf(site) }),
    receipts: receipts.routes(runJobNow),
    messages: messages.routes(runJobNow, (id) => receipts.receipts.textOf(id)),
    formEndpoints: messages.formEndpoints,
    loyalty: loyalty.routes(runJobNow),
    signatures: new SignaturesService({ db, operations, sites, clock }),
    signing: new SignService({ db, clock }),
    roster: new RosterService(db),
    jobs: new JobsService({ db, clock, jobsAdded }),
    errors: new ErrorsService({ db, clock }),
  };
}
type Services = ReturnType<typeof createServices>;

const routesOf = (services: Services): Route[] => [
  ...authRoutes(services.auth),
  ...stepUpRoutes(services.auth),
  ...services.money,
  ...deviceRoutes(services),
  ...services.floor,
  ...settingsRoutes(services.settings),
  ...locationsRoutes(services.locations),
  ...redeemRoutes(services),
  ...services.referenceAndNotes,
  ...services.sitewatchMembers,
  ...services.receipts,
  ...services.messages,
  ...services.loyalty,
  ...signaturesRoutes(services),
  ...rosterRoutes(services.roster),
  ...jobsRoutes(services.jobs),
  ...errorsRoutes(services.errors),
];

/** Takes the provider's events where its secret is known. */
function eventReceiver(config: Config, { pool }: Infrastructure, { eventWorker }: Services): ReceiveEvent | null {
  const secrets = config.WASHDESK_STRIPE_WEBHOOK_SECRET;
  if (secrets === undefined) return null;
  return receiveEvents({ db: pool.db, events: stripeEvents(secrets.split(' ')), arrived: () => eventWorker.poke() });
}

/** Says "the roster stands at N" to every site, whichever process changed it. */
function announceRoster({ pool, sites }: Infrastructure, config: Config, log: Logger): RosterAnnouncer {
  const announce = (seq: number): void => {
    allSites(pool.db).then(
      (all) => all.forEach((site) => sites.announceRoster(site.number, seq)),
      (error: unknown) => log.warn({ err: error }, 'a roster change was not announced'),
    );
  };
  return new RosterAnnouncer({ url: config.WASHDESK_DATABASE_URL, log, announce });
}

/** Composes the application and opens its port. */
export async function startCloudApi(config: Config, log: Logger): Promise<CloudApi> {
  const infrastructure = createInfrastructure(config, log);
  const { pool, sites } = infrastructure;
  const services = createServices(infrastructure, config, log);
  const { auth, devices, live, worker } = services;
  const announcer = announceRoster(infrastructure, config, log);
  const housekeeping = new Housekeeping({ db: pool.db, log });
  const app = buildApp({
    log,
    routes: routesOf(services),
    callers: { principalOf: (token) => auth.principalOf(token), deviceOf: (secret) => devices.deviceOf(secret) },
    approvals: auth.approvals,
    checks: [
      { name: 'database', vital: true, check: async () => void (await pool.raw.query('select 1')) },
      { name: 'broker', vital: false, check: () => sites.check() },
    ],
    publicUrl: config.WASHDESK_PUBLIC_URL,
    apiVersion,
    requestsPerMinute: config.WASHDESK_REQUESTS_PER_MINUTE,
    proxies: config.WASHDESK_PROXIES,
    webRoot: config.WASHDESK_WEB_ROOT,
    stripeScripts: config.WASHDESK_STRIPE_SCRIPTS_URL,
    receiveEvent: eventReceiver(config, infrastructure, services),
    formEndpoints: services.formEndpoints,
    openApi: openApiDocument,
  });

  await sites.start(services.reports);
  await announcer.start();
  worker.start();
  services.recovery.start();
  services.nextPrices.start();
  services.eventWorker.start();
  housekeeping.start();
  const server = await startServer(app, config.WASHDESK_HOST, config.WASHDESK_PORT);
  const hub = {
    redeem: (ticket: string) => live.tickets.redeem(ticket),
    join: (listener: Listener) => live.join(listener),
    stillAllowed: (grant: LiveGrant) => auth.openSessions.has(grant.session),
  };
  const closeLive = serveLive(server.server, hub, config.WASHDESK_PUBLIC_URL, log);

  return {
    port: server.port,
    // the door first, then whoever still works behind it, the database last
    async stop() {
      closeLive();
      await server.stop();
      housekeeping.stop();
      await services.recovery.stop();
      await services.nextPrices.stop();
      await services.eventWorker.stop();
      await worker.stop();
      await announcer.stop();
      await sites.stop();
      await pool.stop();
    },
  };
}
