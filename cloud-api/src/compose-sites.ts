import type { Logger } from 'pino';
import { sitewatchReadRoutes } from './compose-sitewatch.ts';
import type { Pool } from './db/pool.ts';
import { employeeRoutes } from './features/sites/employees/employee.routes.ts';
import { EmployeeService } from './features/sites/employees/employee.service.ts';
import { TerminalService } from './features/sites/employees/terminal.service.ts';
import { gatesRoutes } from './features/lane/gates/gates.routes.ts';
import { GatesService } from './features/lane/gates/gates.service.ts';
import { liveRoutes } from './features/system/live/live.routes.ts';
import { LiveService } from './features/system/live/live.service.ts';
import { sitesRoutes } from './features/sites/sites/sites.routes.ts';
import { SitesService, type SiteListeners } from './features/sites/sites/sites.service.ts';
import { SitewatchLists } from './features/sites/sitewatch/lists.service.ts';
import type { Limiter } from './common/rate-limit.ts';
import type { Route } from './http/route.ts';
import type { Clock } from './ports/clock.ts';
import type { SiteCommands } from './ports/site-commands.ts';

interface Parts {
  pool: Pool;
  sites: SiteCommands;
  clock: Clock;
  log: Logger;
  /** What a site is owed can be done now. */
  siteIsBack: (site: number) => Promise<void>;
}

/** What the wash sites are asked and what they report: gates, people, terminals, lists. */
export function createSites({ pool, sites, clock, log, siteIsBack }: Parts) {
  const { db } = pool;
  const employees = new EmployeeService({ db, clock, sites });
  const terminals = new TerminalService({ db, sites });
  const lists = new SitewatchLists({ db, clock, sites, log });
  const gates = new GatesService({ pool, sites, clock });
  const live = new LiveService(async (site, host) => {
    const status = await gates.status(site, host);
    return status && { type: 'gate', host, ...status };
  });
  const listeners: SiteListeners = {
    async online(site) {
      await siteIsBack(site);
      // copies for the times when the site is away: nobody waits for them
      Promise.all([employees.sync(site), terminals.sync(site), lists.sync(site)]).catch((error: unknown) =>
        log.warn({ err: error, site }, 'no copy of what Sitewatch lists was taken'),
      );
    },
    device(site, state) {
      live.device(site, state);
      // its agent was there all the time: only now can its Sitewatch be told what it is owed
      if (state.kind !== 'sitewatch' || state.health !== 'online') return;
      siteIsBack(site).catch((error: unknown) => log.warn({ err: error, site }, 'what a site is owed waits for its turn'));
    },
    live: (report) => live.report(report),
  };
  const reports = new SitesService({ db, clock, log, listeners });
  const routes = (lookups: Limiter): Route[] => [
    ...employeeRoutes({ employees, terminals, lookups }),
    ...sitewatchReadRoutes({ db, clock, sites, lists }),
    ...sitesRoutes(reports),
    ...gatesRoutes(gates),
    ...liveRoutes(live),
  ];
  return { employees, live, reports, routes };
}
