import { v7 as uuidv7 } from 'uuid';
import { withoutMarker } from '@washdesk/rules/codes/codes';
import { Role } from '@washdesk/rules/company/roles';
import { sitewatchDevice } from '@washdesk/site-protocol/commands';
import { auditBy, writeAudit } from '../../../audit/audit.ts';
import { hasRight, type KeyedCall, type Principal, siteOf } from '../../../common/caller.ts';
import { Failure, badRequest, forbidden, notFound } from '../../../common/failure.ts';
import type { Db, Pool } from '../../../db/pool.ts';
import type { RunJobNow } from '../../../jobs/run-job-now.ts';
import { keyedChange } from '../../../keyed-changes/keyed-change.ts';
import type { Operations } from '../../../operations/operations.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { SiteCommands } from '../../../ports/site-commands.ts';
import { mayBeDone } from '../../../ports/site-outcome.ts';
import { codeHolderOf, customerAt, linksAround, runsAtProvider } from './code-holders.store.ts';
import { linkByNumber, linkOf } from './links.store.ts';
import type { MemberAtSite } from './member-at-site.ts';
import { enqueueAtAllSites } from './multi-site-jobs.ts';
import { siteFailure } from './not-answered.ts';
import { placeOf } from './places.store.ts';

const notUpdated = 'Error Updating Customer in Sitewatch';
/** The most codes in one command. */
const mostCodes = 100;
const notActivated = 'Error Activating Plan in Sitewatch';

export interface RequestedMemberUpdate {
  customer?: string | undefined;
  code?: string | undefined;
}

export interface RequestedPlan {
  code: string | undefined;
  productClass: string;
  /** The first day on which the plan no longer runs. */
  expires: string | undefined;
}

export interface SitewatchMembersOptions {
  db: Db;
  /** For the look-up by code. */
  pool: Pool;
  sites: SiteCommands;
  clock: Clock;
  operations: Pick<Operations, 'doneBy'>;
  runJobNow: RunJobNow;
  members: MemberAtSite;
}

/** Customers and their club plans in the Sitewatch of the session's site (docs/rules/sites.md#sitewatch). */
export class SitewatchMembersService {
  readonly #options: SitewatchMembersOptions;

  constructor(options: SitewatchMembersOptions) {
    this.#options = options;
  }

  /** @throws Failure as the contract lists them */
  async update(principal: Principal, wanted: RequestedMemberUpdate, operationKey: string | undefined) {
    const site = siteOf(principal);
    const { members } = this.#options;
    const customer = operationKey === undefined ? await this.#customerOf(wanted) : await this.#customerOfOperation(principal, operationKey);
    if (operationKey === undefined) await members.enqueue(customer);
    const { customer_objid: objid } = await members.tell(customer, site, notUpdated);
    return { customer_objid: objid as number | null, site };
  }

  /** @throws Failure as the contract lists them */
  async activate(call: KeyedCall, wanted: RequestedPlan, operationKey: string | undefined) {
    const { principal } = call;
    const site = siteOf(principal);
    if (operationKey !== undefined) return this.#ofMember(await this.#customerOfOperation(principal, operationKey), site);
    const { code, expires } = wanted;
    if (code === undefined) throw badRequest('body.CustomerCode', 'is required');
    if (expires === undefined) throw badRequest('body.expirationdate', 'is required');
    const customer = await codeHolderOf(this.#options.db, code);
    if (hasRight(principal, Role.SalesManager)) return this.#byHand(call, site, { ...wanted, code, expires, customer });
    if (customer === null) throw forbidden();
    await this.#options.members.enqueue(customer);
    return this.#ofMember(customer, site);
  }

  /** @throws Failure 404 `customer_not_found`, 503 `site_unreachable` */
  async byCode(principal: Principal, code: string) {
    const { db, pool, sites } = this.#options;
    const site = siteOf(principal);
    const answering = sites.send(site, sitewatchDevice, 'sitewatch.customer-by-code', { code });
    // while the site looks the code up
    const knowing = linksAround(pool, site, withoutMarker(code));
    const [outcome, known] = await Promise.all([answering, knowing]);
    if (outcome.kind !== 'answered') throw siteFailure(outcome, (await placeOf(db, site)).name);
    const { customer: found } = outcome.result;
    if (!found) throw notFound('customer_not_found', 'Customer Not Found');
    return {
      customer_objid: found.objid,
      customer: await customerAt(pool, site, { objid: found.objid, codes: found.codes.map((one) => withoutMarker(one.code)) }, known),
      FirstName: found.firstName,
      LastName: found.lastName,
      codes: found.codes.map((one) => ({ OBJID: one.objid, CODE: one.code, CUSTOMER: found.objid })),
      plans: found.plans.map(({ planName, productClass, ...plan }) => ({ PlanName: planName, ProductClass: productClass, ...plan })),
    };
  }

  /**
   * The number counts only together with a code: of the member that the cloud knows by it, and the code that the caller looked up.
   * @param id Sitewatch's number at the session's site, or the payment provider's id
   * @throws Failure as the contract lists them
   */
  async clearComment(call: KeyedCall, id: string, code: string | undefined) {
    const { db, sites, clock } = this.#options;
    const { principal } = call;
    const site = siteOf(principal);
    const number = /^\d{1,9}$/.test(id) ? Number(id) : null;
    const link = number === null ? await linkOf(db, { site, customer: id }) : await linkByNumber(db, site, number);
    const objid = number ?? link?.objid;
    const unknown = notFound('customer_not_found', 'Customer Not Found');
    if (typeof objid !== 'number') throw unknown;
    const codes = [link?.plate, link?.tag, ...(link?.codes ?? []), code].filter((one) => one != null);
    const payload = codes.length > 0 ? { objid, codes: codes.slice(-mostCodes) } : { objid };
    const outcome = await sites.send(site, sitewatchDevice, 'sitewatch.clear-comment', payload, { id: uuidv7(), sentBefore: false });
    const row = {
      ...auditBy(principal),
      site,
      action: 'sitewatch-comment.deleted',
      subject: `sitewatch:${site}:${objid}`,
      at: clock.now(),
    };
    if (outcome.kind !== 'answered') {
      if (mayBeDone(outcome)) await writeAudit(db, { ...row, why: 'the site didn’t respond, so it may have been done' });
      throw siteFailure(outcome, (await placeOf(db, site)).name);
    }
    if (!outcome.result.found) throw unknown;
    return keyedChange(db, call, async (tx) => {
      await writeAudit(tx, row);
      return { customer_objid: objid, site };
    });
  }

  async #ofMember(customer: string, site: number) {
    const result = await this.#options.members.tell(customer, site, notActivated);
    const plan = result['plan'] as { productClass: string; expires: string } | null;
    return { PlanName: null, ProductClass: plan?.productClass ?? null, expirationdate: plan?.expires ?? null, site };
  }

  /** Sets a club plan manually from the plate lookup (docs/rules/sites.md#club-plans). */
  async #byHand(call: KeyedCall, site: number, wanted: { code: string; productClass: string; expires: string; customer: string | null }) {
    const { db, clock, runJobNow } = this.#options;
    const { code, productClass, expires, customer } = wanted;
    if (customer !== null && (await runsAtProvider(db, { code, productClass, now: clock.now() })))
      throw new Failure(409, 'plan_at_stripe', 'This plan is billed by Stripe and would come back. End it on the customer’s page', {
        details: { customer },
      });
    const what = 'sitewatch.activate-plan';
    const before = await this.#plansOf(site, code, productClass);
    const { job } = await keyedChange(db, call, async (tx) => {
      const now = clock.now();
      const entry = { action: 'sitewatch-plan.set', subject: `code:${code}`, before, after: { productClass, expires } };
      await writeAudit(tx, { ...auditBy(call.principal), site, ...entry, at: now });
      const payload = { code, productClass, expires };
      return { job: await enqueueAtAllSites(tx, { what, site, subject: `${code}:${productClass}`, customer, payload, now }) };
    });
    const { found, plan } = (await runJobNow.done(what, job)) as {
      found: boolean;
      plan: { planName: string; expires: string | null } | null;
    };
    if (!found) throw notFound('code_not_found', `No customer has ${code} in this Sitewatch`);
    if (!plan) throw notFound('plan_not_found', 'No Active Club Plan Found For this Plate/Tag');
    return { PlanName: plan.planName, ProductClass: productClass || null, expirationdate: plan.expires, site };
  }

  /** Returns the site's plans of that class; null without a response: the plan is then ended without its previous state. */
  async #plansOf(site: number, code: string, productClass: string) {
    const outcome = await this.#options.sites.send(site, sitewatchDevice, 'sitewatch.customer-by-code', { code });
    if (outcome.kind !== 'answered') return null;
    const plans = (outcome.result.customer?.plans ?? []).filter((plan) => productClass === '' || plan.productClass === productClass);
    return { plans: plans.map(({ planName, expires }) => ({ planName, expires })) };
  }

  async #customerOf({ customer, code }: RequestedMemberUpdate): Promise<string> {
    if (customer !== undefined) return customer;
    if (code === undefined) throw badRequest('body.customer', 'is required');
    const holder = await codeHolderOf(this.#options.db, code);
    if (holder === null) throw notFound('customer_not_found', 'Customer Not Found');
    return holder;
  }

  async #customerOfOperation(principal: Principal, operationKey: string): Promise<string> {
    const { customer } = await this.#options.operations.doneBy(principal, operationKey);
    if (customer === null) throw new Failure(409, 'no_customer', 'This operation concerns no customer');
    return customer;
  }
}
