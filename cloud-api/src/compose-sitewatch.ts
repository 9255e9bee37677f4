import type { Db } from './db/pool.ts';
import { CustomerAtSites } from './features/members/customer-views/at-sites.service.ts';
import { customerViewsRoutes } from './features/members/customer-views/customer-views.routes.ts';
import { dxtOfCustomer } from './features/members/customer-views/dxt.service.ts';
import { EverySite } from './features/members/customer-views/every-site.ts';
import { CustomerUsage } from './features/members/customer-views/usage.service.ts';
import { settingOf } from './features/company/settings/settings.store.ts';
import { GiftCards } from './features/sites/sitewatch/gift-cards.service.ts';
import type { SitewatchLists } from './features/sites/sitewatch/lists.service.ts';
import { SalesService } from './features/sites/sitewatch/sales.service.ts';
import { sitewatchRoutes } from './features/sites/sitewatch/sitewatch.routes.ts';
import type { Route } from './http/route.ts';
import type { Clock } from './ports/clock.ts';
import type { SiteCommands } from './ports/site-commands.ts';

interface Parts {
  db: Db;
  clock: Clock;
  sites: SiteCommands;
  /** Also renewed when a site comes online. */
  lists: SitewatchLists;
}

/** The services that read what the sites' Sitewatches hold. */
export function sitewatchReadRoutes({ db, clock, sites, lists }: Parts): Route[] {
  const mapping = () => settingOf(db, 'siteMapping');
  return [
    ...sitewatchRoutes({ lists, mapping, giftCards: new GiftCards({ db, clock, sites }), sales: new SalesService({ db, sites, mapping }) }),
    ...customerViewsRoutes({
      usage: new CustomerUsage({ db, clock }),
      atSites: new CustomerAtSites({ db, mapping, everySite: new EverySite({ db, clock, sites }) }),
      dxtOf: (customer) => dxtOfCustomer(db, customer),
    }),
  ];
}
