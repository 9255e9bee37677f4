import { clubPlan, recentUsages, redeem } from '@washdesk/contracts/lane/redeem';
import { siteOf } from '../../../common/caller.ts';
import { principalOf, route, type Route } from '../../../http/route.ts';
import type { ClubPlanService } from './clubplan.service.ts';
import type { RedeemService } from './redeem.service.ts';

export function redeemRoutes({ redeems, clubPlans }: { redeems: RedeemService; clubPlans: ClubPlanService }): Route[] {
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
