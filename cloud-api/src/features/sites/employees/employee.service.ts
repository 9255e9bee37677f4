import { sitewatchDevice } from '@washdesk/site-protocol/commands';
import type { Db } from '../../../db/pool.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { SiteCommands } from '../../../ports/site-commands.ts';
import {
  copiesOf,
  forgetEmployee,
  removeOtherEmployees,
  rememberEmployees,
  sitesCopiedBefore,
  type SiteEmployee,
} from './employee.store.ts';

/** Timeout in milliseconds, because a cashier waits at the keypad; then the cloud's copy is used. */
const siteWaitsMs = 1_500;
const copyLivesMs = 5 * 60_000;

export interface KnownEmployee {
  number: number;
  name: string;
}

export interface EmployeeServiceOptions {
  db: Db;
  clock: Clock;
  sites: SiteCommands;
  /** Called after the copies of these employees were renewed; null for any of them. */
  onCopied: (numbers: readonly number[] | null) => Promise<void>;
}

/**
 * Employees, stored in each site's Sitewatch. The site is queried first. The cloud's last copy is used if the site is unreachable, or for
 * an employee of another site only.
 */
export class EmployeeService {
  readonly #options: EmployeeServiceOptions;

  constructor(options: EmployeeServiceOptions) {
    this.#options = options;
  }

  /** Returns null for a number without an active employee. Without a site, only the copies are searched. */
  async find(number: number, site: number | null): Promise<KnownEmployee | null> {
    const employee = (site === null ? null : await this.#ask(site, number)) ?? (await this.#fromCopies(number, site));
    return employee?.active ? { number, name: `${employee.firstName} ${employee.lastName}`.trim() } : null;
  }

  /** Copies all employees of a site; called when a site comes online. Without a response nothing changes. */
  async sync(site: number): Promise<void> {
    const { db, clock, sites, onCopied } = this.#options;
    const outcome = await sites.send(site, sitewatchDevice, 'sitewatch.employees', {});
    if (outcome.kind !== 'answered' || outcome.result.employees.length === 0) return;
    const { employees } = outcome.result;
    await db.transaction().execute(async (tx) => {
      await rememberEmployees(tx, site, employees, clock.now());
      await removeOtherEmployees(
        tx,
        site,
        employees.map(({ number }) => number),
      );
    });
    await onCopied(null);
  }

  /** Copies the employees of sites whose copy is older than five minutes. */
  async syncOld(): Promise<void> {
    const { db, clock } = this.#options;
    const before = new Date(clock.now().getTime() - copyLivesMs);
    for (const site of await sitesCopiedBefore(db, before)) await this.sync(site);
  }

  /** Asks the sites that have the number whether the employee is still active there. */
  async refresh(number: number): Promise<void> {
    const copies = await copiesOf(this.#options.db, number);
    await Promise.all(copies.map(({ site }) => this.#ask(site, number)));
  }

  /** Queries the site; null without a response or for an unknown number. */
  async #ask(site: number, number: number): Promise<SiteEmployee | null> {
    const { db, clock, sites, onCopied } = this.#options;
    const outcome = await sites.send(site, sitewatchDevice, 'sitewatch.employee', { number }, { waitMs: siteWaitsMs });
    if (outcome.kind !== 'answered') return null;
    const { employee } = outcome.result;
    if (employee) await rememberEmployees(db, site, [employee], clock.now());
    else await forgetEmployee(db, site, number);
    await onCopied([number]);
    return employee;
  }

  /** Prefers the site's own copy; among the others, a current employee over a former one. */
  async #fromCopies(number: number, site: number | null): Promise<SiteEmployee | null> {
    const copies = await copiesOf(this.#options.db, number);
    return copies.find((copy) => copy.site === site) ?? copies.find((copy) => copy.active) ?? null;
  }
}
