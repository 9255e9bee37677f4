import type { Logger } from 'pino';
import { RefusedCalls } from './audit/refused-calls.ts';
import { sealingLoop } from './audit/sealing.ts';
import { alertsTo } from './common/alert.ts';
import { attemptLimiter } from './common/attempt-limiter.ts';
import { CardHandles } from './common/card-handles.ts';
import type { Config } from './config.ts';
import { Housekeeping } from './db/housekeeping.ts';
import type { Feature } from './feature.ts';
import { isLostConnection } from './db/pool.ts';
import { createAuth } from './features/access/auth/create-auth.ts';
import { createDevices } from './features/access/devices/create-devices.ts';
import { createSessionList } from './features/access/session-list/create-session-list.ts';
import { createStaff } from './features/access/staff/create-staff.ts';
import { createCatalogue } from './features/billing/catalogue/create-catalogue.ts';
import { createCharges } from './features/billing/charges/create-charges.ts';
import { createCheckout } from './features/billing/checkout/create-checkout.ts';
import { createDisputes } from './features/billing/disputes/create-disputes.ts';
import { createInvoices } from './features/billing/invoices/create-invoices.ts';
import { createLaterChanges } from './features/billing/later-changes/create-later-changes.ts';
import { createPaymentIntents } from './features/billing/payment-intents/create-payment-intents.ts';
import { createPaymentMethods } from './features/billing/payment-methods/create-payment-methods.ts';
import { createPriceIncreases } from './features/billing/price-increases/create-price-increases.ts';
import { createReceipts } from './features/billing/receipts/create-receipts.ts';
import { createRefunds } from './features/billing/refunds/create-refunds.ts';
import { createSubscriptions } from './features/billing/subscriptions/create-subscriptions.ts';
import { createNumbers } from './features/company/numbers/create-numbers.ts';
import { createReference } from './features/company/reference/create-reference.ts';
import { createReports } from './features/company/reports/create-reports.ts';
import { createSales } from './features/company/sales/create-sales.ts';
import { createSettings, settingsReader } from './features/company/settings/create-settings.ts';
import { createZipcode } from './features/company/zipcode/create-zipcode.ts';
import { createGates } from './features/lane/gates/create-gates.ts';
import { createRedeem } from './features/lane/redeem/create-redeem.ts';
import { createRoster } from './features/lane/roster/create-roster.ts';
import { createCustomerViews } from './features/members/customer-views/create-customer-views.ts';
import { createCustomers } from './features/members/customers/create-customers.ts';
import { createLoyalty } from './features/members/loyalty/create-loyalty.ts';
import { createMessages } from './features/members/messages/create-messages.ts';
import { createNotes } from './features/members/notes/create-notes.ts';
import { createSignatures } from './features/members/signatures/create-signatures.ts';
import { createWorklists } from './features/members/worklists/create-worklists.ts';
import { createClubPlans } from './features/sites/club-plans/create-club-plans.ts';
import { createCodeCopies } from './features/sites/code-copies/create-code-copies.ts';
import { createEmployees } from './features/sites/employees/create-employees.ts';
import { createLocations } from './features/sites/locations/create-locations.ts';
import { createSites } from './features/sites/sites/create-sites.ts';
import { createSitewatch } from './features/sites/sitewatch/create-sitewatch.ts';
import { createSitewatchMembers } from './features/sites/sitewatch-members/create-sitewatch-members.ts';
import { createTerminals } from './features/sites/terminals/create-terminals.ts';
import { createAudit } from './features/system/audit/create-audit.ts';
import { createWashCoupons } from './features/sites/wash-coupons/create-wash-coupons.ts';
import { createBlacklist } from './features/system/blacklist/create-blacklist.ts';
import { createCache } from './features/system/cache/create-cache.ts';
import { createClientMetrics } from './features/system/client-metrics/create-client-metrics.ts';
import { createErrors } from './features/system/errors/create-errors.ts';
import { createJobs } from './features/system/jobs/create-jobs.ts';
import { createLive } from './features/system/live/create-live.ts';
import { createOperations } from './features/system/operations/create-operations.ts';
import { buildApp } from './http/app.ts';
import { serveLive } from './http/live-sockets.ts';
import { startServer } from './http/server.ts';
import { createInfrastructure } from './infrastructure.ts';
import { JobQueue } from './jobs/job-queue.ts';
import { createMirror } from './mirror/create-mirror.ts';
import { createReadFresh } from './mirror/reads/read-fresh.ts';
import { DailyLimitsOfPersons } from './operations/daily-limits.ts';
import { StoredDerivedKeys } from './operations/derived-keys.ts';
import { Operations, recoveryOf } from './operations/operations.ts';
import { openApiDocument } from './openapi.ts';
import { planSettingsFrom } from './ports/settings.ts';
import { startServices, type Service } from './services.ts';
import { apiVersion } from './version.ts';

export interface CloudApi {
  port: number;
  stop(): Promise<void>;
}

/** The facts about this installation that its browsers get. */
const startupFacts = (config: Config) => ({
  publicKey: config.WASHDESK_STRIPE_PUBLIC_KEY,
  apiVersion,
  dashboardUrl: config.WASHDESK_STRIPE_DASHBOARD_URL,
  dxtUrl: config.WASHDESK_DXT_URL ?? null,
  redeem: config.WASHDESK_REDEEM,
  systemMessage: config.WASHDESK_SYSTEM_MESSAGE ?? null,
});

/** Puts the application together, each part made of what it needs and nothing more. Nothing runs yet. */
async function compose(config: Config, log: Logger) {
  const infrastructure = await createInfrastructure(config, log);
  const {
    pool,
    db,
    payments,
    backgroundPayments,
    events,
    sites,
    clock,
    systemClock,
    hasher,
    loyalty,
    messaging,
    inboundTexts,
    coupons,
    cache,
  } = infrastructure;
  const publicUrl = config.WASHDESK_PUBLIC_URL;

  const settings = settingsReader(db);
  const planSettings = planSettingsFrom(settings);
  const jobs = new JobQueue({ db, log });
  const jobsAdded = jobs.added;
  const alert = alertsTo(log);
  const recoverySeconds = config.WASHDESK_OPERATION_RECOVERY_SECONDS;
  const operations = new Operations({ db, payments, backgroundPayments, clock, log, settings, recoverySeconds, jobsAdded });
  const limits = new DailyLimitsOfPersons({ db, clock, settings, alert });
  const mirror = createMirror({ db, payments, clock, systemClock, log, settings, jobsAdded, events });
  const { readFresh, refresh, ageOf } = mirror;

  // features that other features need, in the order of their dependencies
  const lookups = attemptLimiter({ attempts: 10, seconds: 60 });
  const employees = createEmployees({ db, clock, sites, lookups });
  const directory = employees.employees;
  const auth = createAuth({
    db,
    key: config.WASHDESK_TOKEN_KEY,
    clock,
    systemClock,
    hasher,
    employees: directory,
    lookups,
    operations,
    alert,
    rolesWithCodes: config.WASHDESK_ONE_TIME_CODES,
  });
  const devices = createDevices({ db, clock, systemClock, sessionEnds: auth.sessionEnds, publicUrl });
  const gates = createGates({ pool, sites, clock, alert });
  const live = createLive({ gateStatus: gates.statusOf, sessions: auth.openSessions });
  const sitewatch = createSitewatch({ db, clock, sites, settings, log });
  const codeCopies = createCodeCopies({ db, clock, sites, log });
  const siteCopies = [employees.copy, sitewatch.copy, codeCopies.siteIsOnline];
  const washSites = createSites({ db, jobs, clock, log, alert, copies: siteCopies, live: live.live });
  const receipts = createReceipts({ db, operations, jobs, clock, sites, settings, alert });
  const outbound = { messaging, inboundTexts, receiptText: receipts.textOf, publicUrl };
  const messages = createMessages({ db, operations, jobs, payments, clock, settings, ...outbound });
  const { enqueueWelcome } = messages;
  const customers = createCustomers({ db, operations, payments, clock, ageOf, settings });
  const { exemptionSwitched } = customers;
  const subscriptions = createSubscriptions({
    db,
    operations,
    payments,
    clock,
    log,
    planSettings,
    readFresh,
    ageOf,
    enqueueWelcome,
    exemptionSwitched,
  });
  const errors = createErrors({ db, clock });
  const clientMetrics = createClientMetrics({ db, clock, systemClock, log });
  const blacklist = createBlacklist({ db, clock, log });

  const features: readonly Feature[] = [
    // access
    auth,
    devices,
    createSessionList({ db, clock, systemClock, sessionEnds: auth.sessionEnds }),
    createStaff({ db, clock, hasher, sessionEnds: auth.sessionEnds }),
    // members
    customers,
    createCustomerViews({ db, clock, sites, settings }),
    createLoyalty({ db, operations, jobs, loyalty, clock, settings }),
    messages,
    createNotes({ db, operations, clock }),
    createSignatures({ db, operations, sites, clock }),
    createWorklists({ db }),
    // billing
    createCatalogue({ db, operations, planSettings, cache }),
    createCharges({ db, clock, refresh, settings }),
    createCheckout({ db, operations, payments, clock, settings, planSettings, publicUrl }),
    createDisputes({ db, operations, clock, settings, refresh, readFresh }),
    createInvoices({ db, clock, operations, ageOf, enqueueWelcome }),
    createLaterChanges({ db, clock }),
    createPaymentIntents({ db, operations, readFresh, settings, sites, clock, limits }),
    createPaymentMethods({ db, operations, payments, clock, readFresh, ageOf }),
    receipts,
    createRefunds({ db, operations, payments, limits }),
    subscriptions,
    createPriceIncreases({
      db,
      clock,
      log,
      operations,
      settings,
      planSettings,
      reach: messages.reach,
      jobsAdded,
      increases: subscriptions.increases,
      releases: subscriptions.releases,
      readFresh: createReadFresh({ db, payments: backgroundPayments, clock, settings }),
      leaseSeconds: recoverySeconds,
    }),
    // lane
    gates,
    createRedeem({ pool, jobs, clock, sites, timeZoneOf: washSites.timeZoneOf }),
    createRoster({ db, databaseUrl: config.WASHDESK_DATABASE_URL, sites, siteNumbers: washSites.numbers, log }),
    // sites
    createClubPlans({ db, sites, clock }),
    codeCopies,
    employees,
    createLocations({ db, settings }),
    washSites,
    sitewatch,
    createSitewatchMembers({ db, operations, jobs, sites, clock, settings }),
    createTerminals({ operations, payments }),
    createWashCoupons({ db, clock, systemClock, coupons, settings }),
    // company
    createNumbers({ db, clock, log }),
    createReference({ db, clock }),
    createReports({ db }),
    createSales({ db, clock }),
    createSettings({ db, clock, facts: startupFacts(config) }),
    createZipcode(),
    // system
    createCache({ db, clock, settings, cache }),
    createAudit({ db, clock, systemClock, log, alert }),
    errors,
    clientMetrics,
    blacklist,
    createJobs({ db, clock, jobs }),
    live,
    createOperations({ operations }),
  ];
  for (const feature of features) jobs.register(feature.jobs ?? {});

  const refusedCalls = new RefusedCalls({ db, log, clock, systemClock });
  const app = buildApp({
    log,
    routes: features.flatMap(({ routes = [] }) => routes),
    formEndpoints: features.flatMap(({ formEndpoints = [] }) => formEndpoints),
    callers: { principalOf: auth.principalOf, deviceOf: devices.deviceOf },
    approvals: auth.approvals,
    cardHandles: new CardHandles(config.WASHDESK_TOKEN_KEY),
    derivedKeys: new StoredDerivedKeys({ db, clock }),
    auditRefusal: (...refused) => refusedCalls.audit(...refused),
    checks: [
      { name: 'database', vital: true, check: async () => void (await pool.raw.query('select 1')) },
      { name: 'broker', vital: false, check: () => sites.check() },
    ],
    isDatabaseAway: isLostConnection,
    keepError: errors.keepServerError,
    answered: clientMetrics.answered,
    isBlocked: blacklist.isBlocked,
    publicUrl,
    apiVersion,
    requestsPerMinute: config.WASHDESK_REQUESTS_PER_MINUTE,
    proxies: config.WASHDESK_PROXIES,
    webRoot: config.WASHDESK_WEB_ROOT,
    stripeScripts: config.WASHDESK_STRIPE_SCRIPTS_URL,
    receiveEvent: mirror.receiveEvent,
    openApi: openApiDocument,
  });

  const services: readonly Service[] = [
    { start: () => undefined, stop: () => pool.stop() },
    { start: () => sites.start(washSites.reports), stop: () => sites.stop() },
    ...features.map((feature) => ({ start: () => feature.start?.(), stop: () => feature.stop?.() })),
    jobs,
    recoveryOf(operations, log),
    ...features.flatMap(({ loops = [] }) => loops),
    mirror.eventWorker,
    refusedCalls,
    sealingLoop(db, log),
    new Housekeeping({ db, log }),
  ];
  const { isBlocked, onBlocked } = blacklist;
  return { app, services, hub: live.hub, isBlocked, onBlocked };
}

/**
 * Starts the application and opens its port. Each service uses only those before it in the list, so they start in its order and
 * stop in reverse: first no new request comes in, then the workers end what they began, and the database closes last.
 */
export async function startCloudApi(config: Config, log: Logger): Promise<CloudApi> {
  const { app, services, hub, isBlocked, onBlocked } = await compose(config, log);
  const stopServices = await startServices(services, log);
  try {
    const server = await startServer(app, config.WASHDESK_HOST, config.WASHDESK_PORT);
    const closeLive = serveLive(server.server, hub, {
      publicUrl: config.WASHDESK_PUBLIC_URL,
      proxies: config.WASHDESK_PROXIES,
      log,
      isBlocked,
      onBlocked,
    });
    return {
      port: server.port,
      async stop() {
        closeLive();
        await server.stop();
        await stopServices();
      },
    };
  } catch (error) {
    await stopServices();
    throw error;
  }
}
