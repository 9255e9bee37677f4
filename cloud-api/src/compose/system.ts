import type { Config } from '../config.ts';
import { createAlerts } from '../features/system/alerts/create-alerts.ts';
import { createAudit } from '../features/system/audit/create-audit.ts';
import { createBlacklist } from '../features/system/blacklist/create-blacklist.ts';
import { createCache } from '../features/system/cache/create-cache.ts';
import { createClientMetrics } from '../features/system/client-metrics/create-client-metrics.ts';
import { createCloudHealth } from '../features/system/cloud-health/create-cloud-health.ts';
import { createConsole } from '../features/system/console/create-console.ts';
import { createErrors } from '../features/system/errors/create-errors.ts';
import { createJobs } from '../features/system/jobs/create-jobs.ts';
import { createLive } from '../features/system/live/create-live.ts';
import { createOperations } from '../features/system/operations/create-operations.ts';
import { createReconcile } from '../features/system/reconcile/create-reconcile.ts';
import { createServiceStatus } from '../features/system/service-status/create-service-status.ts';
import type { AccessDomain } from './access.ts';
import type { CompanyDomain } from './company.ts';
import type { Core } from './core.ts';
import type { LaneDomain } from './lane.ts';
import type { MembersDomain } from './members.ts';
import type { SitesDomain } from './sites.ts';

interface Needs {
  access: Pick<AccessDomain, 'openSessions' | 'isInService' | 'principalOfSession' | 'presences'>;
  sites: Pick<SitesDomain, 'sitesWithAgents' | 'devicesOf' | 'updateOffers' | 'fleetSites' | 'sitewatchCopy'>;
  members: Pick<MembersDomain, 'loyaltyCopy'>;
  lane: Pick<LaneDomain, 'gates'>;
  company: Pick<CompanyDomain, 'abuseCauses'>;
  /** What a call does, by the path of its contract; null for an unknown path. */
  summaryOf: (path: string) => string | null;
}

export function composeSystem(core: Core, config: Config, { access, sites, members, lane, company, summaryOf }: Needs) {
  const errors = createErrors(core);
  const clientMetrics = createClientMetrics(core);
  const blacklist = createBlacklist(core);
  const live = createLive({ ...core, hub: core.live, sessions: access.openSessions, isInService: access.isInService });
  const commandConsole = createConsole({
    ...core,
    ...lane,
    access,
    directory: sites,
    updates: sites.updateOffers,
    tickets: live.tickets,
    ticketSeconds: live.ticketSeconds,
  });
  const cloudHealth = createCloudHealth({
    ...core,
    fleet: sites.fleetSites,
    receivesEvents: core.events !== null,
    mail: core.messaging.email ?? null,
    siteCa: config.WASHDESK_SITE_CA_CERTIFICATE ?? null,
    brokerUrl: config.WASHDESK_BROKER_URL,
    folders: watchedFolders(config),
  });
  return {
    features: [
      createAlerts({
        ...core,
        webhook: core.alertWebhook,
        tokenKey: config.WASHDESK_TOKEN_KEY,
        cloudFaults: cloudHealth.faults,
        otherCauses: [company.abuseCauses],
      }),
      cloudHealth,
      createCache(core),
      createAudit(core),
      errors,
      clientMetrics,
      blacklist,
      createJobs(core),
      live,
      commandConsole,
      createOperations({ ...core, summaryOf }),
      createReconcile({
        ...core,
        settleSeconds: config.WASHDESK_COMPARE_SETTLE_SECONDS,
        sitewatch: sites.sitewatchCopy,
        loyalty: members.loyaltyCopy,
      }),
      createServiceStatus({ ...core, cloudFaults: cloudHealth.faults }),
    ],
    keepError: errors.keepServerError,
    answered: clientMetrics.answered,
    isBlocked: blacklist.isBlocked,
    onBlocked: blacklist.onBlocked,
    sockets: { '/api/live': live.sockets, '/api/socket': commandConsole.sockets },
  };
}

/** The folders whose disks are watched: that of this process, that of the releases, and those of the configuration. */
const watchedFolders = ({ WASHDESK_RELEASES_FOLDER: releases, WASHDESK_WATCHED_FOLDERS: others }: Config): string[] => [
  ...new Set([process.cwd(), ...(releases === undefined ? [] : [releases]), ...others]),
];
