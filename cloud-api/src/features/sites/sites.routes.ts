import { listHosts } from '@washdesk/contracts/redeem';
import type { Db } from '../../db/pool.ts';
import { route, type Route } from '../../http/route.ts';
import { devicesOf, type SiteDevice } from './sites.store.ts';

const host = ({ id, name, lane, health, reason }: SiteDevice) => ({ host: id, name, lane, health, reason });

export function sitesRoutes(db: Db): Route[] {
  return [
    route(listHosts, async ({ caller }) => {
      const site = caller.principal?.site ?? caller.device?.site;
      const devices = site ? await devicesOf(db, site) : [];
      const ofKind = (kind: string) => devices.filter((device) => device.kind === kind).map(host);
      return { hosts: ofKind('gate'), readers: ofKind('reader') };
    }),
  ];
}
