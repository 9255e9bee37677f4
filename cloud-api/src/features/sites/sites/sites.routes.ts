import { listHosts } from '@washdesk/contracts/lane/redeem';
import { route, type Route } from '../../../http/route.ts';
import type { SitesService } from './sites.service.ts';

export function sitesRoutes(sites: SitesService): Route[] {
  return [
    route(listHosts, async ({ caller }) => {
      const site = caller.principal?.site ?? caller.device?.site;
      const devices = site ? await sites.devices(site) : [];
      const ofKind = (wanted: string) =>
        devices
          .filter(({ kind }) => kind === wanted)
          .map(({ id, name, lane, health, reason }) => ({ host: id, name, lane, health, reason }));
      return { hosts: ofKind('gate'), readers: ofKind('reader') };
    }),
  ];
}
