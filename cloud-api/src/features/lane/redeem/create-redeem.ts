import { clubPlan, recentUsages, redeem } from '@washdesk/contracts/lane/redeem';
import { siteOf } from '../../../common/caller.ts';
import type { Pool } from '../../../db/pool.ts';
import type { Feature } from '../../../feature.ts';
import { principalOf, route, type Route } from '../../../http/route.ts';
import type { JobQueue } from '../../../jobs/job-queue.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { SiteCommands } from '../../../ports/site-commands.ts';
import { ClubPlanService } from './clubplan.service.ts';
import { recordUsage } from './record-usage.ts';
import { RedeemService } from './redeem.service.ts';

function redeemRoutes({ redeems, clubPlans }: { redeems: RedeemService; clubPlans: ClubPlanService }): Route[] {
  return [
    route(redeem, ({ params, query, caller, idempotencyKey }) => {
      if (query.redeem === 'yes' && idempotencyKey) return redeems.redeem(params.code, principalOf(caller), idempotencyKey);
      return redeems.look(params.code);
    }),
    route(clubPlan, ({ params, caller }) => clubPlans.find(siteOf(principalOf(caller)), params.code)),
    route(recentUsages, async ({ caller }) => {
      const usages = await redeems.recent(principalOf(caller));
      return { usages, count: usages.length, next_page: null };
    }),
  ];
}

interface Dependencies {
  pool: Pool;
  jobs: Pick<JobQueue, 'added'>;
  clock: Clock;
  sites: SiteCommands;
  timeZoneOf: (site: number) => Promise<string>;
}

export const createRedeem = ({ pool, jobs, clock, sites, timeZoneOf }: Dependencies): Feature => ({
  routes: redeemRoutes({
    redeems: new RedeemService({ pool, clock, jobsAdded: jobs.added }),
    clubPlans: new ClubPlanService({ sites, clock, timeZoneOf }),
  }),
  jobs: { 'sitewatch.record-usage': recordUsage(pool.db, sites) },
});
