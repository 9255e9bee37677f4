import { listLocations } from '@washdesk/contracts/sites/location';
import { Role } from '@washdesk/rules/company/roles';
import { type Caller, hasRight } from '../../../common/caller.ts';
import type { Db } from '../../../db/pool.ts';
import type { OfferingFeature } from '../../../feature.ts';
import { route, type Route } from '../../../http/route.ts';
import type { ReadSetting } from '../../../ports/settings.ts';
import { LocationsService } from './locations.service.ts';

/** Whether the caller may choose among sites for a sign-up or a search, even at a register; the session's own place does not change. */
const isManager = ({ principal }: Caller): boolean => principal !== null && hasRight(principal, Role.SalesManager);

function locationsRoutes(service: LocationsService): Route[] {
  return [
    route(listLocations, async ({ caller }) => {
      const all = await service.list();
      const own = isManager(caller) ? undefined : caller.device?.site;
      const locations = own === undefined ? all : all.filter(({ metadata }) => metadata.site === String(own));
      const sites = all.map(({ display_name: name, metadata, time_zone }) => ({
        site: Number(metadata.site),
        name,
        ...(time_zone !== undefined && { time_zone }),
      }));
      return { locations, count: locations.length, ...(caller.principal && { sites }) };
    }),
  ];
}

export function createLocations({ db, settings }: { db: Db; settings: ReadSetting }) {
  const service = new LocationsService({ db, mapping: () => settings('siteMapping') });
  return {
    routes: locationsRoutes(service),
    /** The ids of a site's locations at the provider. */
    idsOf: async (site: number) => (await service.list()).flatMap(({ id, metadata }) => (metadata.site === String(site) ? [id] : [])),
  } satisfies OfferingFeature;
}
