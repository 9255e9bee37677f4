import type { Db } from '../../../db/pool.ts';
import type { Feature } from '../../../feature.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { SiteCommands } from '../../../ports/site-commands.ts';
import { clubPlansRoutes } from './club-plans.routes.ts';
import { ClubPlansService } from './club-plans.service.ts';

export const createClubPlans = (dependencies: { db: Db; sites: SiteCommands; clock: Clock }): Feature => ({
  routes: clubPlansRoutes(new ClubPlansService(dependencies)),
});
