import type { Alert } from '../../../common/alert.ts';
import { programPrincipal } from '../../../common/caller.ts';
import type { Db } from '../../../db/pool.ts';
import { raiseAlert } from '../../../jobs/alert.store.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { ReadSetting } from '../../../ports/settings.ts';
import { byName, isSwitchedOff, nameAlertKey } from './sitewatch-names.ts';
import { markSeen, staffAtSites, type NameAtSite, type StaffAtSites } from './sitewatch-standing.store.ts';
import { StaffProblem } from './staff-rules.ts';
import type { StaffService } from './staff.service.ts';

interface Options {
  db: Db;
  clock: Clock;
  settings: ReadSetting;
  alert: Alert;
  staffAs: (by: ReturnType<typeof programPrincipal>) => Pick<StaffService, 'shutOut'>;
}

/** Ends the access of staff who are no longer employees in Sitewatch, and tells Admins (docs/rules/access.md#staff-and-sitewatch). */
export class SitewatchStanding {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  /** @param numbers the employees whose copies changed; null for all staff */
  async review(numbers: readonly number[] | null): Promise<void> {
    for (const person of await staffAtSites(this.#options.db, numbers)) await this.#review(person);
  }

  async #review(person: StaffAtSites): Promise<void> {
    const { number, name, copies } = person;
    const { own, strangers } = byName(person);
    for (const stranger of strangers) await this.#tellOfName(person, stranger);
    if (!person.active) return;
    if (isSwitchedOff(person)) return this.#shutOut(person, 'switched off in Sitewatch');
    if (own.length > 0) return person.wasSeen ? undefined : markSeen(this.#options.db, number);
    if (copies.length > 0 || !person.wasSeen) return;
    if (await this.#options.settings('shutOutLeavers')) return this.#shutOut(person, 'no longer in any Sitewatch');
    const reason = `Employee ${number} (${name}) is no longer in any Sitewatch, but can still sign in. Deactivate at /admin/staff.`;
    await this.#tell(`employee-left:${number}`, 'employee-left', number, reason);
  }

  async #shutOut({ number, name }: StaffAtSites, why: string): Promise<void> {
    const { staffAs } = this.#options;
    try {
      await staffAs(programPrincipal('sitewatch', 'Sitewatch', 'sitewatch:employees')).shutOut(number, why);
    } catch (error) {
      if (!(error instanceof StaffProblem)) throw error;
      const reason = `Employee ${number} (${name}) is ${why}, but can still sign in: ${error.message}.`;
      await this.#tell(`employee-last-admin:${number}`, 'employee-last-admin', number, reason);
    }
  }

  #tellOfName({ number, name }: StaffAtSites, { siteName, name: other }: NameAtSite): Promise<void> {
    const reason =
      `Sitewatch of ${siteName} names employee ${number} “${other}”, the staff list “${name}”. ` +
      'The number signs in as a cashier there until an Admin decides at /admin/staff whether this is the same person.';
    return this.#tell(nameAlertKey(number, other), 'employee-name-differs', number, reason);
  }

  async #tell(key: string, kind: string, employee: number, reason: string): Promise<void> {
    const { db, clock, alert } = this.#options;
    if (await raiseAlert(db, { key, site: null, customer: null, reason, created: clock.now() })) alert(kind, { employee }, reason);
  }
}
