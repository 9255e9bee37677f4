import { sitewatchDevice } from '@washdesk/site-protocol/commands';
import { auditBy, writeAudit } from '../../../audit/audit.ts';
import type { Db } from '../../../db/pool.ts';
import { siteOf, type Principal } from '../../../common/caller.ts';
import { Failure, badRequest, notFound } from '../../../common/failure.ts';
import type { RunJobNow } from '../../../jobs/run-job-now.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { SiteCommands } from '../../../ports/site-commands.ts';
import { codeHolderOf } from './code-holders.store.ts';
import { enqueueAtAllSites } from './multi-site-jobs.ts';
import { isLinkedCode } from './links.store.ts';
import type { MemberAtSite } from './member-at-site.ts';
import { isSite, placeOf } from './places.store.ts';
import { activeCodeStays } from './sitewatch-command-handlers.ts';
import { failureOf } from './not-answered.ts';

export interface SitewatchCodesOptions {
  db: Db;
  sites: SiteCommands;
  clock: Clock;
  runJobNow: RunJobNow;
  members: MemberAtSite;
}

interface SitewatchCode {
  objid: number;
  code: string;
  customer: number;
}

/** A code that is switched off has its text before the marker (docs/rules/members.md#plates-and-tags). */
const textOf = (code: string): string => code.slice(0, `${code}~`.indexOf('~'));

const codeActive = (): Failure => new Failure(409, 'code_active', activeCodeStays);

/** Plates and tags in Sitewatch, switched and replaced by hand (docs/rules/members.md#plates-and-tags). */
export class SitewatchCodesService {
  readonly #options: SitewatchCodesOptions;

  constructor(options: SitewatchCodesOptions) {
    this.#options = options;
  }

  /** @throws Failure as the contract says */
  async switch(principal: Principal, { objid, site = siteOf(principal) }: { objid: number; site?: number | undefined }, on: boolean) {
    const { db, clock, runJobNow } = this.#options;
    const { code: before, customer } = await this.#codeOf(site, objid);
    const text = textOf(before);
    if (!on && (await codeHolderOf(db, text))) throw codeActive();
    const what = 'sitewatch.switch-code';
    const action = on ? 'sitewatch-code.enabled' : 'sitewatch-code.disabled';
    const key = await db.transaction().execute(async (tx) => {
      const now = clock.now();
      await writeAudit(tx, { ...auditBy(principal), site, action, subject: `code:${text}`, before, at: now });
      return enqueueAtAllSites(tx, { what, site, subject: text, customer: null, payload: { code: text, on }, now });
    });
    const { code } = (await runJobNow.done(what, key)) as { code: SitewatchCode | null };
    const after = code ?? { objid, code: before, customer };
    return { customer_code_objid: after.objid, CODE: after.code, CUSTOMER: after.customer, enabled: !after.code.includes('~'), site };
  }

  /** @throws Failure as the contract says */
  async replace(principal: Principal, from: string, to: string) {
    const { db, clock, runJobNow, members } = this.#options;
    const site = siteOf(principal);
    if (from === to) throw badRequest('params.new', 'must be another code');
    const member = await codeHolderOf(db, to);
    if (member !== null) {
      await members.enqueue(member);
      await members.tell(member, site, 'Error Updating Customer in Sitewatch');
      return { old: from, new: to, site };
    }
    if (await codeHolderOf(db, from)) throw codeActive();
    const what = 'sitewatch.replace-code';
    const key = await db.transaction().execute(async (tx) => {
      const now = clock.now();
      const action = 'sitewatch-code.replaced';
      await writeAudit(tx, { ...auditBy(principal), site, action, subject: `code:${from}`, before: from, after: to, at: now });
      return enqueueAtAllSites(tx, { what, site, subject: from, customer: null, payload: { from, to }, now });
    });
    const { result } = await runJobNow.done(what, key);
    if (result !== 'replaced' && !(await isLinkedCode(db, site, to)))
      throw notFound('code_not_found', `Nobody bears ${from} in this Sitewatch`);
    return { old: from, new: to, site };
  }

  async #codeOf(site: number, objid: number): Promise<SitewatchCode> {
    const { db, sites } = this.#options;
    if (!(await isSite(db, site))) throw notFound('site_not_found', 'Site not found');
    const { name } = await placeOf(db, site);
    const outcome = await sites.send(site, sitewatchDevice, 'sitewatch.code', { objid });
    if (outcome.kind !== 'answered') throw failureOf(outcome, name);
    const { code } = outcome.result;
    if (!code) throw notFound('code_not_found', `Sitewatch of ${name} has no such plate or tag`);
    return code;
  }
}
