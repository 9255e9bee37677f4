import type { Logger } from 'pino';
import { atLeastRole } from '@washdesk/contracts/endpoint';
import { listHosts } from '@washdesk/contracts/lane/hosts';
import type { Alert } from '../../../common/alert.ts';
import type { Db } from '../../../db/pool.ts';
import type { OfferingFeature } from '../../../feature.ts';
import { route, type Route } from '../../../http/route.ts';
import type { JobQueue } from '../../../jobs/job-queue.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { LiveReport } from '../../../ports/site-link.ts';
import type { EventServices } from './events.ts';
import { personalData as journalData } from './journal.store.ts';
import { liveDevices } from './live-devices.ts';
import { SitesService, type SiteListeners } from './sites.service.ts';
import { allSites, countSitesOffline, sitesWithAgents } from './sites.store.ts';
import { personalData as unknownEventData } from './unknown-event.store.ts';

function sitesRoutes(sites: SitesService): Route[] {
  return [
    route(listHosts, async ({ caller }) => {
      const site = caller.principal?.site ?? caller.device?.site;
      const devices = site ? await sites.devices(site) : [];
      const ofKind = (wanted: string) =>
        devices
          .filter(({ kind }) => kind === wanted)
          .map(({ id, name, lane, health, reason }) => ({ host: id, name, lane, health, reason }));
      return { hosts: ofKind('gate'), readers: ofKind('reader') };
    }),
  ];
}

interface Dependencies extends EventServices {
  db: Db;
  jobs: Pick<JobQueue, 'siteIsBack'>;
  clock: Clock;
  log: Logger;
  alert: Alert;
  /** Copy functions for a site's data, called when it comes online. */
  copies: readonly ((site: number) => Promise<unknown>)[];
}

/** Presence, devices and events reported by sites. */
export function createSites({ db, jobs, clock, log, alert, copies, ...services }: Dependencies) {
  const liveListeners: ((report: LiveReport) => void)[] = [];
  const listeners: SiteListeners = {
    async online(site) {
      await jobs.siteIsBack(site);
      // copies for when the site is unreachable run in the background
      Promise.all(copies.map((copy) => copy(site))).catch((error: unknown) =>
        log.warn({ err: error, site }, 'Copying data of Sitewatch failed'),
      );
    },
    device(site, state) {
      // the agent was already connected, but the jobs of this Sitewatch can run only now
      if (state.kind !== 'sitewatch' || state.health !== 'online') return;
      jobs
        .siteIsBack(site)
        .catch((error: unknown) => log.warn({ err: error, site }, 'Making jobs of a site due failed, they run at their next time'));
    },
    live(report) {
      for (const listener of liveListeners) listener(report);
    },
  };
  const reports = new SitesService({ db, clock, log, alert, listeners, ...services });
  return {
    personalData: { ...journalData, ...unknownEventData },
    routes: sitesRoutes(reports),
    live: [liveDevices(db)],
    overview: [
      { kind: 'sitesOffline', access: atLeastRole('SalesManager'), read: async (site) => ({ count: await countSitesOffline(db, site) }) },
    ],
    start: () => reports.handleKept().catch((error: unknown) => log.error({ err: error }, 'Handling kept site events failed')),
    /** The handlers for the connection to the sites. */
    reports,
    /** Adds a listener for live reports of sites. */
    onLiveReport: (listener: (report: LiveReport) => void) => void liveListeners.push(listener),
    timeZoneOf: (site: number) => reports.timeZoneOf(site),
    devicesOf: (site: number) => reports.devices(site),
    withAgents: () => sitesWithAgents(db),
    numbers: async () => (await allSites(db)).map(({ number }) => number),
  } satisfies OfferingFeature;
}
