import { listLocations } from '@washdesk/contracts/sites/location';
import type { Db } from '../../../db/pool.ts';
import type { Feature } from '../../../feature.ts';
import type { ReadSetting } from '../../../ports/settings.ts';
import { LocationsService } from './locations.service.ts';
import { route, type Route } from '../../../http/route.ts';

function locationsRoutes(service: LocationsService): Route[] {
  return [
    route(listLocations, async ({ caller }) => {
      const locations = await service.list(caller.device?.site);
      return { locations, count: locations.length };
    }),
  ];
}

export const createLocations = ({ db, settings }: { db: Db; settings: ReadSetting }): Feature => ({
  routes: locationsRoutes(new LocationsService({ db, mapping: () => settings('siteMapping') })),
});
