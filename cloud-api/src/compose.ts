import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Endpoint } from '@washdesk/contracts/endpoint';
import { RefusedCalls } from './audit/refused-calls.ts';
import { sealingLoop, sealingWatch } from './audit/sealing.ts';
import { CardHandles } from './common/card-handles.ts';
import { composeAccess } from './compose/access.ts';
import { composeBilling } from './compose/billing.ts';
import { composeCompany } from './compose/company.ts';
import { createCore } from './compose/core.ts';
import { composeLane } from './compose/lane.ts';
import { composeMembers, composeSelfService } from './compose/members.ts';
import { composeSites } from './compose/sites.ts';
import { composeSystem } from './compose/system.ts';
import type { Config } from './config.ts';
import { Housekeeping } from './db/housekeeping.ts';
import { readGauges } from './db/metric-gauges.ts';
import { schemaCheck } from './db/migrate.ts';
import { isLostConnection } from './db/pool.ts';
import type { Feature } from './feature.ts';
import { buildApp } from './http/app.ts';
import { startServer } from './http/server.ts';
import { serveSockets } from './http/ticket-sockets.ts';
import { openApiDocument } from './openapi.ts';
import { StoredDerivedKeys } from './operations/derived-keys.ts';
import { recoveryOf } from './operations/operations.ts';
import { startServices, type Service } from './services.ts';
import { apiVersion } from './version.ts';

export interface CloudApi {
  port: number;
  stop(): Promise<void>;
}

/** Assembles the application domain by domain, each from the core and the domains before it. Nothing runs yet. */
async function compose(config: Config, log: Logger) {
  const core = await createCore(config, log);
  const { db, pool, clock, systemClock, jobs, live, officeAuditKinds, overviewSources, personalTables } = core;
  /** The served contracts by id: complete once every domain is composed. */
  const served = new Map<string, Endpoint>();

  const sites = composeSites(core);
  const access = composeAccess(core, config, { sites, endpointOf: (id) => served.get(id) });
  const members = composeMembers(core, { access });
  const billing = composeBilling(core, config, { ...members, ...sites });
  const selfService = composeSelfService(core, config, { members, billing: billing.forMembers });
  const lane = composeLane(core, sites);
  const company = composeCompany(core, config);
  const system = composeSystem(core, config, {
    access,
    sites,
    members,
    lane,
    company,
    summaryOf: (path) => summaryOfChange(served.values(), path),
  });

  const domains: readonly { features: readonly Feature[] }[] = [access, members, billing, selfService, lane, sites, company, system];
  const features = domains.flatMap((domain) => domain.features);
  const routes = features.flatMap((feature) => feature.routes ?? []);
  for (const { endpoint } of routes) served.set(endpoint.id, endpoint);
  for (const feature of features) {
    jobs.register(feature.jobs ?? {});
    live.register(feature.live ?? []);
    for (const kind of feature.officeAuditKinds ?? []) officeAuditKinds.add(kind);
    overviewSources.push(...(feature.overview ?? []));
    if (feature.onProviderEvent) core.eventListeners.push(feature.onProviderEvent);
    if (feature.onClaim) core.claimListeners.push(feature.onClaim);
    Object.assign(personalTables, feature.personalData);
  }

  let isDraining = false;
  const lifecycle = {
    drain: () => void (isDraining = true),
    async check() {
      if (isDraining) throw new Error('This process is stopping');
    },
  };
  const refusedCalls = new RefusedCalls({ db, log, clock, systemClock });
  const app = buildApp({
    log,
    routes,
    formEndpoints: features.flatMap(({ formEndpoints = [] }) => formEndpoints),
    polledLists: features.flatMap(({ polledLists = [] }) => polledLists),
    callers: { ...access.callers, memberOf: selfService.memberOf },
    approvals: access.approvals,
    presences: access.presences,
    cardHandles: new CardHandles(config.WASHDESK_TOKEN_KEY),
    derivedKeys: new StoredDerivedKeys({ db, clock }),
    peopleShown: members.peopleShown,
    numberLookups: members.numberLookups,
    auditRefusal: (...refused) => refusedCalls.audit(...refused),
    checks: [
      { name: 'process', vital: true, check: lifecycle.check },
      { name: 'database', vital: true, check: async () => void (await pool.raw.query('select 1')) },
      { name: 'schema', vital: true, check: schemaCheck(db) },
      { name: 'broker', vital: false, check: () => core.sites.check() },
    ],
    metrics: {
      token: config.WASHDESK_METRICS_TOKEN ?? null,
      gauges: () => readGauges(db),
      sites: sites.fleetSites,
      brokerConnected: () => core.sites.connected(),
      commandTimes: core.commandTimes,
    },
    isDatabaseAway: isLostConnection,
    keepError: system.keepError,
    answered: system.answered,
    isBlocked: system.isBlocked,
    publicUrl: config.WASHDESK_PUBLIC_URL,
    apiVersion,
    now: () => clock.now(),
    requestsPerMinute: config.WASHDESK_REQUESTS_PER_MINUTE,
    proxies: config.WASHDESK_PROXIES,
    webRoot: config.WASHDESK_WEB_ROOT,
    stripeScripts: config.WASHDESK_STRIPE_SCRIPTS_URL,
    receiveEvent: core.receiveEvent,
    openApi: () => openApiDocument([...served.values()]),
  });

  const services: readonly Service[] = [
    { start: () => undefined, stop: () => pool.stop() },
    core.notifications,
    {
      async start() {
        await access.revokedSites.load().catch((error: unknown) => {
          // the notifications load them when the database is back
          if (!isLostConnection(error)) throw error;
        });
        await core.sites.start(sites.reports, access.revokedSites);
      },
      stop: () => core.sites.stop(),
    },
    ...features.map((feature) => ({ start: () => feature.start?.(), stop: () => feature.stop?.() })),
    jobs,
    recoveryOf(core.operations, log),
    ...features.flatMap(({ loops = [] }) => loops),
    core.eventWorker,
    core.unannounced,
    refusedCalls,
    sealingLoop(db, log),
    sealingWatch(db, log, core.alert),
    new Housekeeping({ db, log, personalTables, retention: () => core.settings('retention') }),
  ];
  const { sockets, isBlocked, onBlocked } = system;
  return { app, services, sockets, isBlocked, onBlocked, drain: lifecycle.drain };
}

/** Returns the summary of the changing call at a path. */
function summaryOfChange(served: Iterable<Endpoint>, path: string): string | null {
  for (const endpoint of served) if (endpoint.path === path && endpoint.method !== 'GET') return endpoint.summary;
  return null;
}

/**
 * Starts the application and opens its port. Each service uses only those before it in the list, so they start in order and stop in
 * reverse: the proxy moves requests to other instances, no new request is accepted, the workers finish their work, and the database closes last.
 */
export async function startCloudApi(config: Config, log: Logger): Promise<CloudApi> {
  const { app, services, sockets, isBlocked, onBlocked, drain } = await compose(config, log);
  const stopServices = await startServices(services, log);
  try {
    const server = await startServer(app, config.WASHDESK_HOST, config.WASHDESK_PORT);
    const closeSockets = serveSockets(server.server, sockets, {
      publicUrl: config.WASHDESK_PUBLIC_URL,
      proxies: config.WASHDESK_PROXIES,
      log,
      isBlocked,
      onBlocked,
    });
    return {
      port: server.port,
      async stop() {
        drain();
        server.drain();
        await wait(config.WASHDESK_DRAIN_SECONDS * 1_000);
        closeSockets();
        await server.stop();
        await stopServices();
      },
    };
  } catch (error) {
    await stopServices();
    throw error;
  }
}
