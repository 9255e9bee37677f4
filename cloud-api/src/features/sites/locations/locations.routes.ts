import { listLocations } from '@washdesk/contracts/sites/location';
import { route, type Route } from '../../../http/route.ts';
import type { LocationsService } from './locations.service.ts';

export function locationsRoutes(service: LocationsService): Route[] {
  return [
    route(listLocations, async ({ caller }) => {
      const locations = await service.list(caller.device?.site);
      return { locations, count: locations.length };
    }),
  ];
}
