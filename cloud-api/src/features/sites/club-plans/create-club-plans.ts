import { listClubPlans, saveClubPlan } from '@washdesk/contracts/sites/club-plan';
import type { Db } from '../../../db/pool.ts';
import type { Feature } from '../../../feature.ts';
import { principalOf, route, type Route } from '../../../http/route.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { SiteCommands } from '../../../ports/site-commands.ts';
import { ClubPlansService } from './club-plans.service.ts';

const clubPlansRoutes = (clubPlans: ClubPlansService): Route[] => [
  route(listClubPlans, async ({ caller }) => {
    const clubplans = await clubPlans.list(principalOf(caller));
    return { clubplans, count: clubplans.length };
  }),
  route(saveClubPlan, ({ params, body: { was, ...change }, caller }) =>
    clubPlans.save({ objid: params.objid, change, was }, principalOf(caller)),
  ),
];

export const createClubPlans = (dependencies: { db: Db; sites: SiteCommands; clock: Clock }): Feature => ({
  officeAuditKinds: ['club-plan'],
  routes: clubPlansRoutes(new ClubPlansService(dependencies)),
});
