import type { Principal } from '../../../common/caller.ts';
import type { Db } from '../../../db/pool.ts';
import type { OfferingFeature } from '../../../feature.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { ReadSetting } from '../../../ports/settings.ts';
import type { SiteCommands } from '../../../ports/site-commands.ts';
import { AllSitesQuery } from './all-sites-query.ts';
import { CustomerAtSites } from './at-sites.service.ts';
import { personalData } from './copies.store.ts';
import { customerViewsRoutes } from './customer-views.routes.ts';
import { dxtOfCustomer } from './dxt.service.ts';
import { CustomerSummaries } from './summary.service.ts';
import { CustomerTimeline } from './timeline.service.ts';
import { CustomerUsage } from './usage.service.ts';

interface Dependencies {
  db: Db;
  clock: Clock;
  sites: SiteCommands;
  settings: ReadSetting;
}

/** A customer's summary, and the sites' data about a customer: usage, discounts, plates and tags. */
export function createCustomerViews({ db, clock, sites, settings }: Dependencies) {
  const usage = new CustomerUsage({ db, clock });
  const summaries = new CustomerSummaries({ db, clock });
  return {
    personalData,
    routes: customerViewsRoutes({
      usage,
      summaries,
      timeline: new CustomerTimeline(db),
      atSites: new CustomerAtSites({ db, mapping: () => settings('siteMapping'), everySite: new AllSitesQuery({ db, clock, sites }) }),
      dxtOf: (customer) => dxtOfCustomer(db, customer, clock.now()),
    }),
    /** For members, who see their own. */
    washesOf: (customer: string, page: string | undefined) => usage.washesOf(customer, page),
    summaryOf: (customer: string, by: Principal) => summaries.of(customer, by),
  } satisfies OfferingFeature;
}
