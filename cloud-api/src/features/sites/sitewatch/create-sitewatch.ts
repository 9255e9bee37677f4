import type { Logger } from 'pino';
import type { Db } from '../../../db/pool.ts';
import type { OfferingFeature } from '../../../feature.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { ReadSetting } from '../../../ports/settings.ts';
import type { SiteCommands } from '../../../ports/site-commands.ts';
import type { VehicleLists } from '../../../ports/vehicle-lists.ts';
import { personalData as deductionData } from './deduction.store.ts';
import { GiftCards } from './gift-cards.service.ts';
import { personalData as listCopyData } from './list-copy.store.ts';
import { SitewatchLists } from './lists.service.ts';
import { SitewatchSalesService } from './sales.service.ts';
import { sitewatchRoutes } from './sitewatch.routes.ts';

interface Dependencies {
  db: Db;
  clock: Clock;
  sites: SiteCommands;
  settings: ReadSetting;
  log: Logger;
}

export function createSitewatch({ db, clock, sites, settings, log }: Dependencies) {
  const mapping = () => settings('siteMapping');
  const lists = new SitewatchLists({ db, clock, sites, log });
  return {
    personalData: { ...deductionData, ...listCopyData },
    routes: sitewatchRoutes({
      lists,
      mapping,
      giftCards: new GiftCards({ db, clock, sites }),
      sales: new SitewatchSalesService({ db, sites, mapping }),
    }),
    copy: (site: number) => lists.sync(site),
    vehicleLists: {
      makes: (site) => lists.copied('makes', site),
      models: (site) => lists.copied('models', site),
      colors: (site) => lists.copied('colors', site),
    } satisfies VehicleLists,
  } satisfies OfferingFeature;
}
