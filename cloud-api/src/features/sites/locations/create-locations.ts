import type { Db } from '../../../db/pool.ts';
import type { Feature } from '../../../feature.ts';
import type { ReadSetting } from '../../../ports/settings.ts';
import { locationsRoutes } from './locations.routes.ts';
import { LocationsService } from './locations.service.ts';

export const createLocations = ({ db, settings }: { db: Db; settings: ReadSetting }): Feature => ({
  routes: locationsRoutes(new LocationsService({ db, mapping: () => settings('siteMapping') })),
});
