import { planTypeIsStripe } from '@washdesk/rules/company/product-classes';
import { siteDate } from '@washdesk/rules/dates/dates';
import { sitewatchDevice } from '@washdesk/site-protocol/commands';
import type { SitewatchCustomer } from '@washdesk/site-protocol/sitewatch';
import { Failure } from '../../../common/failure.ts';
import type { Pool } from '../../../db/pool.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { SiteCommands } from '../../../ports/site-commands.ts';
import { membershipOf } from './membership.store.ts';

type SitewatchPlan = SitewatchCustomer['plans'][number];

const running = (plan: SitewatchPlan, today: string): boolean =>
  (plan.starts ?? today) <= today && (plan.expires === null || plan.expires > today);

/** Sorts plans: running before ended, outside Stripe before Stripe's, latest expiry first. */
function mostRelevant(plans: readonly SitewatchPlan[], today: string): SitewatchPlan | undefined {
  const rank = (plan: SitewatchPlan): string =>
    `${Number(running(plan, today))}${Number(!planTypeIsStripe(plan.planName))}${plan.expires ?? '9999-12-31'}`;
  return plans.toSorted((a, b) => rank(b).localeCompare(rank(a)))[0];
}

/** Finds the club plan of a code in a site's Sitewatch (docs/rules/members.md#search). */
export class ClubPlanService {
  readonly #pool: Pool;
  readonly #sites: SiteCommands;
  readonly #clock: Clock;
  readonly #timeZoneOf: (site: number) => Promise<string>;

  constructor(options: { pool: Pool; sites: SiteCommands; clock: Clock; timeZoneOf: (site: number) => Promise<string> }) {
    this.#pool = options.pool;
    this.#sites = options.sites;
    this.#clock = options.clock;
    this.#timeZoneOf = options.timeZoneOf;
  }

  /** A plan that expires today has ended: this is how a plan is canceled. @throws Failure 503 `site_unreachable` */
  async find(site: number, code: string) {
    const [outcome, zone, member] = await Promise.all([
      this.#sites.send(site, sitewatchDevice, 'sitewatch.customer-by-code', { code }),
      this.#timeZoneOf(site),
      membershipOf(this.#pool, code),
    ]);
    if (outcome.kind !== 'answered') throw new Failure(503, 'site_unreachable', 'Can’t reach this site’s Sitewatch', { details: { site } });
    const today = siteDate(this.#clock.now(), zone);
    const { customer: found } = outcome.result;
    const plan = mostRelevant(found?.plans ?? [], today);
    return {
      PlanName: plan?.planName ?? null,
      active: plan ? running(plan, today) : false,
      expires: plan?.expires ?? null,
      productClass: plan?.productClass ?? null,
      nonStripe: plan ? !planTypeIsStripe(plan.planName) : false,
      code: found ? code : null,
      customer: found ? (member?.customer ?? null) : null,
    };
  }
}
