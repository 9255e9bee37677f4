import { isDeepStrictEqual } from 'node:util';
import type { ClubPlanView } from '@washdesk/contracts/sites/club-plan';
import { sitewatchDevice } from '@washdesk/site-protocol/commands';
import type { ClubPlan } from '@washdesk/site-protocol/sitewatch';
import { auditBy, writeAudit } from '../../../audit/audit.ts';
import { siteOf, type Principal } from '../../../common/caller.ts';
import { Failure, notFound } from '../../../common/failure.ts';
import { refuseStale } from '../../../common/stale-write.ts';
import type { Db } from '../../../db/pool.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { SiteCommands } from '../../../ports/site-commands.ts';
import { cannotBeReached, isFinal, mayBeDone, type NotAnswered } from '../../../ports/site-outcome.ts';
import { viewClubPlan, requestedClubPlan, type ClubPlanChange } from './club-plan-view.ts';
import { lockClubPlan, siteName } from './site.store.ts';

interface Options {
  db: Db;
  sites: SiteCommands;
  clock: Clock;
}

interface WantedSave {
  objid: number;
  change: ClubPlanChange;
  /** The fields as the caller saw them. */
  was: Partial<ClubPlanView> | undefined;
}

const unknownPlan = (): Failure => notFound('club_plan_not_found', 'Club plan not found');
const away = (name: string, reason: string): Failure =>
  new Failure(503, 'site_unreachable', cannotBeReached(name), { details: { reason } });

function notSaved(name: string, outcome: NotAnswered): Failure {
  if (mayBeDone(outcome)) return new Failure(503, 'outcome_unknown', `Sitewatch of ${name} hasn’t confirmed that the club plan was saved`);
  return isFinal(outcome) ? new Failure(409, 'refused', `Sitewatch of ${name}: ${outcome.message}`) : away(name, outcome.message);
}

/** Club plans, stored in each site's Sitewatch (docs/rules/sites.md#club-plans). */
export class ClubPlansService {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  /** @throws Failure 409 `no_location`, 503 `site_unreachable` */
  async list(by: Principal): Promise<ClubPlanView[]> {
    return (await this.#plansAt(siteOf(by))).map(viewClubPlan);
  }

  /** @throws Failure as the contract `saveClubPlan` lists them */
  save(wanted: WantedSave, by: Principal): Promise<ClubPlanView> {
    const site = siteOf(by);
    // the second of two saves compares with what the first has stored
    return this.#options.db.transaction().execute(async (tx) => {
      await lockClubPlan(tx, site, wanted.objid);
      return this.#save(site, wanted, by);
    });
  }

  async #save(site: number, { objid, change, was }: WantedSave, by: Principal): Promise<ClubPlanView> {
    const { db, sites } = this.#options;
    const before = (await this.#plansAt(site)).find((plan) => plan.objid === objid);
    if (!before) throw unknownPlan();
    refuseStale(before.name, { was, now: viewClubPlan(before), wanted: { ...viewClubPlan(before), ...change } });
    const wanted = { ...requestedClubPlan(change), objid };
    const outcome = await sites.send(site, sitewatchDevice, 'sitewatch.save-club-plan', { ...wanted, was: before.name });
    if (outcome.kind !== 'answered') {
      const why = 'Sitewatch hasn’t confirmed the change';
      if (mayBeDone(outcome)) await this.#audit(by, { before, after: { ...before, ...wanted }, why });
      throw notSaved(await siteName(db, site), outcome);
    }
    const { plan } = outcome.result;
    if (!plan) throw unknownPlan();
    if (!isDeepStrictEqual(before, plan)) await this.#audit(by, { before, after: plan, why: null });
    return viewClubPlan(plan);
  }

  async #plansAt(site: number): Promise<ClubPlan[]> {
    const { db, sites } = this.#options;
    const outcome = await sites.send(site, sitewatchDevice, 'sitewatch.club-plans', {});
    if (outcome.kind !== 'answered') throw away(await siteName(db, site), outcome.message);
    return outcome.result.plans;
  }

  #audit(by: Principal, entry: { before: ClubPlan; after: ClubPlan; why: string | null }): Promise<void> {
    const about = { action: 'club-plan.changed', subject: `club-plan:${by.site}:${entry.before.objid}` };
    return writeAudit(this.#options.db, { ...auditBy(by), ...about, ...entry, at: this.#options.clock.now() });
  }
}
