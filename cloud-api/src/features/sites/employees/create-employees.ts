import type { Logger } from 'pino';
import type { RateLimiter } from '../../../common/rate-limit.ts';
import { WorkLoop } from '../../../common/work-loop.ts';
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
  log: Logger;
  sites: SiteCommands;
  /** Limits a device's lookups, counted together with its sign-ins. */
  lookups: RateLimiter;
}

/** Employees and terminals of a site from its Sitewatch. */
export function createEmployees({ db, clock, log, sites, lookups }: Dependencies) {
  const listeners: ((numbers: readonly number[] | null) => Promise<void>)[] = [];
  const employees = new EmployeeService({
    db,
    clock,
    sites,
    onCopied: async (numbers) => {
      for (const listener of listeners) await listener(numbers);
    },
  });
  const loop = new WorkLoop({
    round: async () => {
      await employees.syncOld();
      return 0;
    },
    everyMs: 60_000,
    onTrouble: (error) => log.warn({ err: error }, 'Copying employees of Sitewatch failed'),
  });
  const terminals = new TerminalService({ db, sites });
  return {
    routes: employeeRoutes({ employees, terminals, lookups }),
    loops: [loop],
    employees,
    /** Adds a listener for renewed copies of employees; null for any of them. */
    onCopied: (listener: (numbers: readonly number[] | null) => Promise<void>) => void listeners.push(listener),
    /** Copies employees and terminals for when the site is unreachable. */
    copy: (site: number) => Promise.all([employees.sync(site), terminals.sync(site)]),
  } satisfies OfferingFeature;
}
