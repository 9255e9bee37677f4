import { sitewatchDevice } from '@washdesk/site-protocol/commands';
import type { Db } from '../../../db/pool.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { SiteCommands } from '../../../ports/site-commands.ts';
import { copiesOf, forgetEmployee, removeOtherEmployees, rememberEmployees, type SiteEmployee } from './employee.store.ts';

/** A cashier waits at the keypad: after this the cloud's copy answers. */
const siteWaitsMs = 1_500;

export interface KnownEmployee {
  number: number;
  name: string;
}

export interface EmployeeServiceOptions {
  db: Db;
  clock: Clock;
  sites: SiteCommands;
}

/**
 * Employees live in each site's Sitewatch. The site is asked first; the cloud's last known copy answers when it cannot
 * be reached, and for somebody who is known at another site only.
 */
export class EmployeeService {
  readonly #options: EmployeeServiceOptions;

  constructor(options: EmployeeServiceOptions) {
    this.#options = options;
  }

  /** Null for a number that nobody active has. Without a site only the copies are asked. */
  async find(number: number, site: number | null): Promise<KnownEmployee | null> {
    const employee = (site === null ? null : await this.#ask(site, number)) ?? (await this.#fromCopies(number, site));
    return employee?.active ? { number, name: `${employee.firstName} ${employee.lastName}`.trim() } : null;
  }

  /** Takes a copy of all employees of a site; called when a site comes online. A site that does not answer changes nothing. */
  async sync(site: number): Promise<void> {
    const { db, clock, sites } = this.#options;
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
  }

  /** The site's answer now; null when it does not answer, or does not know the number. */
  async #ask(site: number, number: number): Promise<SiteEmployee | null> {
    const { db, clock, sites } = this.#options;
    const outcome = await sites.send(site, sitewatchDevice, 'sitewatch.employee', { number }, { waitMs: siteWaitsMs });
    if (outcome.kind !== 'answered') return null;
    const { employee } = outcome.result;
    if (employee) await rememberEmployees(db, site, [employee], clock.now());
    else await forgetEmployee(db, site, number);
    return employee;
  }

  /** The site's own copy before any other; of the others, a current employee before a former one. */
  async #fromCopies(number: number, site: number | null): Promise<SiteEmployee | null> {
    const copies = await copiesOf(this.#options.db, number);
    return copies.find((copy) => copy.site === site) ?? copies.find((copy) => copy.active) ?? null;
  }
}
