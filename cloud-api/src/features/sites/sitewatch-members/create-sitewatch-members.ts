import type { Alert } from '../../../common/alert.ts';
import type { Db, Pool } from '../../../db/pool.ts';
import type { OfferingFeature } from '../../../feature.ts';
import type { JobQueue } from '../../../jobs/job-queue.ts';
import type { Operations } from '../../../operations/operations.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { ReadSetting } from '../../../ports/settings.ts';
import type { SiteCommands } from '../../../ports/site-commands.ts';
import { SitewatchCodesService } from './codes.service.ts';
import { sitewatchCopy } from './compare-sitewatch.ts';
import { convergeSitewatch, writeMember } from './converge-sitewatch.ts';
import { personalData as matchData } from './matches.store.ts';
import { MemberAtSite } from './member-at-site.ts';
import { SitewatchMembersService } from './members.service.ts';
import { sitewatchCommandHandlers } from './sitewatch-command-handlers.ts';
import { sitewatchMembersRoutes } from './sitewatch-members.routes.ts';

interface Dependencies {
  db: Db;
  pool: Pool;
  operations: Operations;
  jobs: Pick<JobQueue, 'added' | 'runJobNow'>;
  sites: SiteCommands;
  clock: Clock;
  settings: ReadSetting;
  alert: Alert;
}

export function createSitewatchMembers({ db, pool, operations, jobs, sites, clock, settings, alert }: Dependencies) {
  const members = new MemberAtSite({ db, clock, runJobNow: jobs.runJobNow, jobsAdded: jobs.added });
  const parts = {
    db,
    sites,
    clock,
    alert,
    goodDays: () => settings('goodDaysAfterPeriodEnd'),
    placeholderEmailDomain: () => settings('placeholderEmailDomain'),
  };
  return {
    officeAuditKinds: ['sitewatch-plan'],
    personalData: matchData,
    routes: sitewatchMembersRoutes({
      members: new SitewatchMembersService({ db, pool, sites, clock, operations, runJobNow: jobs.runJobNow, members }),
      codes: new SitewatchCodesService({ db, sites, clock, operations, runJobNow: jobs.runJobNow, members }),
    }),
    jobs: {
      'converge.sitewatch': convergeSitewatch(parts),
      ...sitewatchCommandHandlers({ db, sites, clock }),
    },
    copy: sitewatchCopy({ ...parts, runJobNow: jobs.runJobNow, write: writeMember(parts) }),
  } satisfies OfferingFeature;
}
