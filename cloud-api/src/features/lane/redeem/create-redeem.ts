import type { Logger } from 'pino';
import { clubPlan, recentUsages, redeem, similarCodes, undoRedeem } from '@washdesk/contracts/lane/redeem';
import { siteOf } from '../../../common/caller.ts';
import type { Db, Pool } from '../../../db/pool.ts';
import type { Feature } from '../../../feature.ts';
import { principalOf, route, type Route } from '../../../http/route.ts';
import type { JobQueue } from '../../../jobs/job-queue.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { ReadSetting } from '../../../ports/settings.ts';
import type { SiteCommands } from '../../../ports/site-commands.ts';
import { BoardNotices } from './board-notices.ts';
import { ClubPlanService } from './clubplan.service.ts';
import { recordUsage } from './record-usage.ts';
import { RedeemService } from './redeem.service.ts';
import { similarCodesOf } from './similar-codes.store.ts';
import { undoUsage } from './undo-usage.ts';

interface Services {
  redeems: RedeemService;
  clubPlans: ClubPlanService;
  db: Db;
  clock: Clock;
}

function redeemRoutes({ redeems, clubPlans, db, clock }: Services): Route[] {
  return [
    route(redeem, ({ params: { code }, query: { customer, redeem: mode }, caller, idempotencyKey }) => {
      if (mode === 'yes' && idempotencyKey) return redeems.redeem({ code, customer }, principalOf(caller), idempotencyKey);
      return redeems.look({ code, customer });
    }),
    route(undoRedeem, ({ params, keyedCall }) => undoUsage({ db, clock }, params.id, keyedCall())),
    route(similarCodes, async ({ params }) => ({ codes: await similarCodesOf(db, params.code) })),
    route(clubPlan, ({ params, caller }) => clubPlans.find(siteOf(principalOf(caller)), params.code)),
    route(recentUsages, async ({ caller }) => {
      const { usages, windowMs } = await redeems.recent(principalOf(caller));
      return { usages, count: usages.length, next_page: null, windowMs };
    }),
  ];
}

interface Dependencies {
  pool: Pool;
  jobs: Pick<JobQueue, 'added'>;
  clock: Clock;
  sites: SiteCommands;
  timeZoneOf: (site: number) => Promise<string>;
  settings: ReadSetting;
  log: Logger;
}

export function createRedeem({ pool, jobs, clock, sites, timeZoneOf, settings, log }: Dependencies): Feature {
  const boards = new BoardNotices({ db: pool.db, log });
  return {
    routes: redeemRoutes({
      redeems: new RedeemService({
        pool,
        clock,
        windowMs: () => settings('redeemWindowMs'),
        goodDays: () => settings('goodDaysAfterPeriodEnd'),
        jobsAdded: jobs.added,
        redeemed: (site) => boards.redeemed(site),
      }),
      clubPlans: new ClubPlanService({ pool, sites, clock, timeZoneOf }),
      db: pool.db,
      clock,
    }),
    jobs: { 'sitewatch.record-usage': recordUsage(pool.db, sites) },
    stop: () => boards.stop(),
  };
}
