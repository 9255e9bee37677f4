import type { Limiter } from '../../../common/rate-limit.ts';
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
  /** Look-ups of a device, counted with its sign-ins. */
  lookups: Limiter;
}

/** Who works at a site and at which terminal, as its Sitewatch has it. */
export function createEmployees({ db, clock, sites, lookups }: Dependencies) {
  const employees = new EmployeeService({ db, clock, sites });
  const terminals = new TerminalService({ db, sites });
  return {
    routes: employeeRoutes({ employees, terminals, lookups }),
    employees,
    /** Takes a copy of both for the times when the site is away. */
    copy: (site: number) => Promise.all([employees.sync(site), terminals.sync(site)]),
  } satisfies OfferingFeature;
}
