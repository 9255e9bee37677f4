import { z } from 'zod';
import { disableCode, enableCode } from '@washdesk/contracts/sites/sitewatch-member';
import { sitewatchDevice } from '@washdesk/site-protocol/commands';
import { auditBy, writeAudit } from '../../../audit/audit.ts';
import { siteOf, type KeyedCall, type Principal } from '../../../common/caller.ts';
import { Failure, badRequest, notFound } from '../../../common/failure.ts';
import type { Db } from '../../../db/pool.ts';
import { resultOf, type RunJobNow } from '../../../jobs/run-job-now.ts';
import { keyedChange } from '../../../keyed-changes/keyed-change.ts';
import type { OperationKind, Operations } from '../../../operations/operations.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { SiteCommands } from '../../../ports/site-commands.ts';
import { codeHolderOf } from './code-holders.store.ts';
import { isLinkedCode } from './links.store.ts';
import type { MemberAtSite } from './member-at-site.ts';
import { enqueueAtAllSites, jobKeyAt } from './multi-site-jobs.ts';
import { siteFailure } from './not-answered.ts';
import { isSite, placeOf } from './places.store.ts';
import { activeCodeStays } from './sitewatch-command-handlers.ts';

export interface SitewatchCodesOptions {
  db: Db;
  sites: SiteCommands;
  clock: Clock;
  operations: Pick<Operations, 'define'>;
  runJobNow: RunJobNow;
  members: MemberAtSite;
}

interface SitewatchCode {
  objid: number;
  code: string;
  customer: number;
}

const switchJob = 'sitewatch.switch-code';

/** `text` is the code without the marker of a disabled one. */
const switchFacts = z.object({ site: z.int(), text: z.string(), before: z.string(), customer: z.int(), on: z.boolean() });
type SwitchFacts = z.infer<typeof switchFacts>;

/** A disabled code has its text before the marker (docs/rules/members.md#plates-and-tags). */
const textOf = (code: string): string => code.slice(0, `${code}~`.indexOf('~'));

const codeActive = (): Failure => new Failure(409, 'code_active', activeCodeStays);

/** Plates and tags in Sitewatch, switched and replaced manually (docs/rules/members.md#plates-and-tags). */
export class SitewatchCodesService {
  readonly #options: SitewatchCodesOptions;

  readonly #switch: OperationKind<SwitchFacts, SwitchFacts>;

  constructor(options: SitewatchCodesOptions) {
    this.#options = options;
    this.#switch = options.operations.define<SwitchFacts, SwitchFacts>('sitewatch-code.switch', switchFacts, ({ by, facts }) =>
      Promise.resolve({
        status: 200,
        body: facts,
        within: async (tx, now) => {
          const { site, text, before, on } = facts;
          const action = on ? 'sitewatch-code.enabled' : 'sitewatch-code.disabled';
          await writeAudit(tx, { ...auditBy(by), site, action, subject: `code:${text}`, before, at: now });
          await enqueueAtAllSites(tx, { what: switchJob, site, subject: text, customer: null, payload: { code: text, on }, now });
        },
      }),
    );
  }

  /** @throws Failure as the contract lists them, and those of an operation */
  async switch(
    principal: Principal,
    key: string,
    { objid, site = siteOf(principal) }: { objid: number; site?: number | undefined },
    on: boolean,
  ) {
    const { path } = on ? enableCode : disableCode;
    const request = { route: path, key, request: { objid, site }, principal, customer: null };
    const { body: asked } = await this.#switch.run(request, () => this.#switchFacts(site, objid, on));
    const attempt = await this.#options.runJobNow.attempt(switchJob, jobKeyAt(site, asked.text));
    // when a key is repeated weeks later, its job no longer exists
    const { code } = attempt ? (resultOf(attempt) as { code: SitewatchCode | null }) : { code: null };
    const after = code ?? { objid, code: asked.before, customer: asked.customer };
    return { customer_code_objid: after.objid, CODE: after.code, CUSTOMER: after.customer, enabled: !after.code.includes('~'), site };
  }

  async #switchFacts(site: number, objid: number, on: boolean): Promise<SwitchFacts> {
    const { code: before, customer } = await this.#codeOf(site, objid);
    const text = textOf(before);
    if (!on && (await codeHolderOf(this.#options.db, text))) throw codeActive();
    return { site, text, before, customer, on };
  }

  /** @throws Failure as the contract lists them */
  async replace(call: KeyedCall, from: string, to: string) {
    const { db, clock, runJobNow, members } = this.#options;
    const { principal } = call;
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
    const { job } = await keyedChange(db, call, async (tx) => {
      const now = clock.now();
      const action = 'sitewatch-code.replaced';
      await writeAudit(tx, { ...auditBy(principal), site, action, subject: `code:${from}`, before: from, after: to, at: now });
      return { job: await enqueueAtAllSites(tx, { what, site, subject: from, customer: null, payload: { from, to }, now }) };
    });
    const { result } = await runJobNow.done(what, job);
    if (result !== 'replaced' && !(await isLinkedCode(db, site, to)))
      throw notFound('code_not_found', `No customer has ${from} in this Sitewatch`);
    return { old: from, new: to, site };
  }

  async #codeOf(site: number, objid: number): Promise<SitewatchCode> {
    const { db, sites } = this.#options;
    if (!(await isSite(db, site))) throw notFound('site_not_found', 'Site not found');
    const { name } = await placeOf(db, site);
    const outcome = await sites.send(site, sitewatchDevice, 'sitewatch.code', { objid });
    if (outcome.kind !== 'answered') throw siteFailure(outcome, name);
    const { code } = outcome.result;
    if (!code) throw notFound('code_not_found', `Sitewatch of ${name} doesn’t have this plate or tag`);
    return code;
  }
}
