import type { RateLimiter } from '../../../common/rate-limit.ts';
import type { Db } from '../../../db/pool.ts';
import type { OfferingFeature } from '../../../feature.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { SiteCommands } from '../../../ports/site-commands.ts';
import { employeeRoutes } from './employee.routes.ts';
import { EmployeeService } from './employee.service.ts';
import { TerminalService } from './terminal.service.ts';

interface Dependencies {
  db: Db;
  clock: Clock;
  sites: SiteCommands;
  /** Limits a device's lookups, counted together with its sign-ins. */
  lookups: RateLimiter;
}

/** Employees and terminals of a site from its Sitewatch. */
export function createEmployees({ db, clock, sites, lookups }: Dependencies) {
  const employees = new EmployeeService({ db, clock, sites });
  const terminals = new TerminalService({ db, sites });
  return {
    routes: employeeRoutes({ employees, terminals, lookups }),
    employees,
    /** Copies employees and terminals for when the site is unreachable. */
    copy: (site: number) => Promise.all([employees.sync(site), terminals.sync(site)]),
  } satisfies OfferingFeature;
}
