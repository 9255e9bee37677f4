import type { Pool } from '../../../db/pool.ts';
import type { Feature } from '../../../feature.ts';
import type { JobQueue } from '../../../jobs/job-queue.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { SiteCommands } from '../../../ports/site-commands.ts';
import { ClubPlanService } from './clubplan.service.ts';
import { recordUsage } from './record-usage.ts';
import { redeemRoutes } from './redeem.routes.ts';
import { RedeemService } from './redeem.service.ts';

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
