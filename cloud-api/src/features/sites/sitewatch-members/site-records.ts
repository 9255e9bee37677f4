import { siteDate } from '@washdesk/rules/dates/dates';
import { sitewatchDevice } from '@washdesk/site-protocol/commands';
import type { SitewatchCustomerRecord } from '@washdesk/site-protocol/sitewatch';
import { ScreenRefused } from '../../../mirror/compare/compared-copy.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { SiteCommands } from '../../../ports/site-commands.ts';
import type { NotAnswered } from '../../../ports/site-outcome.ts';
import { siteFailure } from './not-answered.ts';

export interface Place {
  site: number;
  name: string;
  timeZone: string;
}

/** Fits into one message of the agent. */
export const recordsAtOnce = 100;

/** Reads customers of a site's Sitewatch. @throws ScreenRefused with a sentence if the site does not respond */
export class SiteRecords {
  readonly #sites: SiteCommands;
  readonly #clock: Clock;

  constructor({ sites, clock }: { sites: SiteCommands; clock: Clock }) {
    this.#sites = sites;
    this.#clock = clock;
  }

  async after(place: Place, objid: number, most = recordsAtOnce): Promise<SitewatchCustomerRecord[]> {
    const today = siteDate(this.#clock.now(), place.timeZone);
    const outcome = await this.#sites.send(place.site, sitewatchDevice, 'sitewatch.customers', { after: objid, most, today });
    if (outcome.kind !== 'answered') throw refusal(outcome, place);
    return outcome.result.customers;
  }

  async one(place: Place, objid: number): Promise<SitewatchCustomerRecord | null> {
    const [first] = await this.after(place, objid - 1, 1);
    return first?.objid === objid ? first : null;
  }

  async withCode(place: Place, code: string): Promise<SitewatchCustomerRecord | null> {
    const outcome = await this.#sites.send(place.site, sitewatchDevice, 'sitewatch.customer-by-code', { code });
    if (outcome.kind !== 'answered') throw refusal(outcome, place);
    return outcome.result.customer ? this.one(place, outcome.result.customer.objid) : null;
  }

  /** Returns those of these codes that the site has, at most ten. */
  async present(place: Place, codes: readonly string[]): Promise<Set<string>> {
    const outcome = await this.#sites.send(place.site, sitewatchDevice, 'sitewatch.codes', { objid: null, codes: [...codes] });
    if (outcome.kind !== 'answered') throw refusal(outcome, place);
    return new Set(outcome.result.codes.map(({ code }) => code));
  }
}

function refusal(outcome: NotAnswered, { name }: Place): ScreenRefused {
  const isOld = outcome.kind === 'refused' && outcome.code === 'unknown_verb';
  return new ScreenRefused(isOld ? `The agent of ${name} is too old to be compared` : siteFailure(outcome, name).message);
}
