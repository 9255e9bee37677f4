import { clubPlan, recentUsages, redeem } from '@washdesk/contracts/redeem';
import { recentListLength, redeemWindowMs } from '@washdesk/rules/redeem';
import type { Db } from '../../db/pool.ts';
import { Failure } from '../../http/failure.ts';
import { principalOf, route, type Route } from '../../http/route.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ClubPlanService } from './clubplan.service.ts';
import { recentUsagesOf } from './recent.store.ts';
import type { RedeemService } from './redeem.service.ts';

function siteOf(site: number | null): number {
  if (site === null) throw new Failure(409, 'no_location', 'Please choose a location first');
  return site;
}

export function redeemRoutes(parts: { redeems: RedeemService; clubPlans: ClubPlanService; db: Db; clock: Clock }): Route[] {
  return [
    route(redeem, async ({ params, query, caller, idempotencyKey }) => {
      if (query.redeem === 'yes' && idempotencyKey) return parts.redeems.redeem(params.code, principalOf(caller), idempotencyKey);
      return parts.redeems.look(params.code);
    }),
    route(clubPlan, ({ params, caller }) => parts.clubPlans.find(siteOf(principalOf(caller).site), params.code)),
    route(recentUsages, async ({ caller }) => {
      const after = new Date(parts.clock.now().getTime() - redeemWindowMs);
      const rows = await recentUsagesOf(parts.db, siteOf(principalOf(caller).site), after, recentListLength);
      const usages = rows.map((row) => ({ id: row.id, code: row.code, redeemed: row.at.toISOString(), planName: row.plan_name || null }));
      return { usages, count: usages.length, next_page: null };
    }),
  ];
}
