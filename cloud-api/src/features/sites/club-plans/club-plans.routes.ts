import { listClubPlans, saveClubPlan } from '@washdesk/contracts/sites/club-plan';
import { principalOf, route, type Route } from '../../../http/route.ts';
import type { ClubPlansService } from './club-plans.service.ts';

export const clubPlansRoutes = (clubPlans: ClubPlansService): Route[] => [
  route(listClubPlans, async ({ caller }) => {
    const clubplans = await clubPlans.list(principalOf(caller));
    return { clubplans, count: clubplans.length };
  }),
  route(saveClubPlan, ({ params, body, caller }) =>
    clubPlans.save({ objid: params.objid, change: body, requestId: caller.requestId }, principalOf(caller)),
  ),
];
