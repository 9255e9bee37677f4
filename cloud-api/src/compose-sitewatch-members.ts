import type { Db } from './db/pool.ts';
import type { Operations } from './operations/operations.ts';
import { settingOf } from './features/company/settings/settings.store.ts';
import { SitewatchCodesService } from './features/sites/sitewatch-members/codes.service.ts';
import { convergeSitewatch } from './features/sites/sitewatch-members/converge-sitewatch.ts';
import { MemberAtSite } from './features/sites/sitewatch-members/member-at-site.ts';
import { SitewatchMembersService } from './features/sites/sitewatch-members/members.service.ts';
import { sitewatchCommandHandlers } from './features/sites/sitewatch-members/sitewatch-command-handlers.ts';
import { sitewatchMembersRoutes } from './features/sites/sitewatch-members/sitewatch-members.routes.ts';
import type { Route } from './http/route.ts';
import type { JobHandlers } from './jobs/job.ts';
import type { RunJobNow } from './jobs/run-job-now.ts';
import type { Clock } from './ports/clock.ts';
import type { SiteCommands } from './ports/site-commands.ts';

interface Parts {
  db: Db;
  sites: SiteCommands;
  clock: Clock;
}

/** What sites are owed of members, their codes and their plans. */
export const sitewatchJobHandlers = ({ db, sites, clock }: Parts): JobHandlers => ({
  'converge.sitewatch': convergeSitewatch({
    db,
    sites,
    clock,
    goodDays: () => settingOf(db, 'goodDaysAfterPeriodEnd'),
    placeholderEmailDomain: () => settingOf(db, 'placeholderEmailDomain'),
  }),
  ...sitewatchCommandHandlers({ db, sites, clock }),
});

/** The same while somebody waits at a screen. */
export function sitewatchMemberRoutes(parts: Parts & { operations: Operations; runJobNow: RunJobNow; jobsAdded: () => void }): Route[] {
  const members = new MemberAtSite(parts);
  return sitewatchMembersRoutes({
    members: new SitewatchMembersService({ ...parts, members }),
    codes: new SitewatchCodesService({ ...parts, members }),
  });
}
