import type { Db } from './db/pool.ts';
import type { Deeds } from './operations/deeds.ts';
import { settingOf } from './features/company/settings/settings.store.ts';
import { SitewatchCodesService } from './features/sites/sitewatch-members/codes.service.ts';
import { convergeSitewatch } from './features/sites/sitewatch-members/converge-sitewatch.ts';
import { MemberAtSite } from './features/sites/sitewatch-members/member-at-site.ts';
import { SitewatchMembersService } from './features/sites/sitewatch-members/members.service.ts';
import { siteActs } from './features/sites/sitewatch-members/site-acts.ts';
import { sitewatchMembersRoutes } from './features/sites/sitewatch-members/sitewatch-members.routes.ts';
import type { Route } from './http/route.ts';
import type { Performers } from './jobs/obligation.ts';
import type { OwedNow } from './jobs/owed-now.ts';
import type { Clock } from './ports/clock.ts';
import type { SiteCommands } from './ports/site-commands.ts';

interface Parts {
  db: Db;
  sites: SiteCommands;
  clock: Clock;
}

/** What sites are owed of members, their codes and their plans. */
export const sitewatchPerformers = ({ db, sites, clock }: Parts): Performers => ({
  'converge.sitewatch': convergeSitewatch({
    db,
    sites,
    clock,
    goodDays: () => settingOf(db, 'goodDaysAfterPeriodEnd'),
    placeholderEmailDomain: () => settingOf(db, 'placeholderEmailDomain'),
  }),
  ...siteActs({ db, sites, clock }),
});

/** The same while somebody waits at a screen. */
export function sitewatchMemberRoutes(parts: Parts & { deeds: Deeds; owedNow: OwedNow; owed: () => void }): Route[] {
  const members = new MemberAtSite(parts);
  return sitewatchMembersRoutes({
    members: new SitewatchMembersService({ ...parts, members }),
    codes: new SitewatchCodesService({ ...parts, members }),
  });
}
