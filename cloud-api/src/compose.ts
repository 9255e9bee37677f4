import type { Logger } from 'pino';
import { argon2Hasher } from './adapters/argon2/argon2-hasher.ts';
import { systemClock } from './adapters/clock/system-clock.ts';
import { MqttSiteLine } from './adapters/mqtt-site/site-line.ts';
import { stripePayments } from './adapters/stripe/stripe-payments.ts';
import type { Config } from './config.ts';
import { openPool } from './db/pool.ts';
import { AttemptLimiter } from './features/auth/attempt-limiter.ts';
import { authRoutes } from './features/auth/auth.routes.ts';
import { createAuth } from './features/auth/create-auth.ts';
import { customersRoutes } from './features/customers/customers.routes.ts';
import { CustomersService } from './features/customers/customers.service.ts';
import { deviceRoutes } from './features/devices/device.routes.ts';
import { DeviceService } from './features/devices/device.service.ts';
import { EnrolmentService } from './features/devices/enrolment.service.ts';
import { employeeRoutes } from './features/employees/employee.routes.ts';
import { EmployeeService } from './features/employees/employee.service.ts';
import { TerminalService } from './features/employees/terminal.service.ts';
import { errorsRoutes } from './features/errors/errors.routes.ts';
import { gatesRoutes } from './features/gates/gates.routes.ts';
import { GatesService } from './features/gates/gates.service.ts';
import { liveRoutes } from './features/live/live.routes.ts';
import { LiveService } from './features/live/live.service.ts';
import { locationsRoutes } from './features/locations/locations.routes.ts';
import { receiptsRoutes } from './features/receipts/receipts.routes.ts';
import { ReceiptsService } from './features/receipts/receipts.service.ts';
import { ClubPlanService } from './features/redeem/clubplan.service.ts';
import { recordUsage } from './features/redeem/record-usage.ts';
import { redeemRoutes } from './features/redeem/redeem.routes.ts';
import { RedeemService } from './features/redeem/redeem.service.ts';
import { RosterAnnouncer } from './features/roster/announcer.ts';
import { rosterRoutes } from './features/roster/roster.routes.ts';
import { RosterService } from './features/roster/roster.service.ts';
import { settingsRoutes } from './features/settings/settings.routes.ts';
import { sitesRoutes } from './features/sites/sites.routes.ts';
import { SitesService } from './features/sites/sites.service.ts';
import { allSites } from './features/sites/sites.store.ts';
import { terminalsRoutes } from './features/terminals/terminals.routes.ts';
import { buildApp } from './http/app.ts';
import { serveLive } from './http/live-sockets.ts';
import { startServer } from './http/server.ts';
import { ObligationWorker } from './obligations/worker.ts';
import { stripeAddress } from './stripe-address.ts';
import { apiVersion } from './version.ts';

export interface CloudApi {
  port: number;
  stop(): Promise<void>;
}

/** What each site needs to know or do when its agent comes online. */
function whenOnline(parts: { worker: ObligationWorker; employees: EmployeeService; terminals: TerminalService; log: Logger }) {
  return async (site: number): Promise<void> => {
    await parts.worker.siteIsBack(site);
    // copies for the times when the site is away: nobody waits for them
    Promise.all([parts.employees.sync(site), parts.terminals.sync(site)]).catch((error: unknown) =>
      parts.log.warn({ err: error, site }, 'no copy of employees and terminals was taken'),
    );
  };
}

/** Puts the house together and opens its door. */
export async function startCloudApi(config: Config, log: Logger): Promise<CloudApi> {
  const clock = systemClock;
  const pool = openPool(config.WASHDESK_DATABASE_URL, (error) => log.warn({ err: error }, 'a database connection was lost'));
  const { db } = pool;
  const payments = stripePayments(stripeAddress(config));
  const broker = { url: config.WASHDESK_BROKER_URL, username: config.WASHDESK_BROKER_USERNAME, password: config.WASHDESK_BROKER_PASSWORD };
  const sites = new MqttSiteLine({ broker, key: config.WASHDESK_COMMAND_KEY, kid: config.WASHDESK_COMMAND_KID, log });

  const worker = new ObligationWorker({ db, performers: { 'sitewatch.record-usage': recordUsage(db, sites) }, log });
  const employees = new EmployeeService({ db, clock, sites });
  const terminals = new TerminalService({ db, sites });
  const lookups = new AttemptLimiter({ attempts: 10, seconds: 60 });
  const auth = createAuth({ db, key: config.WASHDESK_TOKEN_KEY, clock, systemClock, hasher: argon2Hasher(), employees, lookups });
  const devices = new DeviceService({ db, clock, sessionEnds: auth.sessions });
  const enrolments = new EnrolmentService({ db, clock, systemClock, publicUrl: config.WASHDESK_PUBLIC_URL });
  const live = new LiveService();
  auth.openSessions.onEnded((session) => live.sessionEnded(session));
  const reports = new SitesService({
    db,
    clock,
    log,
    listeners: {
      online: whenOnline({ worker, employees, terminals, log }),
      device: (site, state) => live.device(site, state),
      live: (report) => live.report(report),
    },
  });
  const announcer = new RosterAnnouncer({
    url: config.WASHDESK_DATABASE_URL,
    log,
    announce: (seq) => {
      allSites(db).then(
        (all) => all.forEach((site) => sites.announceRoster(site.number, seq)),
        (error: unknown) => log.warn({ err: error }, 'a roster change was not announced'),
      );
    },
  });

  const facts = {
    publicKey: config.WASHDESK_STRIPE_PUBLIC_KEY,
    apiVersion,
    dashboardUrl: config.WASHDESK_STRIPE_DASHBOARD_URL,
    dxtUrl: config.WASHDESK_DXT_URL ?? null,
    systemMessage: config.WASHDESK_SYSTEM_MESSAGE ?? null,
  };
  const clubPlans = new ClubPlanService({ sites, clock, timeZoneOf: (site) => reports.timeZoneOf(site) });
  const redeems = new RedeemService({ pool, clock, owed: () => worker.poke() });
  const routes = [
    ...authRoutes(auth),
    ...deviceRoutes({ devices, enrolments }),
    ...employeeRoutes({ employees, terminals, lookups }),
    ...settingsRoutes({ db, clock, facts }),
    ...locationsRoutes(db),
    ...terminalsRoutes(payments),
    ...sitesRoutes(db),
    ...redeemRoutes({ redeems, clubPlans, db, clock }),
    ...gatesRoutes(new GatesService({ db, sites, clock })),
    ...customersRoutes(new CustomersService(db)),
    ...receiptsRoutes(new ReceiptsService({ db, sites, clock })),
    ...liveRoutes(live),
    ...rosterRoutes(new RosterService(db)),
    ...errorsRoutes({ db, clock }),
  ];

  const app = buildApp({
    log,
    routes,
    callers: { principalOf: (token) => auth.principalOf(token), deviceOf: (secret) => devices.deviceOf(secret) },
    checks: [
      { name: 'database', vital: true, check: async () => void (await pool.raw.query('select 1')) },
      { name: 'broker', vital: false, check: () => sites.check() },
    ],
    publicUrl: config.WASHDESK_PUBLIC_URL,
    apiVersion,
    requestsPerMinute: config.WASHDESK_REQUESTS_PER_MINUTE,
    proxies: config.WASHDESK_PROXIES,
    webRoot: config.WASHDESK_WEB_ROOT,
  });

  await sites.start(reports);
  await announcer.start();
  worker.start();
  const server = await startServer(app, config.WASHDESK_HOST, config.WASHDESK_PORT);
  const closeLive = serveLive(
    server.server,
    { redeem: (ticket) => live.tickets.redeem(ticket), join: (listener) => live.join(listener) },
    config.WASHDESK_PUBLIC_URL,
    log,
  );

  return {
    port: server.port,
    // the door first, then whoever still works behind it, the database last
    async stop() {
      closeLive();
      await server.stop();
      await worker.stop();
      await announcer.stop();
      await sites.stop();
      await pool.stop();
    },
  };
}
