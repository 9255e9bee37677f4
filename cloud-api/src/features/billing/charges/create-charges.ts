import type { Db } from '../../../db/pool.ts';
import type { Feature } from '../../../feature.ts';
import type { ReadFreshCustomer } from '../../../mirror/reads/read-fresh-customer.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { ReadSetting } from '../../../ports/settings.ts';
import { chargesRoutes } from './charges.routes.ts';
import { ChargesService } from './charges.service.ts';

interface Dependencies {
  db: Db;
  clock: Clock;
  refresh: ReadFreshCustomer;
  settings: ReadSetting;
}

export const createCharges = ({ db, clock, refresh, settings }: Dependencies): Feature => ({
  routes: chargesRoutes(new ChargesService({ db, clock, refresh, mapping: () => settings('siteMapping') })),
});
